package org.thetisdb.benchmarks.tpcc;

import org.thetisdb.benchmarks.driver.Weights;

/**
 * How large the company is and what is done.
 *
 * @param warehouses the scale
 * @param shrink 1 for the sizes of the specification; a larger number divides customers, orders and
 *     items, for trials
 * @param weights of NewOrder, Payment, OrderStatus, Delivery, StockLevel
 * @param affinity transactions of a terminal at one warehouse, before another terminal takes its
 *     place at another one; 0 keeps it there
 */
public record TpccOptions(int warehouses, int shrink, Weights weights, int affinity) {
  /** The usual weights. */
  public static final Weights USUAL_WEIGHTS = Weights.of(45, 43, 4, 4, 4);

  /** Most warehouses. */
  public static final int MOST_WAREHOUSES = 20_000;

  /** Most that sizes can be divided by. */
  public static final int MOST_SHRINK = 100;

  private static final int CUSTOMERS = 3_000;
  private static final int ITEMS = 100_000;

  /** Terminals stay at their warehouses. */
  public TpccOptions(int warehouses, int shrink, Weights weights) {
    this(warehouses, shrink, weights, 0);
  }

  /** Checks the numbers. */
  public TpccOptions {
    if (warehouses < 1 || warehouses > MOST_WAREHOUSES) {
      throw new IllegalArgumentException("there are 1 to " + MOST_WAREHOUSES + " warehouses");
    }
    if (affinity < 0) {
      throw new IllegalArgumentException("--affinity is 0 or more");
    }
    if (shrink < 1 || shrink > MOST_SHRINK) {
      throw new IllegalArgumentException("--shrink goes from 1 to " + MOST_SHRINK);
    }
  }

  TpccSizes sizes() {
    return new TpccSizes(warehouses, CUSTOMERS / shrink, ITEMS / shrink);
  }
}
