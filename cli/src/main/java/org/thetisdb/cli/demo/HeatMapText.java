package org.thetisdb.cli.demo;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.thetisdb.benchmarks.text.Format;
import org.thetisdb.lab.shift.HeatMap;

/** Draws which site masters which partition, and how much is written there: one row a site. */
final class HeatMapText {
  /** From little to much, in characters that every terminal has. */
  private static final String SHADES = ".:-=+*%#";

  private static final int MOST_COLUMNS = 60;

  private HeatMapText() {}

  /** How many neighbouring partitions share a column. */
  static int perColumn(int partitions) {
    return (partitions + MOST_COLUMNS - 1) / MOST_COLUMNS;
  }

  /** A line for each site; all are of the same length up to the share of its writes. */
  static String of(HeatMap map) {
    long most = most(map);
    StringBuilder text = new StringBuilder();
    for (int site = 1; site <= map.sites(); site++) {
      text.append(String.format(Locale.ROOT, "  site %-2d |", site));
      for (List<HeatMap.Cell> column : columns(map)) {
        int here = site;
        boolean isEmpty = column.stream().noneMatch(cell -> cell.site() == here);
        text.append(isEmpty ? ' ' : shade(writes(column, site), most));
      }
      text.append("| ").append(Format.percent(100 * map.share(site))).append('\n');
    }
    return text.toString();
  }

  private static List<List<HeatMap.Cell>> columns(HeatMap map) {
    int width = perColumn(map.cells().size());
    List<List<HeatMap.Cell>> columns = new ArrayList<>();
    for (int from = 0; from < map.cells().size(); from += width) {
      columns.add(map.cells().subList(from, Math.min(from + width, map.cells().size())));
    }
    return columns;
  }

  private static long writes(List<HeatMap.Cell> column, int site) {
    return column.stream()
        .filter(cell -> cell.site() == site)
        .mapToLong(HeatMap.Cell::writes)
        .sum();
  }

  private static long most(HeatMap map) {
    long most = 0;
    for (List<HeatMap.Cell> column : columns(map)) {
      for (int site = 1; site <= map.sites(); site++) {
        most = Math.max(most, writes(column, site));
      }
    }
    return most;
  }

  /** The busiest column has the darkest, one without writes the lightest. */
  private static char shade(long writes, long most) {
    if (most == 0) {
      return SHADES.charAt(0);
    }
    return SHADES.charAt((int) ((writes * (SHADES.length() - 1) + most - 1) / most));
  }
}
