package org.thetisdb.history.check;

import java.util.ArrayList;
import java.util.List;

/** Describes a cycle: each transaction, and why the next one comes after it. */
final class CycleText {
  private final Describer describer;

  CycleText(Describer describer) {
    this.describer = describer;
  }

  Findings.Example of(Cycle cycle) {
    List<String> lines = new ArrayList<>();
    List<Integer> transactions = new ArrayList<>();
    for (int i = 0; i < cycle.size(); i++) {
      Cycle.Step step = cycle.steps().get(i);
      int next = (i + 1) % cycle.size();
      lines.add("T" + (i + 1) + "  " + describer.transaction(step.from()));
      lines.add("    before T" + (next + 1) + ": " + why(step, "T" + (i + 1), "T" + (next + 1)));
      transactions.add(step.from());
    }
    lines.add("So T1 would have to come before itself.");
    return new Findings.Example(lines, transactions);
  }

  private String why(Cycle.Step step, String from, String to) {
    return switch (step.kind()) {
      case WW ->
          to + " appended " + firstOfNext(step) + " behind " + from + "'s " + last(step) + " (ww)";
      case WR -> to + " read " + last(step) + ", which " + from + " appended (wr)";
      case RW ->
          from
              + " missed "
              + firstOfNext(step)
              + ", which "
              + to
              + (step.unread() ? " appended and nobody read (rw)" : " appended (rw)");
      case SESSION -> to + " comes later in the same session (session)";
      case TIME -> to + " began after " + from + " had ended (real time)";
      case WW_LEADER, RW_TO_TAIL, RW_FROM_TAIL, TIME_IN, TIME_OUT ->
          throw new IllegalStateException("helpers are not told");
    };
  }

  /** What the next transaction appended first to the key. */
  private String firstOfNext(Cycle.Step step) {
    return describer.appended(step.to(), step.key(), true);
  }

  /** What this transaction appended last to the key. */
  private String last(Cycle.Step step) {
    return describer.appended(step.from(), step.key(), false);
  }
}
