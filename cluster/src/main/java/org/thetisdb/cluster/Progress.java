package org.thetisdb.cluster;

/** Hears how a start gets on. Thread-safe implementations only: steps end on different threads. */
@FunctionalInterface
public interface Progress {
  /** One thing is ready, {@code seconds} after the start began. */
  void ready(String what, double seconds);
}
