package org.thetisdb.benchmarks.driver;

import org.thetisdb.client.CallCallback;

/** A session, as far as a client of a run needs it. */
@FunctionalInterface
public interface Calls {
  /** Calls a procedure with encoded arguments; hears how that ended. */
  void call(String procedure, byte[] arguments, CallCallback callback);
}
