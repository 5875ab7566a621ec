package org.thetisdb.lab.experiment;

/**
 * One figure of an experiment.
 *
 * @param line the label of a line
 * @param point the label of a point; empty for the one at which the line is best
 * @param metric the label of a metric; empty if there is only one
 */
public record Cell(String line, String point, String metric) {
  /** The best figure of a line in an experiment with one metric. */
  public static Cell best(String line) {
    return new Cell(line, "", "");
  }

  /** A figure of an experiment with one point. */
  public static Cell metric(String line, String metric) {
    return new Cell(line, "", metric);
  }

  /** A figure of an experiment with one metric. */
  public static Cell at(String line, String point) {
    return new Cell(line, point, "");
  }
}
