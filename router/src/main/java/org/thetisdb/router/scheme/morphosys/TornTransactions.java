package org.thetisdb.router.scheme.morphosys;

import java.util.Arrays;
import org.agrona.collections.Int2ObjectHashMap;
import org.agrona.collections.IntHashSet;
import org.thetisdb.core.id.PartitionId;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.router.routing.Footprint;
import org.thetisdb.router.routing.Placement;

/**
 * Which part of the transactions would be torn if all that lies behind a border went elsewhere,
 * judged by the keys of sampled ones. Tables that are written together mostly begin their keys
 * alike, and the same border would be put into them. So a transaction is torn that writes on both
 * sides of it, in one table or in two. A table whose keys say nothing of the side on which the
 * others are written does not count.
 *
 * <p>Not thread-safe.
 */
final class TornTransactions {
  /** Transactions that are looked at for a border. */
  private static final int MOST_LOOKED_AT = 96;

  /** Fewer that write two tables say nothing of how their keys agree. */
  private static final int LEAST_TOGETHER = 8;

  /** Of what two tables could agree in beyond chance, so much is agreement. */
  private static final double AGREES = 0.5;

  private static final int BELOW = 1;
  private static final int ABOVE = 2;
  private static final int BOTH = BELOW | ABOVE;

  private final Placement placement;
  private final WorkloadModel model;
  private final Int2ObjectHashMap<Agreement> tables = new Int2ObjectHashMap<>();

  /** By table: on which sides one transaction writes. */
  private final Int2ObjectHashMap<Side> sides = new Int2ObjectHashMap<>();

  TornTransactions(Placement placement, WorkloadModel model) {
    this.placement = placement;
    this.model = model;
  }

  private static final class Side {
    private int side;
  }

  /** How often one table is written on the side on which another one is. */
  private static final class Agreement {
    private int together;
    private int same;
    private int above;
    private int otherAbove;

    void add(int side, int other) {
      if (side != BOTH && other != BOTH) {
        together++;
        same += side == other ? 1 : 0;
        above += side == ABOVE ? 1 : 0;
        otherAbove += other == ABOVE ? 1 : 0;
      }
    }

    boolean isThere() {
      if (together < LEAST_TOGETHER) {
        return false;
      }
      double all = together;
      double chance =
          above / all * (otherAbove / all) + (1 - above / all) * (1 - otherAbove / all);
      return chance < 1 && (same / all - chance) / (1 - chance) >= AGREES;
    }
  }

  /**
   * The share of the updates of a range, 0 to 1, that would be torn by a border in it and such ones
   * in other tables. Updates that are torn already do not count.
   */
  double share(PartitionUse use, byte[] at) {
    tables.clear();
    int table = PartitionId.table(use.partition);
    int looked = look(use, at, table, false);
    int torn = look(use, at, table, true);
    return looked == 0 ? 0 : torn / (double) looked;
  }

  /** Counts transactions: those of one master, or of these the torn ones. */
  private int look(PartitionUse use, byte[] at, int table, boolean countsTorn) {
    int looked = 0;
    int counted = 0;
    IntHashSet.IntIterator slots = use.samples.iterator();
    while (looked < MOST_LOOKED_AT && slots.hasNext()) {
      Footprint transaction = model.sample(slots.nextValue());
      if (transaction.writes(use.partition) && placement.commonMaster(transaction.written()) != 0) {
        looked++;
        findSides(transaction, at);
        boolean counts = countsTorn ? isTorn(table) : compare(table);
        counted += counts ? 1 : 0;
      }
    }
    return counted;
  }

  private void findSides(Footprint transaction, byte[] at) {
    sides.clear();
    for (RowKey key : transaction.writtenKeys()) {
      Side side = sides.computeIfAbsent(key.tableId(), any -> new Side());
      side.side |= Arrays.compareUnsigned(key.bytes(), at) < 0 ? BELOW : ABOVE;
    }
  }

  /** Takes note of how tables agree with that in which the border is to be; always true. */
  private boolean compare(int table) {
    Side own = sides.get(table);
    if (own != null) {
      sides.forEachInt(
          (other, side) ->
              tables.computeIfAbsent(other, any -> new Agreement()).add(own.side, side.side));
    }
    return true;
  }

  private boolean isTorn(int table) {
    Side own = sides.get(table);
    int[] all = {own == null ? 0 : own.side};
    sides.forEachInt(
        (other, side) -> {
          Agreement agreement = tables.get(other);
          boolean counts = other != table && agreement != null && agreement.isThere();
          all[0] |= counts ? side.side : 0;
        });
    return all[0] == BOTH;
  }
}
