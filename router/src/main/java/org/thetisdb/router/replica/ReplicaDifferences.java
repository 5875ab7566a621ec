package org.thetisdb.router.replica;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import org.thetisdb.core.wire.SiteToRouter.Digest;
import org.thetisdb.core.wire.SiteToRouter.TableDigest;

/**
 * Says in which rows sites differ that are to hold the same: each site that holds every row, and of
 * the others those that a digest names. Immutable.
 */
final class ReplicaDifferences {
  private static final int BYTES_SHOWN = 4;

  private final Map<Integer, Digest> digests;
  private final IntPredicate holdsAll;
  private final IntFunction<String> tableNames;

  /** Those rows of a table that the same sites hold. */
  private record Rows(int table, List<Integer> holders) implements Comparable<Rows> {
    @Override
    public int compareTo(Rows other) {
      int byTable = Integer.compare(table, other.table);
      return byTable != 0 ? byTable : holders.toString().compareTo(other.holders.toString());
    }
  }

  /**
   * Of what sites have reported.
   *
   * @param digests by site, of all sites that were asked
   * @param holdsAll which of them hold every row
   * @param tableNames names of tables by number
   */
  ReplicaDifferences(
      Map<Integer, Digest> digests, IntPredicate holdsAll, IntFunction<String> tableNames) {
    this.digests = new TreeMap<>(digests);
    this.holdsAll = holdsAll;
    this.tableNames = tableNames;
  }

  /** A sentence for each; none if all that are to hold the same rows do. */
  List<String> find() {
    List<String> found = new ArrayList<>();
    Map<Integer, Map<Rows, TableDigest>> told = new TreeMap<>();
    digests.forEach(
        (site, digest) -> {
          if (digest.problem().isEmpty()) {
            told.put(site, byRows(digest));
          } else {
            found.add("site " + site + ": " + digest.problem());
          }
        });
    TreeSet<Rows> all = new TreeSet<>();
    told.values().forEach(each -> all.addAll(each.keySet()));
    all.forEach(rows -> compare(rows, told, found));
    return found;
  }

  private static Map<Rows, TableDigest> byRows(Digest digest) {
    Map<Rows, TableDigest> byRows = new LinkedHashMap<>();
    digest.tables().forEach(each -> byRows.put(new Rows(each.tableId(), each.holders()), each));
    return byRows;
  }

  private void compare(Rows rows, Map<Integer, Map<Rows, TableDigest>> told, List<String> found) {
    int firstSite = 0;
    TableDigest first = null;
    for (Map.Entry<Integer, Map<Rows, TableDigest>> each : told.entrySet()) {
      int site = each.getKey();
      TableDigest here = each.getValue().get(rows);
      if (here == null && !isToHold(site, rows)) {
        continue;
      }
      if (firstSite == 0) {
        firstSite = site;
        first = here;
      } else if (!isEqual(first, here)) {
        found.add(
            "table %s: %s at site %d, %s at site %d"
                .formatted(
                    tableNames.apply(rows.table()),
                    describe(first),
                    firstSite,
                    describe(here),
                    site));
      }
    }
  }

  private boolean isToHold(int site, Rows rows) {
    return holdsAll.test(site) || rows.holders().contains(site);
  }

  private static boolean isEqual(TableDigest a, TableDigest b) {
    return a != null && b != null && Arrays.equals(a.sha256(), b.sha256());
  }

  private static String describe(TableDigest table) {
    return table == null
        ? "no rows"
        : table.rows()
            + " rows of digest "
            + HexFormat.of()
                .formatHex(table.sha256(), 0, Math.min(BYTES_SHOWN, table.sha256().length));
  }
}
