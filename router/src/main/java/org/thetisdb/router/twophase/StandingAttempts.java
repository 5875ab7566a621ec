package org.thetisdb.router.twophase;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.function.LongPredicate;
import org.thetisdb.core.id.RecentNumbers;

/**
 * Which attempts stand on which, as their votes say. When one is aborted, all that stand on it are
 * doomed, be it through others (Jones' thesis, 4.1.2: what was executed on an aborted transaction
 * is undone, and executed again). The attempts under way are its bound. Owned by the engine's
 * thread.
 */
final class StandingAttempts {
  /** A vote comes a few milliseconds behind the abort of what it stands on. */
  private static final int MOST_DOOMED = 16_384;

  private static final NavigableSet<Long> NONE = Collections.emptyNavigableSet();

  /** Of each attempt under way the ones that stand on it, and whose fate is open. */
  private final Map<Long, NavigableSet<Long>> above = new HashMap<>();

  private final RecentNumbers doomed = new RecentNumbers(MOST_DOOMED);

  /**
   * An attempt has a vote that stands on others.
   *
   * @param isUnderWay whether an attempt may still be aborted
   * @return whether one of these was aborted, and so the attempt is doomed
   */
  boolean add(long attempt, Collection<Long> below, LongPredicate isUnderWay) {
    below.stream()
        .filter(isUnderWay::test)
        .forEach(each -> above.computeIfAbsent(each, b -> new TreeSet<>()).add(attempt));
    return below.stream().anyMatch(doomed::contains);
  }

  /**
   * An attempt is aborted.
   *
   * @return those that stand on it, and were not known to be doomed; the oldest first
   */
  List<Long> abort(long attempt) {
    boolean unused = doomed.add(attempt);
    NavigableSet<Long> found = new TreeSet<>();
    ArrayDeque<Long> next = new ArrayDeque<>(List.of(attempt));
    while (!next.isEmpty()) {
      for (long each : above.getOrDefault(next.remove(), NONE)) {
        if (doomed.add(each)) {
          found.add(each);
          next.add(each);
        }
      }
    }
    above.remove(attempt);
    return new ArrayList<>(found);
  }

  /** An attempt is decided: what stands on it stands on committed rows. */
  void decide(long attempt) {
    above.remove(attempt);
  }
}
