package org.thetisdb.router.call;

import org.thetisdb.core.id.VersionVector;

/** Where the outcome of a call goes. */
@FunctionalInterface
public interface Answer {
  /**
   * The call is over.
   *
   * @param errorNumber 0 when it committed
   * @param vector what the session has now seen
   * @param value the result as the site encoded it
   */
  void onOutcome(int errorNumber, String message, VersionVector vector, byte[] value);
}
