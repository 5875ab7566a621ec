package org.thetisdb.cluster;

import org.thetisdb.core.id.Address;

/** A running cluster. */
public interface Cluster extends AutoCloseable {
  /** Where clients connect to. */
  Address clientAddress();

  /** What it is and what its acknowledgements mean, in one line. */
  String describe();

  /** Stops all that this process started. */
  @Override
  void close();
}
