package org.thetisdb.replication.refresh;

import org.thetisdb.core.id.VersionVector;
import org.thetisdb.replication.log.LogBatchReader;

/**
 * Takes refresh transactions in an order that keeps causality. Called on the refresher's scheduler.
 */
public interface RefreshSink {
  /**
   * Applies one record of another site's log; {@code record} stands on it and is valid until
   * return. Its rows need not be installed before {@link #advanced} returns: nobody may see them
   * until then.
   */
  void apply(int origin, LogBatchReader record);

  /** All of {@code applied} has been applied; called once after each run that got on. */
  void advanced(VersionVector applied);

  /** A log cannot be followed any more; the site has to stop. */
  void failed(RuntimeException reason);
}
