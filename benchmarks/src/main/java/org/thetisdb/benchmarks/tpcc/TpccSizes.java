package org.thetisdb.benchmarks.tpcc;

/**
 * How many rows there are in the beginning.
 *
 * @param warehouses the scale
 * @param customers of a district; it has as many orders
 * @param items that are sold
 */
public record TpccSizes(int warehouses, int customers, int items) {
  /** Districts of a warehouse. */
  public static final int DISTRICTS = 10;

  /** Orders of a district that are delivered in the beginning. */
  public int delivered() {
    return customers * 7 / 10;
  }
}
