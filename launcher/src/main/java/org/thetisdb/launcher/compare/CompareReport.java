package org.thetisdb.launcher.compare;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** What was found, and how much was tried. Not thread-safe. */
public final class CompareReport {
  private static final int CAUSES_SHOWN = 40;
  private static final int MOST_OF_DIGITS = 20;

  private final List<Finding> findings = new ArrayList<>();
  private final Map<String, Integer> timesOfForm = new TreeMap<>();
  private final Map<String, Integer> refusals = new TreeMap<>();
  private final Map<Difference.Kind, Integer> kinds = new TreeMap<>();
  private long statements;
  private double seconds;

  void addStatement() {
    statements++;
  }

  void setSeconds(double value) {
    seconds = value;
  }

  /** Whether it is the first one of its cause, so that it is worth to be made smaller. */
  boolean isNew(Difference found) {
    kinds.merge(found.kind(), 1, Integer::sum);
    if (found.kind() == Difference.Kind.DIGITS) {
      return times(found.kind()) <= MOST_OF_DIGITS;
    }
    String cause = found.cause();
    return cause.isEmpty() || refusals.merge(found.kind() + " " + cause, 1, Integer::sum) == 1;
  }

  /** Keeps a finding; false if there is one of its form. */
  boolean add(Finding finding) {
    boolean isNew = timesOfForm.merge(finding.form(), 1, Integer::sum) == 1;
    if (isNew) {
      findings.add(finding);
    }
    return isNew;
  }

  /** One finding of each form. */
  public List<Finding> findings() {
    return List.copyOf(findings);
  }

  /** Those whose rows or values are wrong. */
  public List<Finding> wrong() {
    return findings.stream().filter(Finding::isWrong).toList();
  }

  /** How many statements were judged. */
  public long statements() {
    return statements;
  }

  private int times(Difference.Kind kind) {
    return kinds.getOrDefault(kind, 0);
  }

  /** The share of statements that were refused though PostgreSQL takes them, in percent. */
  public double refusedPercent() {
    return statements == 0 ? 0 : 100.0 * times(Difference.Kind.REFUSED) / statements;
  }

  /** For people. */
  public String text() {
    StringBuilder out = new StringBuilder();
    out.append(
        String.format(
            Locale.ROOT,
            "%,d statements in %.0f s, %.0f each second; refused %.2f %%.%n",
            statements,
            seconds,
            statements / Math.max(seconds, 0.001),
            refusedPercent()));
    for (Difference.Kind kind : Difference.Kind.values()) {
      out.append(String.format(Locale.ROOT, "  %-10s %6d%n", kind, times(kind)));
    }
    refusals.entrySet().stream()
        .sorted((one, other) -> other.getValue() - one.getValue())
        .limit(CAUSES_SHOWN)
        .forEach(
            each ->
                out.append(
                    String.format(Locale.ROOT, "%6d  %s%n", each.getValue(), each.getKey())));
    return out.toString();
  }
}
