package org.thetisdb.router.status;

import org.thetisdb.core.id.PartitionId;
import org.thetisdb.core.key.KeyCodec;
import org.thetisdb.core.placement.Owner;
import org.thetisdb.procedures.runtime.RegisteredTable;
import org.thetisdb.replication.membership.Roster;
import org.thetisdb.router.catalog.KeyText;
import org.thetisdb.router.catalog.RouterCatalog;
import org.thetisdb.router.replica.ReplicaTable;
import org.thetisdb.router.report.MoveLog;
import org.thetisdb.router.report.ReportJson;
import org.thetisdb.router.report.SchemeChoices;
import org.thetisdb.router.routing.Decision;
import org.thetisdb.router.routing.Placement;
import org.thetisdb.router.term.EngineParts;

/**
 * Says where a range of keys is mastered, since when, and why: the last decisions about it with
 * what each site would have cost, as a JSON text. Owned by the engine's thread.
 */
public final class Explainer {
  private static final int MOST_DECISIONS = 5;

  private final EngineParts parts;
  private final RouterCatalog catalog;
  private final MoveLog moves;
  private final ReplicaTable replicas;
  private final SchemeChoices choices;

  /** Reports what these know when it is asked. */
  public Explainer(
      EngineParts parts,
      RouterCatalog catalog,
      MoveLog moves,
      ReplicaTable replicas,
      SchemeChoices choices) {
    this.choices = choices;
    this.replicas = replicas;
    this.parts = parts;
    this.catalog = catalog;
    this.moves = moves;
  }

  /**
   * The text; with {@code problem} if there is no such range.
   *
   * @param table the name of a table; empty if the key is the number of a partition
   * @param key the values of the first key columns, with commas between them
   */
  public String toJson(String table, String key) {
    ReportJson json = new ReportJson().beginObject();
    try {
      put(partitionOf(table, key), json);
    } catch (RuntimeException notThere) {
      json.put("problem", String.valueOf(notThere.getMessage()));
    }
    return json.endObject().toString();
  }

  private long partitionOf(String table, String key) {
    if (table.isEmpty()) {
      return Long.parseLong(key);
    }
    RegisteredTable registered = catalog.tables().byName(table);
    if (registered == null) {
      throw new IllegalArgumentException("there is no table \"" + table + "\"");
    }
    return parts
        .placement()
        .partitioning(registered.id(), registered.grid())
        .partitionOf(KeyText.prefixOf(registered.schema(), key));
  }

  private void put(long partition, ReportJson json) {
    Placement placement = parts.placement();
    long nowUs = parts.scheduler().clock().nowUs();
    RegisteredTable table = catalog.tables().byId(PartitionId.table(partition));
    MoveLog.Entry moved = moves.last(partition);
    if (!placement.isLive(partition)) {
      throw new IllegalArgumentException("there is no range " + partition + " now");
    }
    json.put("range", partition)
        .put("table", table == null ? "" : table.schema().name())
        .put("keys", keysOf(table, partition))
        .put("site", placement.master(partition))
        .put("term", placement.term(partition))
        .put("since_ms", moved == null ? -1 : (nowUs - moved.atUs()) / 1000)
        .put("why", moved == null ? "" : moved.reason());
    putHolders(partition, json);
    choices.put(json);
    json.beginArray("decisions");
    for (Decision each : parts.scheme().decisions().about(partition, MOST_DECISIONS)) {
      put(each, nowUs, json);
    }
    json.endArray();
  }

  /** The sites that hold its rows, where not all do. */
  private void putHolders(long partition, ReportJson json) {
    Roster roster = parts.sites().roster();
    if (roster.isPartial()) {
      json.beginArray("holders");
      for (int site : roster.counting()) {
        if (roster.holdsAll(site)
            || parts.placement().master(partition) == site
            || replicas.holds(site, partition)) {
          json.add(site);
        }
      }
      json.endArray();
    }
  }

  /** Which keys these are, for people; null for a cell of a grid. */
  private String keysOf(RegisteredTable table, long partition) {
    if (table == null || !parts.placement().hasRanges()) {
      return null;
    }
    Owner range = parts.placement().describe(partition);
    KeyCodec keys = table.table().keys();
    String from = keys.describeBound(range.from());
    String to = keys.describeBound(range.to());
    if (from.isEmpty() && to.isEmpty()) {
      return "all keys";
    }
    String begin = from.isEmpty() ? "the keys" : "the keys from " + from;
    return to.isEmpty() ? begin : begin + (from.isEmpty() ? " below " : " to below ") + to;
  }

  private static void put(Decision decision, long nowUs, ReportJson json) {
    json.beginObject()
        .put("age_ms", (nowUs - decision.atUs()) / 1000)
        .put("site", decision.site())
        .put("moved", decision.moves().size())
        .put("reason", decision.reason())
        .put("unit", decision.unit());
    if (decision.outcome().isKnown()) {
      json.put("found_us", decision.outcome().costUs());
    }
    if (decision.outcome().isGainKnown()) {
      json.put("gained_us", decision.outcome().gainUs());
    }
    json.beginArray("scores");
    for (Decision.SiteScores each : decision.scores()) {
      json.beginObject().put("site", each.site());
      for (int i = 0; i < each.values().length; i++) {
        json.put(decision.factors().get(i), each.values()[i]);
      }
      json.put("total", each.total()).endObject();
    }
    json.endArray().endObject();
  }
}
