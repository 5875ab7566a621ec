package org.thetisdb.core.placement;

import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.thetisdb.core.id.PartitionId;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.core.schema.TableSchema;

/**
 * Which member of an era is the primary of a key (decision 0050): rows with one value of the first
 * key column have the same one, in all tables. It follows from the key and the members alone, so
 * that router and sites agree on it without a word. Not thread-safe.
 */
public final class Primaries {
  /** A range of more values than this has all members as primaries. */
  private static final int MOST_VALUES = 256;

  private final int[] members;
  private final Map<Integer, Grid> grids = new HashMap<>();

  /** A grid, and what it was made for. */
  private record Grid(TableSchema schema, PartitionGrid cells) {}

  /**
   * Over the members of an era.
   *
   * @param members at least one, in the order of their numbers
   */
  public Primaries(List<Integer> members) {
    if (members.isEmpty()) {
      throw new IllegalArgumentException("an era without members");
    }
    this.members = members.stream().mapToInt(Integer::intValue).toArray();
  }

  /** Whether a site is a member. */
  public boolean isMember(int site) {
    for (int member : members) {
      if (member == site) {
        return true;
      }
    }
    return false;
  }

  /** The primary of a key. */
  public int of(RowKey key, TableSchema schema) {
    return of(grid(key.tableId(), schema).partitionOf(key.bytes()));
  }

  private int of(long cell) {
    return members[(int) Math.floorMod(PartitionId.index(cell), (long) members.length)];
  }

  /** Adds the primaries of all keys that there may be in a range; an empty end is the table's. */
  public void addOf(int tableId, byte[] from, byte[] to, TableSchema schema, BitSet primaries) {
    boolean few =
        grid(tableId, schema)
            .forEachPartition(from, to, MOST_VALUES, cell -> primaries.set(of(cell)));
    if (!few) {
      for (int member : members) {
        primaries.set(member);
      }
    }
  }

  @SuppressWarnings("ReferenceEquality")
  private PartitionGrid grid(int tableId, TableSchema schema) {
    Grid known = grids.get(tableId);
    if (known == null || known.schema != schema) {
      known = new Grid(schema, new PartitionGrid(tableId, schema, 1));
      grids.put(tableId, known);
    }
    return known.cells;
  }
}
