package org.thetisdb.migration.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.function.LongUnaryOperator;
import org.thetisdb.core.id.PartitionId;

/**
 * Divides what a site masters that leaves among the sites that stay, or what all master with one
 * that has joined: runs of neighbouring cells, in turn, each site as many as the others. Of tables
 * that are cut alike the same cells go to the same site, so that transactions over both stay at one
 * site. Stateless.
 */
public final class DrainPlanner {
  /** So many runs of a table each site gets, if the table has as many cells. */
  private static final int RUNS_OF_A_SITE = 4;

  /** Cells of a run at most, as many as go with their mastership. */
  private static final int MOST_CELLS = 256;

  /** Cells of a table that are looked at; what lies behind them is not planned. */
  static final int MOST_LOOKED_AT = 100_000;

  private DrainPlanner() {}

  /**
   * The cells of a table that have rows.
   *
   * @param first the first of them
   * @param last the last of them
   */
  public record OccupiedCells(long first, long last) {
    private long span() {
      return last - first + 1;
    }
  }

  /**
   * Cells that go to one site.
   *
   * @param first the first cell
   * @param last the last cell
   * @param to the site that is to master what the leaving one masters of them
   * @param whole whether the leaving site masters all of them
   */
  public record DrainedRange(long first, long last, int to, boolean whole) {}

  /**
   * A plan.
   *
   * @param tables where there are rows
   * @param masters the site that masters a cell
   * @param leaving the site that leaves
   * @param staying the sites that are to have what it masters, at least one
   */
  public static List<DrainedRange> plan(
      List<OccupiedCells> tables, LongUnaryOperator masters, int leaving, List<Integer> staying) {
    List<DrainedRange> plan = new ArrayList<>();
    for (OccupiedCells table : tables) {
      long width = width(table.span(), staying.size());
      long end = Math.min(table.last(), table.first() + MOST_LOOKED_AT - 1);
      long at = table.first();
      while (at <= end) {
        // Runs begin at multiples of their width, so that tables that are cut alike have the same.
        long run = Math.floorDiv(PartitionId.index(at), width);
        long last = Math.min(end, at + width - 1 - Math.floorMod(PartitionId.index(at), width));
        int to = staying.get((int) Math.floorMod(run, (long) staying.size()));
        add(at, last, masters, leaving, to, plan);
        at = last + 1;
      }
    }
    return plan;
  }

  /**
   * What a site that has joined is to get of all that there is: as many runs of each table as the
   * others keep, wherever their cells are mastered.
   *
   * @param staying all sites, the joined one among them
   */
  public static List<DrainedRange> share(
      List<OccupiedCells> tables, int joined, List<Integer> staying) {
    List<DrainedRange> all = plan(tables, cell -> joined, joined, staying);
    all.removeIf(each -> each.to() != joined);
    return all;
  }

  private static long width(long cells, int sites) {
    long wanted = Math.max(1, cells / ((long) RUNS_OF_A_SITE * sites));
    return Math.min(MOST_CELLS, Long.highestOneBit(wanted));
  }

  private static void add(
      long from,
      long to,
      LongUnaryOperator masters,
      int leaving,
      int target,
      List<DrainedRange> plan) {
    long first = 0;
    long last = 0;
    long count = 0;
    for (long cell = from; cell <= to; cell++) {
      if (masters.applyAsLong(cell) == leaving) {
        first = count == 0 ? cell : first;
        last = cell;
        count++;
      }
    }
    if (count > 0) {
      plan.add(new DrainedRange(first, last, target, count == last - first + 1));
    }
  }
}
