package org.thetisdb.benchmarks.smallbank;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import org.thetisdb.benchmarks.driver.Workload;

/**
 * Receipts of transactions of which no client knows the end. In the end they are looked for, and so
 * nothing stays unknown. Thread-safe.
 */
final class Receipts {
  /** Numbers of one client; each has its own range, so that no two share a partition. */
  private static final long PER_CLIENT = 1_000_000_000L;

  private final SortedSet<Long> unknown = new TreeSet<>();

  /** The number of a client's first receipt. */
  static long first(int client) {
    return client * PER_CLIENT;
  }

  /** Nobody knows whether this one was given. */
  synchronized void unknown(long receipt) {
    unknown.add(receipt);
  }

  private synchronized List<Long> toFind() {
    return new ArrayList<>(unknown);
  }

  /** By how much the total was changed by those of unknown end that did commit. */
  long netCents(Workload.Caller caller) {
    List<Long> all = toFind();
    long netCents = 0;
    for (int from = 0; from < all.size(); from += FindReceipts.MOST) {
      int to = Math.min(all.size(), from + FindReceipts.MOST);
      List<?> found = (List<?>) caller.call("FindReceipts", new ArrayList<>(all.subList(from, to)));
      for (int i = 1; i < found.size(); i += 2) {
        netCents += (Long) found.get(i);
      }
    }
    return netCents;
  }
}
