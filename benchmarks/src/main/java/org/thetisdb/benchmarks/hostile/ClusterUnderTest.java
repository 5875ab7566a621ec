package org.thetisdb.benchmarks.hostile;

import java.io.IOException;
import org.thetisdb.core.id.Address;

/** The cluster that hostile work is sent to. One thread watches it and starts it again. */
public interface ClusterUnderTest {
  /** Where clients connect to; may change with {@link #restart}. */
  Address address();

  /**
   * Which router leads, and which incarnations of the sites are there.
   *
   * @throws RuntimeException if the cluster does not answer within some seconds
   */
  ClusterState state();

  /** Why its process has ended; empty if it runs, or if nobody can know. */
  String ended();

  /** Whether {@link #restart} is possible. */
  boolean canRestart();

  /** Kills what is left of the cluster and starts it again on its data; returns when it serves. */
  void restart() throws IOException;
}
