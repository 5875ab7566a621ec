package org.thetisdb.simulation.cluster;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.thetisdb.core.bytes.ByteReader;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.core.placement.ReplicaSets;
import org.thetisdb.core.schema.TableSchema;
import org.thetisdb.procedures.runtime.TableRegistry;
import org.thetisdb.replication.membership.ClusterSettings;
import org.thetisdb.replication.membership.FirstMasters;
import org.thetisdb.server.catalog.Catalog;
import org.thetisdb.server.catalog.Holder;
import org.thetisdb.sql.catalog.DroppedDef;
import org.thetisdb.store.RowStore;
import org.thetisdb.store.RowVersion;
import org.thetisdb.store.Snapshot;

/**
 * Compares the rows of all sites: at rest those that hold all have the same, and each other one has
 * exactly those of them that it is to hold: by the cluster's settings and by releases, or as a
 * replica that was added.
 */
final class Replicas {
  private static final int MOST_TABLES = 64;

  private final FirstMasters masters;
  private TableRegistry tables;
  private ReplicaSets added = ReplicaSets.NONE;
  private final Map<Long, Holder> moved = new HashMap<>();

  private Replicas(ClusterSettings cluster) {
    this.masters = new FirstMasters(cluster);
    this.tables = cluster.isPartial() ? TableRegistry.empty(cluster.partitionKeys()) : null;
  }

  static List<String> differences(ClusterSettings cluster, List<SiteMachine> sites) {
    List<String> differences = new ArrayList<>();
    Replicas replicas = new Replicas(cluster);
    String name = "the masters";
    Map<RowKey, byte[]> first;
    if (cluster.lacksFullSite()) {
      first = replicas.rowsOfMasters(sites);
    } else {
      SiteMachine full =
          sites.stream().filter(site -> cluster.holdsAll(site.id())).findFirst().orElseThrow();
      name = full.name();
      first = replicas.rows(full.store());
    }
    for (SiteMachine site : sites) {
      Map<RowKey, byte[]> rows = replicas.rows(site.store());
      String difference = firstDifference(first, rows, key -> replicas.isHeldAt(site.id(), key));
      if (difference != null) {
        differences.add("replicas of " + name + " and " + site.name() + " differ in " + difference);
      }
    }
    return differences;
  }

  /** Where no site holds every row: of each row what the site has that masters it. */
  private Map<RowKey, byte[]> rowsOfMasters(List<SiteMachine> sites) {
    Map<RowKey, byte[]> all = new HashMap<>(rows(sites.get(0).store()));
    all.keySet().removeIf(key -> key.tableId() >= FirstMasters.FIRST_USER_TABLE);
    for (SiteMachine site : sites) {
      rows(site.store())
          .forEach(
              (key, row) -> {
                if (key.tableId() >= FirstMasters.FIRST_USER_TABLE
                    && masterOf(tables.partitionOf(key)) == site.id()) {
                  all.put(key, row);
                }
              });
    }
    return all;
  }

  private int masterOf(long partition) {
    Holder holder = moved.get(partition);
    return holder == null ? masters.master(partition) : holder.master();
  }

  private boolean isHeldAt(int site, RowKey key) {
    return tables == null
        || key.tableId() < FirstMasters.FIRST_USER_TABLE
        || isHeldAt(site, tables.partitionOf(key))
        || isAddedAt(site, tables.partitionOf(key));
  }

  private boolean isHeldAt(int site, long partition) {
    Holder holder = moved.get(partition);
    return masters.holdsAll(site)
        || (holder != null && holder.master() == site)
        || ((holder == null || holder.firstMasterHolds()) && masters.isHeldAt(site, partition));
  }

  private boolean isAddedAt(int site, long partition) {
    return added.ranges().stream()
        .anyMatch(range -> range.site() == site && range.contains(partition));
  }

  private static String firstDifference(
      Map<RowKey, byte[]> first, Map<RowKey, byte[]> second, Predicate<RowKey> isHeld) {
    Map<RowKey, byte[]> all = new TreeMap<>(first);
    all.putAll(second);
    for (RowKey key : all.keySet()) {
      byte[] wanted = isHeld.test(key) ? first.get(key) : null;
      if (!Arrays.equals(wanted, second.get(key))) {
        String name = "table " + key.tableId() + " key " + Arrays.toString(key.bytes());
        return name + ": " + text(wanted) + " and " + text(second.get(key));
      }
    }
    return null;
  }

  private static String text(byte[] row) {
    return row == null ? "no row" : Arrays.toString(row);
  }

  private Map<RowKey, byte[]> rows(RowStore store) {
    Map<RowKey, byte[]> rows = new TreeMap<>();
    for (int table = 0; table < MOST_TABLES; table++) {
      int tableId = table;
      if (isPurged(store, table)) {
        continue;
      }
      store.scan(
          table,
          new byte[0],
          null,
          false,
          Snapshot.EVERYTHING,
          (key, version) -> {
            rows.put(new RowKey(tableId, key), version.toByteArray());
            return true;
          });
    }
    if (tables != null) {
      rows.forEach(this::define);
    }
    return rows;
  }

  /** Each site removes the rows of such a table by itself, some earlier than others. */
  private static boolean isPurged(RowStore store, int table) {
    RowVersion dropped = new RowVersion();
    return store.read(DroppedDef.key(table), Snapshot.EVERYTHING, dropped)
        && DroppedDef.isPurged(dropped.toByteArray());
  }

  private void define(RowKey key, byte[] row) {
    if (key.tableId() == Catalog.TABLES) {
      int id = new ByteReader(key.bytes()).getInt();
      tables = tables.withTable(id, TableSchema.decode(row));
    } else if (key.tableId() == Catalog.REPLICAS) {
      added = added.later(ReplicaSets.decode(new ByteReader(row)));
    } else if (key.tableId() == Catalog.HOLDERS) {
      moved.put(Holder.partitionOf(key), Holder.decode(row));
    }
  }
}
