package org.thetisdb.history.check;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A cycle as it is described: each step leads from a transaction to the next, the last one to the
 * first.
 *
 * @param steps at least two
 */
record Cycle(List<Step> steps) {
  /**
   * One step.
   *
   * @param kind one of ww, wr, rw, session and time
   * @param key the key for ww, wr and rw
   * @param unread whether it leads to an append that nobody read
   */
  record Step(int from, int to, EdgeKind kind, int key, boolean unread) {
    private boolean joins(Step next) {
      return kind == next.kind && (kind == EdgeKind.SESSION || kind == EdgeKind.TIME);
    }

    private Step to(int newTo) {
      return new Step(from, newTo, kind, key, unread);
    }
  }

  /** Puts edges together that are described as one step. */
  static Cycle of(int[] edgeCycle, Dependencies edges) {
    int begin = 0;
    while (!edges.kind(edgeCycle[begin]).beginsStep()) {
      begin++;
    }
    List<Step> steps = new ArrayList<>();
    for (int i = 0; i < edgeCycle.length; ) {
      int edge = edgeCycle[(begin + i) % edgeCycle.length];
      int last = edge;
      for (i++; i < edgeCycle.length; i++) {
        int next = edgeCycle[(begin + i) % edgeCycle.length];
        if (edges.kind(next).beginsStep()) {
          break;
        }
        last = next;
      }
      EdgeKind end = edges.kind(last);
      boolean unread = end == EdgeKind.RW_FROM_TAIL || end == EdgeKind.WW_LEADER;
      EdgeKind told = edges.kind(edge).told();
      steps.add(new Step(edges.from(edge), edges.to(last), told, edges.key(edge), unread));
    }
    return new Cycle(joined(steps));
  }

  /** Steps along a session, or along real time, are one step to what hears of them. */
  private static List<Step> joined(List<Step> steps) {
    List<Step> joined = new ArrayList<>();
    for (Step step : steps) {
      int last = joined.size() - 1;
      if (last >= 0 && joined.get(last).joins(step)) {
        joined.set(last, joined.get(last).to(step.to()));
      } else {
        joined.add(step);
      }
    }
    int last = joined.size() - 1;
    if (last > 0 && joined.get(last).joins(joined.get(0))) {
      joined.set(0, joined.get(last).to(joined.get(0).to()));
      joined.remove(last);
    }
    return joined;
  }

  int size() {
    return steps.size();
  }

  /** What takes part. */
  Set<Integer> transactions() {
    return steps.stream().map(Step::from).collect(Collectors.toUnmodifiableSet());
  }

  int count(EdgeKind kind) {
    int count = 0;
    for (Step step : steps) {
      count += step.kind() == kind ? 1 : 0;
    }
    return count;
  }

  /** Whether all steps but those of sessions and time are about one key. */
  boolean isAboutOneKey() {
    return steps.stream()
            .filter(step -> step.kind() != EdgeKind.SESSION && step.kind() != EdgeKind.TIME)
            .mapToInt(Step::key)
            .distinct()
            .count()
        == 1;
  }

  /** Whether two steps that follow each other are both of rw. */
  boolean hasAdjacentMisses() {
    Step before = steps.get(steps.size() - 1);
    for (Step step : steps) {
      if (before.kind() == EdgeKind.RW && step.kind() == EdgeKind.RW) {
        return true;
      }
      before = step;
    }
    return false;
  }

  /** The kind of the step that follows the first one of some kind. */
  EdgeKind after(EdgeKind kind) {
    for (int i = 0; i < steps.size(); i++) {
      if (steps.get(i).kind() == kind) {
        return steps.get((i + 1) % steps.size()).kind();
      }
    }
    throw new IllegalArgumentException("the cycle has no step of " + kind);
  }

  /** Whether some step of a kind leads to an append that nobody read. */
  boolean hasUnread(EdgeKind kind) {
    return steps.stream().anyMatch(step -> step.kind() == kind && step.unread());
  }
}
