package org.thetisdb.router.replica;

import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.id.PartitionId;
import org.thetisdb.core.placement.PartitionGrid;
import org.thetisdb.core.placement.ReplicaRange;
import org.thetisdb.procedures.runtime.RegisteredTable;
import org.thetisdb.procedures.runtime.TableRegistry;

/** How people name the ranges of replicas: {@code table} or {@code table:from..to}. Stateless. */
final class ReplicaText {
  private ReplicaText() {}

  /** The partitions of a range. */
  record Bounds(long first, long last) {}

  /**
   * The partitions that hold a range: all of a table, or those with the values from one to another
   * of its first key column, both included.
   *
   * @throws ThetisException REPLICA_CHANGE_REFUSED if there is no such range
   */
  static Bounds bounds(TableRegistry tables, String range) {
    int colon = range.indexOf(':');
    String name = colon < 0 ? range : range.substring(0, colon);
    RegisteredTable table = find(tables, name);
    if (table == null) {
      throw refused("there is no table \"" + name + "\"");
    }
    PartitionGrid grid = table.grid();
    if (colon < 0) {
      return new Bounds(grid.firstPartition(), grid.lastPartition());
    }
    String[] values = range.substring(colon + 1).split("\\.\\.", -1);
    if (!grid.isOfNumbers()) {
      throw refused("only a table whose keys begin with a number has ranges; name the table alone");
    }
    if (values.length != 2) {
      throw refused("\"" + range + "\" is not TABLE or TABLE:FROM..TO");
    }
    long first = grid.partitionOfValue(number(values[0]));
    long last = grid.partitionOfValue(number(values[1]));
    if (first > last) {
      throw refused("\"" + range + "\" ends before it begins");
    }
    return new Bounds(first, last);
  }

  private static RegisteredTable find(TableRegistry tables, String name) {
    for (RegisteredTable each : tables.tables()) {
      if (each.schema().name().equalsIgnoreCase(name)) {
        return each;
      }
    }
    return null;
  }

  private static long number(String value) {
    try {
      return Long.parseLong(value.strip());
    } catch (NumberFormatException e) {
      throw refused("\"" + value + "\" is no value of the first key column");
    }
  }

  /** The range as people name it; by the numbers of its partitions if the table is not there. */
  static String of(TableRegistry tables, ReplicaRange range) {
    RegisteredTable table = tables.byId(range.table());
    if (table == null) {
      return PartitionId.toString(range.first()) + ".." + PartitionId.index(range.last());
    }
    PartitionGrid grid = table.grid();
    boolean all = range.first() == grid.firstPartition() && range.last() == grid.lastPartition();
    if (all) {
      return table.schema().name();
    }
    long first = grid.firstValue(range.first());
    return table.schema().name() + ":" + first + ".." + grid.lastValue(range.last());
  }

  private static ThetisException refused(String why) {
    return new ThetisException(ErrorCode.REPLICA_CHANGE_REFUSED, why);
  }
}
