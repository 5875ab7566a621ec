package org.thetisdb.embedded;

import java.util.function.Supplier;

/**
 * A thing that is made when it is first asked for, and kept. If it cannot be made, the one that
 * asked gets the exception as it is, and the next one tries again. Thread-safe: a thread that asks
 * meanwhile waits.
 */
final class OnDemand<T> {
  private final Supplier<T> maker;
  private T made;

  OnDemand(Supplier<T> maker) {
    this.maker = maker;
  }

  synchronized T get() {
    if (made == null) {
      made = maker.get();
    }
    return made;
  }
}
