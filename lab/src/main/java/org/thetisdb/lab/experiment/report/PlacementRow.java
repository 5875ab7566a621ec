package org.thetisdb.lab.experiment.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.DoubleStream;
import org.thetisdb.lab.experiment.Line;
import org.thetisdb.lab.experiment.Metric;
import org.thetisdb.lab.experiment.Point;

/**
 * What moved in the runs of a line at a point, as medians of shares from 0 to 1.
 *
 * @param point the point's label
 * @param remastered transactions that had to move mastership first
 * @param floor those that any placement must move if it spreads the writes evenly, as far as found
 * @param distributed transactions that committed at several sites
 * @param busiest commits of the site that has most
 * @param retried attempts that conflicts aborted
 * @param router the time in which the router was busy; not a number if nobody counted
 * @param engine the time in which the busiest engine was busy; the same
 * @param refresher the time in which the busiest refresher was busy; the same
 */
public record PlacementRow(
    String line,
    String point,
    double remastered,
    double floor,
    double distributed,
    double busiest,
    double retried,
    double router,
    double engine,
    double refresher) {
  private static final int MOST_SITES = 255;

  /** Of each line at each point. */
  public static List<PlacementRow> all(ExperimentFindings findings) {
    List<PlacementRow> rows = new ArrayList<>();
    for (Point point : findings.points()) {
      for (Line line : findings.lines()) {
        rows.add(of(findings, line.label(), point.label()));
      }
    }
    return rows;
  }

  static PlacementRow of(ExperimentFindings findings, String line, String point) {
    return new PlacementRow(
        line,
        point,
        median(findings, line, point, "/remastered_share"),
        median(findings, line, point, "/placement/remaster_floor_share"),
        median(findings, line, point, "/distributed_share"),
        busiest(findings, line, point),
        median(findings, line, point, "/retried_share"),
        median(findings, line, point, "/busy/router"),
        median(findings, line, point, "/busy/engine"),
        median(findings, line, point, "/busy/refresh"));
  }

  private static double median(
      ExperimentFindings findings, String line, String point, String pointer) {
    Metric metric = new Metric("", "", pointer, 1, false);
    return findings.spread(line, point, metric).median();
  }

  private static double busiest(ExperimentFindings findings, String line, String point) {
    return DoubleStream.iterate(0, site -> site < MOST_SITES, site -> site + 1)
        .map(site -> median(findings, line, point, "/site_share/" + (int) site))
        .filter(Double::isFinite)
        .max()
        .orElse(Double.NaN);
  }

  /** Whether somebody counted how busy event loops were. */
  boolean knowsBusy() {
    return Double.isFinite(router);
  }

  /** A share for people. */
  String percent(double share) {
    return Double.isNaN(share) ? "-" : String.format(Locale.ROOT, "%.1f %%", 100 * share);
  }
}
