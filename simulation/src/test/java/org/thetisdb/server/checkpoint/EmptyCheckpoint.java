package org.thetisdb.server.checkpoint;

import java.util.List;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.replication.refresh.LogPoint;

/** A checkpoint without rows, so that a scenario can begin where no test could count to. */
public final class EmptyCheckpoint {
  private EmptyCheckpoint() {}

  /** Publishes one for a site that reads the logs on from these points. */
  public static void publish(
      CheckpointStore store, int site, String cluster, List<LogPoint> points) {
    CheckpointId id = new CheckpointId(site, 1, 1);
    VersionVector vector =
        VersionVector.of(points.stream().mapToLong(LogPoint::position).toArray());
    CheckpointHeader header = new CheckpointHeader(id, cluster, vector, points);
    try (CheckpointWriter writer = CheckpointWriter.begin(store.create(id), header)) {
      writer.publish(vector);
    }
  }
}
