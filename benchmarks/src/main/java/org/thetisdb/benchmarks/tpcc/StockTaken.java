package org.thetisdb.benchmarks.tpcc;

/**
 * What an order leaves in stock. An order may name an item twice; its lines are sorted, so the two
 * follow each other. For one order.
 */
public final class StockTaken {
  private static final int LEAST_LEFT = 10;
  private static final int REFILL = 91;

  private int item;
  private int supplier;
  private int left;

  /**
   * The quantity after a line (clause 2.4.2.2).
   *
   * @param stock the quantity before this order; what an earlier line of it has left counts more
   */
  public int after(int ofItem, int fromSupplier, int quantity, int stock) {
    boolean again = ofItem == item && fromSupplier == supplier;
    int before = again ? left : stock;
    item = ofItem;
    supplier = fromSupplier;
    left = before - quantity;
    if (left < LEAST_LEFT) {
      left += REFILL;
    }
    return left;
  }
}
