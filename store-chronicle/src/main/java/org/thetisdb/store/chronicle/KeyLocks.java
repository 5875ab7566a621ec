package org.thetisdb.store.chronicle;

/**
 * Monitors that make installs, collection and moves of one row come one after the other. A monitor
 * is held for the change of one chain only, and nobody waits or calls out under it.
 */
final class KeyLocks {
  private static final int COUNT = 1024;

  private final Object[] locks = new Object[COUNT];

  KeyLocks() {
    for (int i = 0; i < COUNT; i++) {
      locks[i] = new Object();
    }
  }

  /** The monitor for keys with this hash. */
  Object of(long hash) {
    // Shards are chosen by the low bits; other bits keep the rows of one shard apart.
    return locks[(int) (hash >>> 32) & (COUNT - 1)];
  }

  /** Returns when every thread that held a monitor at the time of the call has left it. */
  @SuppressWarnings("EmptyBlockTag")
  void awaitHolders() {
    int passed = 0;
    for (Object lock : locks) {
      synchronized (lock) {
        passed++;
      }
    }
    if (passed != COUNT) {
      throw new IllegalStateException("passed " + passed + " of " + COUNT + " monitors");
    }
  }
}
