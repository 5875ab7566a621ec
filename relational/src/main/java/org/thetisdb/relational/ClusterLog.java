package org.thetisdb.relational;

import java.util.Map;

/** The logs of all partitions, as a host reaches them. Thread-safe; each call waits. */
interface ClusterLog extends AutoCloseable {
  /**
   * Runs a fragment at each of these partitions as one transaction.
   *
   * @return what each answers
   * @throws org.thetisdb.client.CallException if it did not run, or nobody knows
   */
  Map<Long, byte[]> run(Map<Long, byte[]> fragments);

  @Override
  void close();
}
