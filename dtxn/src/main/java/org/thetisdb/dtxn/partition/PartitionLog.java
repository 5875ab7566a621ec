package org.thetisdb.dtxn.partition;

import java.io.InputStream;
import java.util.List;

/**
 * A partition's log as one transaction sees it. Any method may throw what steers the transaction.
 */
public interface PartitionLog {
  /** Where the log ends. */
  LogPosition head();

  /** The last snapshot; {@link LogPosition#START} if there is none. */
  LogPosition snapshotPosition();

  /** The content of the last snapshot, if there is one. */
  InputStream snapshot();

  /**
   * Records in the order of their versions.
   *
   * @param version of the first
   * @param limit most records
   * @return fewer if there are no more; empty if the first is not there
   */
  List<LogRecord> records(long version, int limit);
}
