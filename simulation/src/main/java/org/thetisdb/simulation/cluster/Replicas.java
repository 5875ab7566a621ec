package org.thetisdb.simulation.cluster;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.thetisdb.server.store.RowStore;
import org.thetisdb.server.store.Snapshot;

/** Compares the rows of all sites: at rest they are the same. */
final class Replicas {
  private static final int MOST_TABLES = 64;

  private Replicas() {}

  static List<String> differences(List<SiteHome> sites) {
    List<String> differences = new ArrayList<>();
    String firstName = sites.get(0).name();
    Map<String, byte[]> first = rows(sites.get(0).store());
    for (SiteHome site : sites) {
      Map<String, byte[]> rows = rows(site.store());
      String difference = firstDifference(first, rows);
      if (difference != null) {
        differences.add(
            "replicas of " + firstName + " and " + site.name() + " differ in " + difference);
      }
    }
    return differences;
  }

  private static String firstDifference(Map<String, byte[]> first, Map<String, byte[]> second) {
    Map<String, byte[]> all = new TreeMap<>(first);
    all.putAll(second);
    for (String key : all.keySet()) {
      if (!Arrays.equals(first.get(key), second.get(key))) {
        return key + ": " + text(first.get(key)) + " and " + text(second.get(key));
      }
    }
    return null;
  }

  private static String text(byte[] row) {
    return row == null ? "no row" : Arrays.toString(row);
  }

  private static Map<String, byte[]> rows(RowStore store) {
    Map<String, byte[]> rows = new TreeMap<>();
    for (int table = 0; table < MOST_TABLES; table++) {
      String name = "table " + table + " key ";
      store.scan(
          table,
          new byte[0],
          null,
          false,
          Snapshot.EVERYTHING,
          (key, version) -> {
            rows.put(name + Arrays.toString(key), version.toByteArray());
            return true;
          });
    }
    return rows;
  }
}
