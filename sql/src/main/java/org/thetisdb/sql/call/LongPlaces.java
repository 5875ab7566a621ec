package org.thetisdb.sql.call;

import java.util.concurrent.atomic.AtomicInteger;

/** The places of texts that take long: so many at most at the same time. Safe for all threads. */
final class LongPlaces {
  private final AtomicInteger free;

  LongPlaces(int count) {
    this.free = new AtomicInteger(count);
  }

  /** Takes a place; false if there is none. */
  boolean take() {
    int before = free.getAndUpdate(count -> Math.max(0, count - 1));
    return before > 0;
  }

  void giveBack() {
    free.incrementAndGet();
  }
}
