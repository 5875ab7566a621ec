package org.thetisdb.router.catalog;

import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.id.PartitionId;
import org.thetisdb.core.placement.PartitionGrid;
import org.thetisdb.procedures.runtime.RegisteredTable;
import org.thetisdb.procedures.runtime.TableRegistry;

/**
 * How people name ranges: {@code table} or {@code table:from..to}, with values of the first key
 * column, both included. Stateless.
 */
public final class RangeText {
  private RangeText() {}

  /** The cells of a range. */
  public record Bounds(PartitionGrid grid, long first, long last) {}

  /**
   * The cells that hold a range: all of a table, or those with the values from one to another of
   * its first key column.
   *
   * @param cellKeys values of the first key column in a cell
   * @param refusal the error if there is no such range
   * @throws ThetisException with that code
   */
  public static Bounds bounds(
      TableRegistry tables, String range, long cellKeys, ErrorCode refusal) {
    int colon = range.indexOf(':');
    String name = colon < 0 ? range : range.substring(0, colon);
    RegisteredTable table = find(tables, name);
    if (table == null) {
      throw new ThetisException(refusal, "there is no table \"" + name + "\"");
    }
    PartitionGrid grid = new PartitionGrid(table.id(), table.schema(), cellKeys);
    if (colon < 0) {
      return new Bounds(grid, grid.firstPartition(), grid.lastPartition());
    }
    String[] values = range.substring(colon + 1).split("\\.\\.", -1);
    if (!grid.isOfNumbers()) {
      throw new ThetisException(
          refusal, "only a table whose keys begin with a number has ranges; name the table alone");
    }
    if (values.length != 2) {
      throw new ThetisException(refusal, "\"" + range + "\" is not TABLE or TABLE:FROM..TO");
    }
    long first = grid.partitionOfValue(number(values[0], refusal));
    long last = grid.partitionOfValue(number(values[1], refusal));
    if (first > last) {
      throw new ThetisException(refusal, "\"" + range + "\" ends before it begins");
    }
    return new Bounds(grid, first, last);
  }

  private static RegisteredTable find(TableRegistry tables, String name) {
    for (RegisteredTable each : tables.tables()) {
      if (each.schema().name().equalsIgnoreCase(name)) {
        return each;
      }
    }
    return null;
  }

  private static long number(String value, ErrorCode refusal) {
    try {
      return Long.parseLong(value.strip());
    } catch (NumberFormatException e) {
      throw new ThetisException(refusal, "\"" + value + "\" is no value of the first key column");
    }
  }

  /** Cells as people name them; by their numbers if the table is not there. */
  public static String of(TableRegistry tables, long first, long last, long cellKeys) {
    RegisteredTable table = tables.byId(PartitionId.table(first));
    if (table == null) {
      return PartitionId.toString(first) + ".." + PartitionId.index(last);
    }
    PartitionGrid grid = new PartitionGrid(table.id(), table.schema(), cellKeys);
    if (first == grid.firstPartition() && last == grid.lastPartition()) {
      return table.schema().name();
    }
    return table.schema().name() + ":" + grid.firstValue(first) + ".." + grid.lastValue(last);
  }
}
