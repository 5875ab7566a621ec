package org.thetisdb.core.time;

/** The only source of time in the engine. Thread-safe. */
public interface Clock {
  /**
   * Microseconds since some fixed point; never goes back, and counts time in which the machine was
   * suspended where the system allows it.
   */
  long nowUs();

  /** Milliseconds since 1970-01-01 UTC, as people read time; may jump. */
  long wallMs();
}
