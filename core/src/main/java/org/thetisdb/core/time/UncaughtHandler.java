package org.thetisdb.core.time;

/**
 * Hears of an exception that a task let escape. The event loop has then stopped for good: what the
 * task left half done is not touched again. Called at most once per event loop, on its thread.
 */
@FunctionalInterface
public interface UncaughtHandler {
  /** {@code failure} escaped from a task. */
  void onUncaught(Throwable failure);
}
