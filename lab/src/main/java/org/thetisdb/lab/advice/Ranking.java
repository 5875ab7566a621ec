package org.thetisdb.lab.advice;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.thetisdb.benchmarks.text.TextTable;
import org.thetisdb.core.scheme.SchemeSpec;

/**
 * What schemes are expected to do, or did, and which of them is to be taken: the one with the
 * highest throughput among those that answer soon enough. Immutable.
 */
public final class Ranking {
  /** A scheme that promises less than this on top is not worth a change. */
  private static final double WORTHWHILE = 1.1;

  private final List<Line> lines;
  private final Line inForce;
  private final double wantedMs;

  /**
   * What one scheme is expected to do, or did.
   *
   * @param perSecond transactions a second
   * @param answerMs milliseconds from call to answer, in the mean
   * @param why how that comes
   * @param obstacle why the cluster cannot be changed to it; empty if it can
   */
  public record Line(
      SchemeSpec scheme, double perSecond, double answerMs, String why, String obstacle) {
    boolean isPossible() {
      return obstacle.isEmpty();
    }
  }

  /**
   * What is advised.
   *
   * @param scheme to change to; empty to stay
   * @param text for a person
   */
  public record Verdict(Optional<SchemeSpec> scheme, String text) {}

  /**
   * Schemes side by side.
   *
   * @param lines of schemes; one is of the scheme in force
   * @param wantedMs the mean answer that is wanted, in milliseconds; 0 for any
   */
  public Ranking(List<Line> lines, SchemeSpec inForce, double wantedMs) {
    this.lines =
        lines.stream()
            .sorted(
                Comparator.comparing(Line::isPossible)
                    .thenComparingDouble(Line::perSecond)
                    .reversed())
            .toList();
    this.inForce =
        lines.stream().filter(line -> line.scheme.equals(inForce)).findFirst().orElseThrow();
    this.wantedMs = wantedMs;
  }

  private boolean isSoonEnough(Line line) {
    return wantedMs == 0 || line.answerMs <= wantedMs;
  }

  /** What to do. */
  public Verdict verdict() {
    Optional<Line> best =
        lines.stream().filter(Line::isPossible).filter(this::isSoonEnough).findFirst();
    if (best.isEmpty()) {
      return new Verdict(Optional.empty(), none());
    }
    if (isSoonEnough(inForce)) {
      Verdict verdict = faster(best.get());
      return new Verdict(verdict.scheme, verdict.text + elsewhere(best.get()));
    }
    return change(
        best.get(),
        "%s, which answers after %.2f ms where %s takes %.2f; throughput %+.0f %%."
            .formatted(
                best.get().scheme,
                best.get().answerMs,
                inForce.scheme,
                inForce.answerMs,
                beside(best.get())));
  }

  private String none() {
    Line soonest =
        lines.stream()
            .filter(Line::isPossible)
            .min(Comparator.comparingDouble(Line::answerMs))
            .orElse(inForce);
    return "Advice: no scheme is expected to answer within %.2f ms. The soonest is %s, after %.2f."
        .formatted(wantedMs, soonest.scheme, soonest.answerMs);
  }

  private Verdict faster(Line best) {
    if (best.scheme.equals(inForce.scheme) || best.perSecond < inForce.perSecond * WORTHWHILE) {
      return new Verdict(
          Optional.empty(),
          "Advice: stay with "
              + inForce.scheme
              + ". No other scheme promises 10 % more"
              + (wantedMs == 0 ? "." : " and answers soon enough."));
    }
    return change(best, "%s, for %.0f %% more.".formatted(best.scheme, beside(best)));
  }

  /** What would do clearly more, if the cluster could be changed to it. */
  private String elsewhere(Line best) {
    double most = Math.max(best.perSecond, inForce.perSecond);
    return lines.stream()
        .filter(line -> !line.isPossible() && isSoonEnough(line))
        .filter(line -> line.perSecond >= most * WORTHWHILE)
        .findFirst()
        .map(
            line ->
                " More is expected of %s (%+.0f %%), which is not possible here: see its line."
                    .formatted(line.scheme, beside(line)))
        .orElse("");
  }

  private static Verdict change(Line best, String text) {
    return new Verdict(Optional.of(best.scheme), "Advice: " + text);
  }

  /** Percent of throughput above the scheme in force. */
  private double beside(Line line) {
    return 100 * (line.perSecond / inForce.perSecond - 1);
  }

  /** All of them, the fastest first; those that are not possible here last. */
  public String table() {
    TextTable table = new TextTable("scheme", "txn/s", "beside now", "answer ms", "<");
    for (Line line : lines) {
      table.row(
          line.scheme,
          String.format(Locale.ROOT, "%,.0f", line.perSecond),
          line.scheme.equals(inForce.scheme)
              ? "in force"
              : String.format(Locale.ROOT, "%+.0f %%", beside(line)),
          String.format(Locale.ROOT, "%.2f", line.answerMs),
          note(line));
    }
    return table.render("  ");
  }

  private String note(Line line) {
    if (!line.isPossible()) {
      return "(" + line.obstacle + ")";
    }
    return isSoonEnough(line) ? line.why : "too late: " + line.why;
  }
}
