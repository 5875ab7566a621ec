package org.thetisdb.lab.compare;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** What was found, and how much was tried. Safe for all threads. */
public final class CompareReport {
  private static final int CAUSES_SHOWN = 40;
  private static final double SECONDS_OF_AN_HOUR = 3600;
  private static final int MOST_OF_DIGITS = 20;

  /** The same message may have several forms behind it. */
  private static final int MOST_OF_CAUSE = 8;

  private final List<Finding> findings = new ArrayList<>();
  private final Map<String, Integer> timesOfForm = new TreeMap<>();
  private final Map<String, Integer> causes = new TreeMap<>();
  private final Map<String, Integer> reduced = new HashMap<>();
  private final Map<Difference.Kind, Integer> kinds = new TreeMap<>();
  private long statements;
  private long taken;
  private double seconds;

  /**
   * Counts a statement that was judged.
   *
   * @param isTaken whether PostgreSQL takes it
   * @param found null if nothing is wrong
   */
  synchronized void add(boolean isTaken, Difference found) {
    statements++;
    taken += isTaken ? 1 : 0;
    if (found != null) {
      kinds.merge(found.kind(), 1, Integer::sum);
      if (!found.cause().isEmpty()) {
        causes.merge(name(found), 1, Integer::sum);
      }
    }
  }

  private static String name(Difference found) {
    return found.kind() + " " + found.cause();
  }

  synchronized void setSeconds(double value) {
    seconds = value;
  }

  /** Whether it is one of the first of its cause, so that it is worth to be made smaller. */
  synchronized boolean isNew(Difference found) {
    if (found.kind() == Difference.Kind.DIGITS) {
      return times(found.kind()) <= MOST_OF_DIGITS;
    }
    return found.cause().isEmpty() || reduced.merge(name(found), 1, Integer::sum) <= MOST_OF_CAUSE;
  }

  /** Keeps a finding; false if there is one of its form. */
  synchronized boolean add(Finding finding) {
    boolean isNew = timesOfForm.merge(finding.form(), 1, Integer::sum) == 1;
    if (isNew) {
      findings.add(finding);
    }
    return isNew;
  }

  /** One finding of each form. */
  public synchronized List<Finding> findings() {
    return List.copyOf(findings);
  }

  /** Those whose rows or values are wrong. */
  public synchronized List<Finding> wrong() {
    return findings.stream().filter(Finding::isWrong).toList();
  }

  synchronized boolean hasWrong() {
    return findings.stream().anyMatch(Finding::isWrong);
  }

  /** How many statements were judged. */
  public synchronized long statements() {
    return statements;
  }

  private int times(Difference.Kind kind) {
    return kinds.getOrDefault(kind, 0);
  }

  /** The share of the statements that PostgreSQL takes and Thetis refuses, in percent. */
  public synchronized double refusedPercent() {
    return taken == 0 ? 0 : 100.0 * times(Difference.Kind.REFUSED) / taken;
  }

  /** For people. */
  public synchronized String text() {
    StringBuilder out = new StringBuilder();
    out.append(
        String.format(
            Locale.ROOT,
            "%,d statements in %.0f s, %,.0f an hour; of %,d that PostgreSQL takes %.2f %% refused.%n",
            statements,
            seconds,
            statements * SECONDS_OF_AN_HOUR / Math.max(seconds, 0.001),
            taken,
            refusedPercent()));
    for (Difference.Kind kind : Difference.Kind.values()) {
      out.append(String.format(Locale.ROOT, "  %-10s %6d%n", kind, times(kind)));
    }
    causes.entrySet().stream()
        .sorted((one, other) -> other.getValue() - one.getValue())
        .limit(CAUSES_SHOWN)
        .forEach(
            each ->
                out.append(
                    String.format(Locale.ROOT, "%6d  %s%n", each.getValue(), each.getKey())));
    return out.toString();
  }
}
