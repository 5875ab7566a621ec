package org.thetisdb.lab.shift;

import java.util.List;

/**
 * Which site masters which partition, and how much each is written, at one moment.
 *
 * @param atUs when, from the load's beginning
 * @param sites how many there are
 * @param cells the partitions, those that are used together beside each other
 */
public record HeatMap(long atUs, int sites, List<Cell> cells) {
  /**
   * One partition.
   *
   * @param site its master
   * @param writes records that were written in it since the map before
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

  /** Pairs of neighbours that have different masters: none would be best for one site alone. */
  public long borders() {
    long borders = 0;
    for (int i = 0; i < cells.size(); i++) {
      borders += cells.get(i).site() == cells.get((i + 1) % cells.size()).site() ? 0 : 1;
    }
    return borders;
  }
}
