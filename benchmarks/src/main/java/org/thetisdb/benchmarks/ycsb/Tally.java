package org.thetisdb.benchmarks.ycsb;

import org.thetisdb.benchmarks.driver.Ending;

/** What terminals were told. Thread-safe. */
final class Tally {
  private long inserts;
  private long unknownInserts;
  private long changes;
  private long unknownChanges;
  private long impossible;
  private String firstImpossible = "";

  synchronized void inserted(Ending ending) {
    inserts += ending == Ending.COMMITTED ? 1 : 0;
    unknownInserts += ending == Ending.UNKNOWN ? 1 : 0;
  }

  synchronized void changed(Ending ending) {
    changes += ending == Ending.COMMITTED ? 1 : 0;
    unknownChanges += ending == Ending.UNKNOWN ? 1 : 0;
  }

  /** An answer came that cannot be. */
  synchronized void impossible(String what) {
    if (impossible++ == 0) {
      firstImpossible = what;
    }
  }

  /** What answers were wrong; empty if none. */
  synchronized String impossible() {
    return impossible == 0
        ? ""
        : impossible + " answers cannot be right; the first: " + firstImpossible;
  }

  synchronized long inserts() {
    return inserts;
  }

  synchronized long unknownInserts() {
    return unknownInserts;
  }

  synchronized long changes() {
    return changes;
  }

  synchronized long unknownChanges() {
    return unknownChanges;
  }
}
