package org.thetisdb.router.replica;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.thetisdb.core.wire.RouterToSite.Cut;
import org.thetisdb.core.wire.RouterToSite.DigestRequest;
import org.thetisdb.core.wire.SiteToRouter.Digest;
import org.thetisdb.core.wire.SiteToRouter.TableDigest;
import org.thetisdb.procedures.runtime.RegisteredTable;
import org.thetisdb.router.catalog.Catalog;
import org.thetisdb.router.report.Json;
import org.thetisdb.router.term.EngineParts;

/**
 * Asks every site for a digest of its rows as of one cut, and tells whether all hold the same. One
 * comparison at a time. Owned by the engine's thread.
 */
public final class ReplicaComparison {
  private static final long PATIENCE_US = 120_000_000;

  private final EngineParts parts;
  private final Catalog catalog;
  private final Map<Integer, Digest> digests = new TreeMap<>();
  private List<Integer> compared = List.of();
  private Cut cut;
  private Consumer<String> asker;
  private long id;

  /** No comparison is under way. */
  public ReplicaComparison(EngineParts parts, Catalog catalog) {
    this.parts = parts;
    this.catalog = catalog;
  }

  /** Compares as of {@code newest}, which all usable sites have just been sent. */
  public void begin(Cut newest, Consumer<String> answer) {
    if (asker != null || newest == null) {
      answer.accept(refusal(asker != null ? "another comparison is under way" : "no cut yet"));
      return;
    }
    cut = newest;
    asker = answer;
    id++;
    digests.clear();
    compared = parts.sites().roster().counting();
    compared.removeIf(site -> !parts.sites().roster().holdsAll(site));
    for (int site : compared) {
      if (parts.sites().isUsable(site)) {
        parts.sites().link(site).send(new DigestRequest(id, cut.vector()));
      } else {
        digests.put(site, missing("it is not connected"));
      }
    }
    long begun = id;
    parts.scheduler().schedule(PATIENCE_US, () -> onPatienceOver(begun));
    endIfComplete();
  }

  private static String refusal(String why) {
    return new Json().beginObject().put("equal", false).put("problem", why).endObject().toString();
  }

  private static Digest missing(String why) {
    return new Digest(0, why, List.of());
  }

  /** A site tells what it holds. */
  public void onDigest(int site, Digest digest) {
    if (asker != null && digest.id() == id) {
      digests.putIfAbsent(site, digest);
      endIfComplete();
    }
  }

  /** A site is lost: what it holds is not compared. */
  public void onSiteLost(int site) {
    if (asker != null && compared.contains(site)) {
      digests.putIfAbsent(site, missing("it was lost"));
      endIfComplete();
    }
  }

  private void onPatienceOver(long begun) {
    if (asker != null && id == begun) {
      for (int site : compared) {
        digests.putIfAbsent(site, missing("it did not answer in time"));
      }
      endIfComplete();
    }
  }

  private void endIfComplete() {
    if (digests.size() == compared.size()) {
      Consumer<String> answer = asker;
      asker = null;
      answer.accept(result());
    }
  }

  private String result() {
    List<String> differences = differences();
    Json json = new Json().beginObject();
    json.put("equal", differences.isEmpty()).put("problem", "");
    json.put("epoch", cut.epoch()).put("cut", cut.number());
    json.beginArray("per_site");
    digests.forEach((site, digest) -> putSite(json, site, digest));
    json.endArray().beginArray("differences");
    differences.forEach(json::add);
    return json.endArray().endObject().toString();
  }

  private void putSite(Json json, int site, Digest digest) {
    json.beginObject().put("site", site).put("problem", digest.problem());
    json.put("rows", digest.tables().stream().mapToLong(TableDigest::rows).sum());
    json.beginArray("tables");
    for (TableDigest table : digest.tables()) {
      json.beginObject()
          .put("table", name(table.tableId()))
          .put("rows", table.rows())
          .put("sha256", HexFormat.of().formatHex(table.sha256()))
          .endObject();
    }
    json.endArray().endObject();
  }

  private List<String> differences() {
    List<String> found = new ArrayList<>();
    Digest first = null;
    int firstSite = 0;
    for (Map.Entry<Integer, Digest> each : digests.entrySet()) {
      if (!each.getValue().problem().isEmpty()) {
        found.add("site " + each.getKey() + ": " + each.getValue().problem());
      } else if (first == null) {
        first = each.getValue();
        firstSite = each.getKey();
      } else {
        compare(firstSite, byTable(first), each.getKey(), byTable(each.getValue()), found);
      }
    }
    return found;
  }

  private static Map<Integer, TableDigest> byTable(Digest digest) {
    Map<Integer, TableDigest> tables = new TreeMap<>();
    digest.tables().forEach(table -> tables.put(table.tableId(), table));
    return tables;
  }

  private void compare(
      int siteA,
      Map<Integer, TableDigest> a,
      int siteB,
      Map<Integer, TableDigest> b,
      List<String> found) {
    Map<Integer, TableDigest> either = new TreeMap<>(a);
    either.putAll(b);
    for (int table : either.keySet()) {
      TableDigest inA = a.get(table);
      TableDigest inB = b.get(table);
      boolean equal = inA != null && inB != null && Arrays.equals(inA.sha256(), inB.sha256());
      if (!equal) {
        found.add(
            "table %s: %s at site %d, %s at site %d"
                .formatted(name(table), describe(inA), siteA, describe(inB), siteB));
      }
    }
  }

  private static String describe(TableDigest table) {
    return table == null
        ? "no rows"
        : table.rows() + " rows of digest " + HexFormat.of().formatHex(table.sha256(), 0, 4);
  }

  private String name(int table) {
    RegisteredTable known = catalog.tables().byId(table);
    return known == null ? "#" + table : known.schema().name();
  }
}
