package org.thetisdb.router.replica;

import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.thetisdb.core.wire.RouterToSite.Cut;
import org.thetisdb.core.wire.RouterToSite.DigestRequest;
import org.thetisdb.core.wire.SiteToRouter.Digest;
import org.thetisdb.core.wire.SiteToRouter.TableDigest;
import org.thetisdb.procedures.runtime.RegisteredTable;
import org.thetisdb.router.catalog.RouterCatalog;
import org.thetisdb.router.report.ReportJson;
import org.thetisdb.router.term.EngineParts;

/**
 * Asks every site for a digest of its rows as of one cut, and says whether all hold the same, as
 * far as they are to. One comparison at a time. Owned by the engine's thread.
 */
public final class ReplicaComparison {
  private static final long PATIENCE_US = 120_000_000;

  private final EngineParts parts;
  private final RouterCatalog catalog;
  private final Map<Integer, Digest> digests = new TreeMap<>();
  private List<Integer> compared = List.of();
  private Cut cut;
  private Consumer<String> asker;
  private long id;

  /** No comparison is under way. */
  public ReplicaComparison(EngineParts parts, RouterCatalog catalog) {
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
    return new ReportJson()
        .beginObject()
        .put("equal", false)
        .put("problem", why)
        .endObject()
        .toString();
  }

  private static Digest missing(String why) {
    return new Digest(0, why, List.of());
  }

  /** A site reports what it holds. */
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
    ReportJson json = new ReportJson().beginObject();
    json.put("equal", differences.isEmpty()).put("problem", "");
    json.put("epoch", cut.epoch()).put("cut", cut.number());
    json.beginArray("per_site");
    digests.forEach((site, digest) -> putSite(json, site, digest));
    json.endArray().beginArray("differences");
    differences.forEach(json::add);
    return json.endArray().endObject().toString();
  }

  private void putSite(ReportJson json, int site, Digest digest) {
    json.beginObject().put("site", site).put("problem", digest.problem());
    json.put("rows", digest.tables().stream().mapToLong(TableDigest::rows).sum());
    json.beginArray("tables");
    for (TableDigest table : digest.tables()) {
      json.beginObject()
          .put("table", name(table.tableId()))
          .put("rows", table.rows())
          .put("sha256", HexFormat.of().formatHex(table.sha256()))
          .put("held_by", heldBy(table));
      json.endObject();
    }
    json.endArray().endObject();
  }

  /** The sites that were asked and are to hold the same rows. */
  private String heldBy(TableDigest table) {
    return compared.stream()
        .filter(site -> parts.sites().roster().holdsAll(site) || table.holders().contains(site))
        .map(String::valueOf)
        .collect(Collectors.joining(", "));
  }

  private List<String> differences() {
    return new ReplicaDifferences(digests, parts.sites().roster()::holdsAll, this::name).find();
  }

  private String name(int table) {
    RegisteredTable known = catalog.tables().byId(table);
    return known == null ? "#" + table : known.schema().name();
  }
}
