package org.thetisdb.server.execution;

import java.util.List;
import org.thetisdb.core.placement.Mastership;
import org.thetisdb.store.PendingRows;

/**
 * Installs the rows of large commits, which are seen before they are. Owned by the site's engine.
 */
public interface FrontInstaller {
  /** Whether one more commit may stand in front of the rows. */
  boolean hasRoom();

  /**
   * Installs rows that were put in front, in slices between which the engine's event loop does
   * other things.
   *
   * @param partitions of the rows; they are kept here until all are installed, so that nobody else
   *     writes there
   * @param then runs when all are installed
   */
  void install(PendingRows rows, List<Mastership> partitions, Runnable then);
}
