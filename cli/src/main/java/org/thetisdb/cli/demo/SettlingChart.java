package org.thetisdb.cli.demo;

import java.util.List;
import org.thetisdb.benchmarks.driver.result.Second;
import org.thetisdb.benchmarks.text.Format;

/** Draws how remastering settled: one column a second, as high as the share of its transactions. */
final class SettlingChart {
  private static final int MAX_COLUMNS = 60;
  private static final int EIGHTHS = 8;
  private static final String COLUMNS = " ▁▂▃▄▅▆▇█";
  private static final int ROWS = 5;

  private SettlingChart() {}

  /** Some lines of text; empty if there is nothing to draw. */
  static String of(List<Second> seconds) {
    double[] percents = percents(seconds);
    double highest = 0;
    for (double percent : percents) {
      highest = Math.max(highest, percent);
    }
    if (percents.length == 0 || highest == 0) {
      return "";
    }
    StringBuilder text = new StringBuilder();
    for (int row = ROWS - 1; row >= 0; row--) {
      String label = row == ROWS - 1 ? Format.percent(highest) : row == 0 ? "0 %" : "";
      text.append("  ").append(" ".repeat(Math.max(0, 7 - label.length()))).append(label);
      text.append(" ┤").append(line(percents, highest, row)).append('\n');
    }
    text.append(" ".repeat(10)).append('└').append("─".repeat(percents.length)).append('\n');
    text.append(" ".repeat(11)).append("1 s to ").append(seconds.size()).append(" s\n");
    return text.toString();
  }

  private static String line(double[] percents, double highest, int row) {
    StringBuilder line = new StringBuilder();
    for (double percent : percents) {
      long filled = (long) Math.ceil(percent / highest * ROWS * EIGHTHS) - (long) row * EIGHTHS;
      line.append(COLUMNS.charAt((int) Math.max(0, Math.min(EIGHTHS, filled))));
    }
    return line.toString().stripTrailing();
  }

  /** One number a column; long runs have several seconds in each. */
  private static double[] percents(List<Second> seconds) {
    int columns = Math.min(MAX_COLUMNS, seconds.size());
    double[] percents = new double[columns];
    for (int column = 0; column < columns; column++) {
      int from = column * seconds.size() / columns;
      int to = (column + 1) * seconds.size() / columns;
      percents[column] = mean(seconds.subList(from, to));
    }
    return percents;
  }

  /** The share of remastered transactions over several seconds. */
  static double mean(List<Second> seconds) {
    long committed = 0;
    long remastered = 0;
    for (Second second : seconds) {
      committed += second.cluster().committed();
      remastered += second.cluster().remasteredTxns();
    }
    return committed == 0 ? 0 : 100.0 * remastered / committed;
  }
}
