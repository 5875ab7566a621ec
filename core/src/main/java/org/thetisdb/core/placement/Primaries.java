package org.thetisdb.core.placement;

import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.thetisdb.core.id.PartitionId;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.core.schema.TableSchema;

/**
 * Which member of an epoch view is the primary of a key (decision 0050): rows with one value of the
 * first key column have the same one, in all tables. It follows from the key, the members and the
 * epoch coordinator's share alone, so that router and sites agree on it without a word. Not
 * thread-safe.
 */
public final class Primaries {
  /**
   * The epoch coordinator's share, in tenths, if it is the primary of as many keys as any other
   * member.
   */
  public static final int WHOLE_SHARE = 10;

  /** A range of more values than this has all members as primaries. */
  private static final int MOST_VALUES = 256;

  private final int[] members;

  /** The primary of each value of a key column, which repeats itself. */
  private final int[] turns;

  private final Map<Integer, Grid> grids = new HashMap<>();

  /** A grid, and what it was made for. */
  private record Grid(TableSchema schema, PartitionGrid cells) {}

  /**
   * Over the members of an epoch view.
   *
   * @param members at least one, in the order of their numbers
   * @param epochCoordinator one of them
   * @param share of the keys that the epoch coordinator has, in tenths of what each other member
   *     has: from 0 to {@link #WHOLE_SHARE}
   */
  public Primaries(List<Integer> members, int epochCoordinator, int share) {
    if (members.isEmpty() || share < 0 || share > WHOLE_SHARE) {
      throw new IllegalArgumentException(
          "an epoch view of members " + members + " with an epoch coordinator's share of " + share);
    }
    this.members = members.stream().mapToInt(Integer::intValue).toArray();
    boolean isEven = share == WHOLE_SHARE || members.size() == 1;
    this.turns = isEven ? this.members : turns(this.members, epochCoordinator, share);
  }

  /**
   * Each takes turns by its weight, spread as evenly as may be: few values are shared well, too.
   */
  private static int[] turns(int[] members, int epochCoordinator, int share) {
    int[] credit = new int[members.length];
    int all = (members.length - 1) * WHOLE_SHARE + share;
    int[] turns = new int[all];
    for (int turn = 0; turn < all; turn++) {
      int next = 0;
      for (int i = 0; i < members.length; i++) {
        credit[i] += members[i] == epochCoordinator ? share : WHOLE_SHARE;
        next = credit[i] > credit[next] ? i : next;
      }
      credit[next] -= all;
      turns[turn] = members[next];
    }
    return turns;
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
    return turn(PartitionId.index(cell));
  }

  /** A member for what has no key: each is so for as many numbers as it has keys. */
  public int turn(long number) {
    return turns[(int) Math.floorMod(number, (long) turns.length)];
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
