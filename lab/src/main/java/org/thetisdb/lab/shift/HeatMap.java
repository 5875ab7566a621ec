package org.thetisdb.lab.shift;

import java.util.List;

/**
 * Which site masters which partition at a moment, and how much is written in each in a tenth of a
 * second that begins, or ends, with it.
 *
 * @param look which moment of the run it is
 * @param atS simulated seconds from the beginning of the load
 * @param sites how many there are
 * @param cells the partitions, those that are used together at that moment beside each other
 */
public record HeatMap(Look look, double atS, int sites, List<Cell> cells) {
  /**
   * One partition.
   *
   * @param site its master
   * @param writes records that are written in it
   */
  public record Cell(int site, long writes) {}

  /** Copies the cells. */
  public HeatMap {
    cells = List.copyOf(cells);
  }

  /** The share of all writes at one site, from 0 to 1; sites count from 1. */
  public double share(int site) {
    long all = cells.stream().mapToLong(Cell::writes).sum();
    long here = cells.stream().filter(cell -> cell.site() == site).mapToLong(Cell::writes).sum();
    return all == 0 ? 0 : (double) here / all;
  }

  /** Pairs of neighbours, all the way round, that have different masters. */
  public long borders() {
    long borders = 0;
    for (int i = 0; i < cells.size(); i++) {
      borders += cells.get(i).site() == cells.get((i + 1) % cells.size()).site() ? 0 : 1;
    }
    return borders;
  }
}
