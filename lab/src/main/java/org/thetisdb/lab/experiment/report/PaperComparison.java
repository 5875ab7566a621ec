package org.thetisdb.lab.experiment.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.thetisdb.lab.experiment.Cell;
import org.thetisdb.lab.experiment.Line;
import org.thetisdb.lab.experiment.PaperRatio;

/**
 * A finding of the paper beside ours.
 *
 * @param ratio what the paper says
 * @param ours the same ratio with DynaMast as it is here; empty if a line is not there
 * @param asPublished the same ratio with DynaMast as published; empty if it or the other line is
 *     not there
 */
public record PaperComparison(PaperRatio ratio, Spread ours, Spread asPublished) {
  private static final double NEAR = 0.15;

  /** All of an experiment. */
  public static List<PaperComparison> of(ExperimentFindings findings) {
    List<PaperComparison> all = new ArrayList<>();
    for (PaperRatio ratio : findings.experiment().ratios()) {
      all.add(
          new PaperComparison(
              ratio,
              ratio.over().line().equals(Line.AS_PUBLISHED)
                  ? Spread.NONE
                  : findings.ratio(ratio.over(), ratio.under()),
              isOfDynamast(ratio)
                  ? findings.ratio(published(ratio.over()), published(ratio.under()))
                  : Spread.NONE));
    }
    return all;
  }

  /** What stands over the column of {@link #ours}: the line that was measured, if it is one. */
  public static String measured(List<PaperComparison> all) {
    List<String> lines =
        all.stream()
            .map(one -> one.ratio().over().line())
            .filter(line -> !line.equals(Line.AS_PUBLISHED))
            .distinct()
            .toList();
    return lines.size() == 1 ? lines.get(0) : "measured";
  }

  private static boolean isOfDynamast(PaperRatio ratio) {
    return ratio.over().line().startsWith(Line.DYNAMAST);
  }

  private static Cell published(Cell cell) {
    return cell.line().equals(Line.DYNAMAST)
        ? new Cell(Line.AS_PUBLISHED, cell.point(), cell.metric())
        : cell;
  }

  /** The better known of the two: ours, or what stands in for it. */
  private Spread known() {
    return ours.isEmpty() ? asPublished : ours;
  }

  /** Whether both say about the same: within 15 %, or on the paper's side of a bound. */
  public boolean agrees() {
    double found = known().median();
    boolean isNear = Math.abs(found / ratio.paper() - 1) <= NEAR;
    boolean isBeyond = ratio.paper() >= 1 ? found >= ratio.paper() : found <= ratio.paper();
    return isNear || (ratio.isBound() && isBeyond);
  }

  /**
   * One sentence where the two differ; empty if they do not, or ours is not known. It holds figures
   * of the runs alone.
   */
  public String difference(ExperimentFindings findings) {
    if (known().isEmpty() || agrees()) {
      return "";
    }
    return String.format(
        Locale.ROOT,
        "%s: the paper has %s, these runs have %s; %s, and %s.",
        ratio.text(),
        text(ratio.paper()),
        text(known()),
        side(findings, ratio.over()),
        side(findings, ratio.under()));
  }

  private static PlacementRow row(ExperimentFindings findings, Cell cell) {
    String line =
        findings.lines().stream().anyMatch(one -> one.label().equals(cell.line()))
            ? cell.line()
            : Line.AS_PUBLISHED;
    return PlacementRow.of(
        findings, line, findings.pointOf(new Cell(line, cell.point(), cell.metric())));
  }

  private static String side(ExperimentFindings findings, Cell cell) {
    PlacementRow row = row(findings, cell);
    String placement =
        String.format(
            Locale.ROOT,
            "%s remastered for %s of its transactions and ran %s of its commits at its busiest site",
            row.line(),
            row.percent(row.remastered()),
            row.percent(row.busiest()));
    return row.knowsBusy()
        ? String.format(
            Locale.ROOT,
            "%s, with its router busy for %s of the time and its busiest engine for %s",
            placement,
            row.percent(row.router()),
            row.percent(row.engine()))
        : placement;
  }

  /** A ratio for people. */
  public static String text(double ratio) {
    return Double.isNaN(ratio)
        ? "-"
        : String.format(Locale.ROOT, ratio < 0.095 ? "%.3f" : "%.2f", ratio);
  }

  /** A ratio with its spread, for people. */
  public static String text(Spread ratio) {
    return ratio.isEmpty()
        ? "-"
        : "%s (%s to %s)".formatted(text(ratio.median()), text(ratio.least()), text(ratio.most()));
  }
}
