package org.thetisdb.benchmarks.tpcc;

/**
 * Where a terminal works, as OLTP-Bench divides them: warehouses get as many terminals each, and
 * those of one warehouse divide its districts. With fewer terminals than warehouses each has one
 * warehouse of its own, and some warehouses have none.
 *
 * @param warehouse from 1 on
 * @param firstDistrict the first of its districts
 * @param lastDistrict the last of them
 */
public record TerminalPlace(int warehouse, int firstDistrict, int lastDistrict) {
  /** The place of one terminal of so many. */
  public static TerminalPlace of(int terminal, int terminals, int warehouses) {
    if (terminals <= warehouses) {
      int warehouse = (int) ((long) terminal * warehouses / terminals);
      return new TerminalPlace(warehouse + 1, 1, TpccSizes.DISTRICTS);
    }
    int warehouse = (int) (((long) terminal + 1) * warehouses - 1) / terminals;
    int first = border(warehouse, terminals, warehouses);
    int count = border(warehouse + 1, terminals, warehouses) - first;
    int place = terminal - first;
    int low = Math.min(TpccSizes.DISTRICTS - 1, TpccSizes.DISTRICTS * place / count);
    int high = Math.max(low + 1, TpccSizes.DISTRICTS * (place + 1) / count);
    return new TerminalPlace(warehouse + 1, low + 1, high);
  }

  /** The first terminal of a warehouse. */
  private static int border(int warehouse, int terminals, int warehouses) {
    return (int) ((long) warehouse * terminals / warehouses);
  }
}
