package org.thetisdb.server.lane;

import java.util.List;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.replication.refresh.LogPoint;
import org.thetisdb.server.checkpoint.CheckpointVisitor;

/** How a lane begins. Any thread. */
public interface LaneOpening {
  /** Takes what is restored, with its rows. */
  CheckpointVisitor rows();

  /** Takes what is restored, and installs no rows, since another lane does. */
  CheckpointVisitor besideRows();

  /**
   * Asked of the first lane: {@code target} is to hear of a checkpoint or a copy, if there is one.
   */
  void restore(CheckpointVisitor target);

  /**
   * All that there was is restored.
   *
   * @param vector of the rows
   * @param points from where logs 1, 2, 3 and so on are read on
   * @param complete what has to be applied before the lane may serve
   */
  void opened(VersionVector vector, List<LogPoint> points, VersionVector complete);
}
