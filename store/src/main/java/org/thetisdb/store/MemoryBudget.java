package org.thetisdb.store;

import java.util.concurrent.atomic.AtomicLong;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;

/**
 * Counts the bytes that rows take, and refuses what does not fit. Transactions may fill the budget
 * up to the headroom; installs may use the headroom, too. Thread-safe.
 */
public final class MemoryBudget {
  private static final int MIB = 20;

  private final StoreConfig config;
  private final AtomicLong usedBytes = new AtomicLong();

  /** Nothing is used. */
  public MemoryBudget(StoreConfig config) {
    this.config = config;
  }

  /** Refuses with MEMORY_FULL when {@code bytes} more would touch the headroom; takes nothing. */
  public void check(long bytes) {
    if (bytes < 0) {
      throw new IllegalArgumentException("bytes to reserve: " + bytes);
    }
    if (!hasRoomFor(bytes)) {
      throw full();
    }
  }

  /** The same for what frees memory later: refuses when more than half the headroom is touched. */
  public void checkForDeletes(long bytes) {
    if (!hasRoomForDeletes(bytes)) {
      throw full();
    }
  }

  /** Whether {@code bytes} more leave the headroom untouched. */
  public boolean hasRoomFor(long bytes) {
    return bytes <= config.reservableBytes() - usedBytes.get();
  }

  /** Takes bytes, of the headroom if need be; with MEMORY_FULL nothing was taken. */
  public void take(long bytes) {
    if (!tryTake(bytes)) {
      throw full();
    }
  }

  /** The same; false if there are not so many, and then nothing was taken. */
  public boolean tryTake(long bytes) {
    if (bytes > 0 && usedBytes.addAndGet(bytes) > config.limitBytes()) {
      usedBytes.addAndGet(-bytes);
      return false;
    }
    return true;
  }

  /** Whether {@link #checkForDeletes} has room for {@code bytes}. */
  public boolean hasRoomForDeletes(long bytes) {
    return bytes <= config.reservableBytes() + config.headroomBytes() / 2 - usedBytes.get();
  }

  /** Gives bytes back. */
  public void free(long bytes) {
    if (bytes > 0) {
      usedBytes.addAndGet(-bytes);
    }
  }

  /** Whether the headroom is in use, so that versions nobody needs should go at once. */
  public boolean isShort() {
    return usedBytes.get() > config.reservableBytes();
  }

  /** The most that may be taken. */
  public long limitBytes() {
    return config.limitBytes();
  }

  /** The part of it that transactions do not get. */
  public long headroomBytes() {
    return config.headroomBytes();
  }

  /** Bytes that are taken now. */
  public long usedBytes() {
    return usedBytes.get();
  }

  /** The error that says how full the store is. */
  public ThetisException full() {
    return new ThetisException(
        ErrorCode.MEMORY_FULL, config.siteId(), usedBytes.get() >> MIB, config.limitBytes() >> MIB);
  }
}
