package org.thetisdb.simulation.cluster.judge;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import org.thetisdb.core.bytes.ByteReader;
import org.thetisdb.core.id.PartitionId;
import org.thetisdb.core.id.Stamp;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.core.placement.PartitionGrid;
import org.thetisdb.core.placement.ReplicaSets;
import org.thetisdb.procedures.runtime.RegisteredTable;
import org.thetisdb.procedures.runtime.TableRegistry;
import org.thetisdb.replication.log.LogBatchReader;
import org.thetisdb.replication.membership.ClusterSettings;
import org.thetisdb.replication.membership.FirstMasters;
import org.thetisdb.server.catalog.Catalog;
import org.thetisdb.sql.catalog.DroppedDef;

/**
 * Where some sites hold only a part of the rows: a site that gives a partition to a site that does
 * not hold it ships all of its rows, each as the logs have it then, and none beside them (decision
 * 0082). A replica that stays behind a restart is held, too (decision 0123).
 */
final class ShippingJudge {
  private final ClusterSettings cluster;
  private final FirstMasters masters;

  /** Partitions that their first masters hold no more, unless they master them. */
  private final Set<Long> away = new HashSet<>();

  /** Tables that were dropped, and whose rows each site removes when it is ready. */
  private final Set<RowKey> purged = new HashSet<>();

  private ReplicaSets replicas = ReplicaSets.NONE;

  ShippingJudge(ClusterSettings cluster) {
    this.cluster = cluster;
    this.masters = new FirstMasters(cluster);
  }

  /**
   * What is wrong with a release, which is the first one of its term.
   *
   * @param versions the stamp of the newest version of each row
   */
  List<String> judge(
      LogBatchReader record, NavigableMap<RowKey, Long> versions, TableRegistry tables) {
    List<String> problems = new ArrayList<>();
    if (!cluster.isPartial()) {
      return problems;
    }
    long partition = record.partition();
    boolean holds = isHeldAt(record.grantee(), partition) || isSavedAt(record.grantee(), partition);
    if (!holds && !record.ships()) {
      problems.add(
          "gives partition %s to site %d, which does not hold it"
              .formatted(PartitionId.toString(partition), record.grantee()));
    }
    boolean isPurged = purged.contains(DroppedDef.key(PartitionId.table(partition)));
    if (record.ships() && !isPurged) {
      Map<RowKey, Long> shipped = shipped(record);
      Map<RowKey, Long> wanted = rowsOf(partition, versions, tables);
      if (!shipped.equals(wanted)) {
        problems.add(
            "ships %s of partition %s, where there is %s"
                .formatted(text(shipped), PartitionId.toString(partition), text(wanted)));
      }
    }
    if (record.firstMasterHolds()) {
      away.remove(partition);
    } else {
      away.add(partition);
    }
    return problems;
  }

  /** A row was written. */
  void onWrite(RowKey key, byte[] row) {
    if (key.tableId() == Catalog.REPLICAS && row != null) {
      replicas = replicas.later(ReplicaSets.decode(new ByteReader(row)));
    }
    if (key.tableId() == Catalog.DEFINITIONS && row != null && DroppedDef.isPurged(row)) {
      purged.add(key); // or that of another definition: nobody asks for that one
    }
  }

  private boolean isSavedAt(int site, long partition) {
    return replicas.ranges().stream()
        .anyMatch(each -> each.site() == site && each.saved() && each.contains(partition));
  }

  private boolean isHeldAt(int site, long partition) {
    return cluster.holdsAll(site)
        || PartitionId.table(partition) < FirstMasters.FIRST_USER_TABLE
        || (masters.isHeldAt(site, partition) && !away.contains(partition));
  }

  private static Map<RowKey, Long> shipped(LogBatchReader record) {
    Map<RowKey, Long> rows = new HashMap<>();
    int table = PartitionId.table(record.partition());
    record.forEachShipped(
        (key, stamp, position, row, offset, length) -> rows.put(new RowKey(table, key), stamp));
    return rows;
  }

  private static Map<RowKey, Long> rowsOf(
      long partition, NavigableMap<RowKey, Long> versions, TableRegistry tables) {
    RegisteredTable table = tables.byId(PartitionId.table(partition));
    if (table == null) {
      return Map.of();
    }
    PartitionGrid grid = table.grid();
    byte[] to = grid.upperBound(partition);
    RowKey end = to.length == 0 ? new RowKey(table.id() + 1, to) : new RowKey(table.id(), to);
    return versions.subMap(new RowKey(table.id(), grid.lowerBound(partition)), true, end, false);
  }

  private static String text(Map<RowKey, Long> rows) {
    List<String> all = new ArrayList<>();
    rows.forEach((key, stamp) -> all.add(key + " " + Stamp.toString(stamp)));
    return all.toString();
  }
}
