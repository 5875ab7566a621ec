package org.thetisdb.server.replica;

import java.util.ArrayList;
import java.util.List;
import org.thetisdb.core.placement.ReplicaRange;
import org.thetisdb.core.placement.ReplicaSets;
import org.thetisdb.procedures.runtime.RegisteredTable;
import org.thetisdb.procedures.runtime.TableRegistry;
import org.thetisdb.replication.membership.FirstMasters;
import org.thetisdb.replication.membership.Roster;
import org.thetisdb.server.catalog.Holder;
import org.thetisdb.store.RowStore;
import org.thetisdb.store.Snapshot;

/**
 * Which sites hold a row, of those that do not hold every row, as of one cut: by the cluster's
 * settings (decision 0041) and releases (decision 0082), and by replicas that the cut says are held
 * (decision 0054). All sites tell the same of one cut. Not thread-safe.
 */
final class RowHolders {
  private static final long NONE_YET = Long.MIN_VALUE;

  private final List<Integer> partialSites = new ArrayList<>();
  private final FirstMasters masters;
  private final ReplicaSets added;
  private final TableRegistry tables;
  private final RowStore store;
  private final Snapshot cut;

  /** Rows come in the order of their keys, so the next one mostly is of the same partition. */
  private long partition = NONE_YET;

  private List<Integer> holders = List.of();

  /**
   * As of a cut.
   *
   * @param added what the cut says of replicas
   * @param tables all that have rows in the cut
   * @param store says which site holds what has moved
   * @param cut which can be read there
   */
  RowHolders(Roster roster, ReplicaSets added, TableRegistry tables, RowStore store, Snapshot cut) {
    for (int site = 1; site <= roster.highest(); site++) {
      if (!roster.holdsAll(site)) {
        partialSites.add(site);
      }
    }
    this.masters = roster.firstMasters();
    this.added = added;
    this.tables = tables;
    this.store = store;
    this.cut = cut;
  }

  /** Those of them that hold a row, ascending. */
  List<Integer> of(int tableId, byte[] key) {
    if (partialSites.isEmpty()) {
      return List.of();
    }
    RegisteredTable table = tableId < FirstMasters.FIRST_USER_TABLE ? null : tables.byId(tableId);
    if (table == null) {
      return partialSites;
    }
    long rowsPartition = table.grid().partitionOf(key);
    if (rowsPartition != partition) {
      partition = rowsPartition;
      Holder moved = Holder.at(store, partition, cut);
      holders = partialSites.stream().filter(site -> holds(moved, site)).toList();
    }
    return holders;
  }

  private boolean holds(Holder moved, int site) {
    return Holder.holds(moved, masters, site, partition) || isHeldBy(added.at(site, partition));
  }

  private static boolean isHeldBy(ReplicaRange range) {
    return range != null && range.incarnation() != 0;
  }
}
