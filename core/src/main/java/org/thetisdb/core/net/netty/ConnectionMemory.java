package org.thetisdb.core.net.netty;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Memory that all connections of a transport share for one purpose. Each connection has limits of
 * its own; the budget keeps many of them together from filling the memory. Thread-safe.
 */
final class ConnectionMemory {
  private final long limitBytes;
  private final AtomicLong usedBytes = new AtomicLong();

  ConnectionMemory(long limitBytes) {
    this.limitBytes = limitBytes;
  }

  /**
   * Takes {@code bytes}, or gives some back if negative.
   *
   * @return whether the budget held out; the bytes are taken even if it did not
   */
  boolean take(int bytes) {
    return usedBytes.addAndGet(bytes) <= limitBytes;
  }

  /** Gives back what was taken. */
  void giveBack(int bytes) {
    usedBytes.addAndGet(-bytes);
  }

  long limitBytes() {
    return limitBytes;
  }

  long usedBytes() {
    return usedBytes.get();
  }
}
