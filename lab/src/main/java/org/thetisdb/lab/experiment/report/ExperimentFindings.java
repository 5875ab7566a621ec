package org.thetisdb.lab.experiment.report;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import org.thetisdb.lab.experiment.Cell;
import org.thetisdb.lab.experiment.Contests;
import org.thetisdb.lab.experiment.Experiment;
import org.thetisdb.lab.experiment.ExperimentLength;
import org.thetisdb.lab.experiment.ExperimentMachine;
import org.thetisdb.lab.experiment.Line;
import org.thetisdb.lab.experiment.Metric;
import org.thetisdb.lab.experiment.Point;
import org.thetisdb.lab.experiment.run.ClusterRuns;
import org.thetisdb.lab.experiment.run.RunFigures;

/**
 * What an experiment has found so far.
 *
 * @param experiment what was asked
 * @param form how it was run
 * @param record under which conditions
 * @param runs figures of each run, in their order, see {@link RunFigures}
 */
public record ExperimentFindings(
    Experiment experiment, ExperimentLength form, RunRecord record, List<JsonNode> runs) {
  /** Copies the runs. */
  public ExperimentFindings {
    runs = List.copyOf(runs);
  }

  /**
   * How an experiment came about.
   *
   * @param command what makes it again
   * @param version of the database
   * @param startedAt date and time, ISO 8601
   * @param machine on which
   * @param conditions what the sites shared, see {@link ClusterRuns#conditions}
   */
  public record RunRecord(
      String command,
      String version,
      String startedAt,
      ExperimentMachine machine,
      String conditions) {}

  /** The lines that took part. */
  public List<Line> lines() {
    return Contests.lines(experiment);
  }

  /** The points that were driven. */
  public List<Point> points() {
    return experiment.points(form);
  }

  /** Rounds that are whole. */
  public int wholeRounds() {
    return runs.size() / (lines().size() * points().size());
  }

  /** Whether all runs kept their invariants, and did what they were to show. */
  public boolean isGood() {
    return runs.stream().allMatch(run -> run.path("good").asBoolean());
  }

  /** Whether a run broke an invariant, or met an error that it may not meet. */
  public boolean isBroken() {
    return runs.stream().anyMatch(run -> !run.path("good").asBoolean() && !run.has("problem"));
  }

  /** What kept runs from showing what they were to show, each once, with its line. */
  public List<String> problems() {
    return runs.stream()
        .filter(run -> run.has("problem"))
        .map(run -> run.path("line").asText() + ": " + run.path("problem").asText())
        .distinct()
        .toList();
  }

  /** A metric of a line at a point. */
  public Spread spread(String line, String point, Metric metric) {
    return Spread.of(figures(line, point, metric));
  }

  /** In the order of the rounds. */
  private double[] figures(String line, String point, Metric metric) {
    return runs.stream()
        .filter(
            run ->
                run.path("line").asText().equals(line) && run.path("point").asText().equals(point))
        .mapToDouble(metric::of)
        .toArray();
  }

  /** The ratio of two cells round by round: both of one round met the same machine. */
  public Spread ratio(Cell over, Cell under) {
    double[] above = figures(over);
    double[] below = figures(under);
    double[] ratios = new double[Math.min(above.length, below.length)];
    for (int i = 0; i < ratios.length; i++) {
      ratios[i] = above[i] / below[i];
    }
    return Spread.of(ratios);
  }

  private double[] figures(Cell cell) {
    Metric metric = experiment.metric(cell.metric());
    return figures(cell.line(), pointOf(cell), metric);
  }

  /** The label of the point that a cell means. */
  String pointOf(Cell cell) {
    return cell.point().isEmpty()
        ? bestPoint(cell.line(), experiment.metric(cell.metric()))
        : cell.point();
  }

  private String bestPoint(String line, Metric metric) {
    String best = points().get(0).label();
    for (Point point : points()) {
      double gain =
          spread(line, point.label(), metric).median() - spread(line, best, metric).median();
      if (metric.isHighBest() ? gain > 0 : gain < 0) {
        best = point.label();
      }
    }
    return best;
  }
}
