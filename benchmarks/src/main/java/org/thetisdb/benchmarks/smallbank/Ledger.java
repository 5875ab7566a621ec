package org.thetisdb.benchmarks.smallbank;

import org.thetisdb.benchmarks.driver.result.BenchResult;

/**
 * What the bank must hold, counted from the answers. A call with unknown outcome leaves two
 * possibilities, and so widens what is accepted by no more than that call could do. Thread-safe.
 */
final class Ledger {
  private long certainCents;
  private long leastCents;
  private long mostCents;
  private long unknown;
  private long impossible;
  private String firstImpossible = "";

  Ledger(long loadedCents) {
    certainCents = loadedCents;
  }

  synchronized void committed(long netCents) {
    certainCents += netCents;
  }

  /** A call that changed the total by {@code a} or {@code b}, or by anything between. */
  synchronized void unknown(long a, long b) {
    unknown++;
    leastCents += Math.min(a, b);
    mostCents += Math.max(a, b);
  }

  /** An answer came that cannot be, unless rows were lost or mixed up. */
  synchronized void impossible(String what) {
    if (impossible++ == 0) {
      firstImpossible = what;
    }
  }

  /**
   * {@code "ok"}, or what is wrong with the bank.
   *
   * @param loaded customers that were loaded
   * @param customers customers that are there
   * @param cents what they have together, less what calls of unknown outcome account for
   * @param also more that should be there, for people
   */
  synchronized String verdict(long loaded, long customers, long cents, String also) {
    if (customers != loaded) {
      return "%d customers were loaded, but %d are there".formatted(loaded, customers);
    }
    if (impossible > 0) {
      return impossible + " answers cannot be right; the first: " + firstImpossible;
    }
    return accepts(cents)
        ? BenchResult.OK
        : "the balances add up to %d cents, but should be %s%s".formatted(cents, expected(), also);
  }

  synchronized long unknown() {
    return unknown;
  }

  synchronized boolean accepts(long totalCents) {
    return totalCents >= certainCents + leastCents && totalCents <= certainCents + mostCents;
  }

  /** What is accepted, for people. */
  synchronized String expected() {
    if (leastCents == 0 && mostCents == 0) {
      return String.valueOf(certainCents);
    }
    return (certainCents + leastCents)
        + " to "
        + (certainCents + mostCents)
        + " ("
        + unknown
        + " calls with unknown outcome)";
  }
}
