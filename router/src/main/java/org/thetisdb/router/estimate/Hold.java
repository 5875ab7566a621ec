package org.thetisdb.router.estimate;

/**
 * For how long a call keeps from others what they want, in the mean of all calls, and what those do
 * meanwhile. Immutable.
 *
 * @param us microseconds
 */
public record Hold(double us, Others others) {
  /** What others do that want the same. */
  public enum Others {
    /** They wait in a queue, while calls that want something else run. */
    QUEUE,
    /** They wait, and the hold alone is the bound if it is longer than all other work. */
    WAIT,
    /** They wait, and nobody does anything else meanwhile. */
    STAND_STILL,
    /** They give up, and begin anew. */
    BEGIN_ANEW
  }
}
