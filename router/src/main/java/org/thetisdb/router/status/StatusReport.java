package org.thetisdb.router.status;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.thetisdb.core.id.Address;
import org.thetisdb.core.id.PartitionId;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.core.placement.SiteStanding;
import org.thetisdb.core.wire.SiteToRouter.Seeding;
import org.thetisdb.core.wire.SiteToRouter.SiteLoad;
import org.thetisdb.core.wire.Software;
import org.thetisdb.procedures.runtime.ProcedureDefinition;
import org.thetisdb.procedures.runtime.RegisteredTable;
import org.thetisdb.replication.membership.Membership.SiteInfo;
import org.thetisdb.replication.membership.Roster;
import org.thetisdb.router.catalog.RouterCatalog;
import org.thetisdb.router.change.PlacementChange;
import org.thetisdb.router.config.RouterConfig;
import org.thetisdb.router.dispatch.CallHandler;
import org.thetisdb.router.migration.SiteEmptying;
import org.thetisdb.router.migration.SiteFilling;
import org.thetisdb.router.relay.LivingRouters;
import org.thetisdb.router.replica.ReplicaChanges;
import org.thetisdb.router.report.Counters;
import org.thetisdb.router.report.MoveLog;
import org.thetisdb.router.report.ReportJson;
import org.thetisdb.router.report.SchemeChoices;
import org.thetisdb.router.routing.Measures;
import org.thetisdb.router.routing.cost.CostSummary;
import org.thetisdb.router.site.SiteLink;
import org.thetisdb.router.term.EngineParts;

/** What is where, and why, as a JSON text for people and programs. Owned by the engine's thread. */
public final class StatusReport {
  private static final int MOVES_SHOWN = 64;

  /** Clients may name whatever they like. */
  private static final int RELEASES_SHOWN = 16;

  private final RouterConfig config;
  private final int epoch;
  private final Address leader;
  private final LivingRouters routers;
  private final long sinceUs;
  private final EngineParts parts;
  private final RouterCatalog catalog;
  private final CallHandler handler;
  private final MoveLog moves;
  private final ReplicaChanges replicas;
  private final PlacementChange placementChange;
  private final SiteEmptying emptying;
  private final SiteFilling filling;
  private final SchemeChoices choices;

  /** Of sites that join: how many pieces of a copy they have. */
  private final Map<Integer, Long> copiedSlices = new TreeMap<>();

  /** Reports what these know when it is asked. */
  public StatusReport(
      RouterConfig config,
      int epoch,
      Address leader,
      LivingRouters routers,
      EngineParts parts,
      RouterCatalog catalog,
      CallHandler handler,
      MoveLog moves,
      ReplicaChanges replicas,
      PlacementChange placementChange,
      SiteEmptying emptying,
      SiteFilling filling,
      SchemeChoices choices) {
    this.config = config;
    this.epoch = epoch;
    this.leader = leader;
    this.routers = routers;
    this.parts = parts;
    this.catalog = catalog;
    this.handler = handler;
    this.moves = moves;
    this.replicas = replicas;
    this.placementChange = placementChange;
    this.emptying = emptying;
    this.filling = filling;
    this.choices = choices;
    this.sinceUs = parts.scheduler().clock().nowUs();
  }

  /**
   * The text.
   *
   * @param waitsFor what keeps the router from serving; empty when it serves
   */
  public String toJson(String waitsFor, KnownClients clients) {
    long nowUs = parts.scheduler().clock().nowUs();
    ReportJson json = new ReportJson().beginObject();
    json.put("cluster", config.cluster().name())
        .put("scheme", parts.inForce().spec().name())
        .put("scheme_parts", parts.inForce().spec().parts(config.cluster().fullSites()))
        .put("scheme_changes", parts.inForce().record().number())
        .put("strategy", config.strategyName())
        .put("snapshot", config.cluster().plainVectors() ? "vector" : "cut")
        .put("durability", config.durability())
        .put("epoch", epoch)
        .put("leader", leader.toString())
        .put("serving", handler.isServing())
        .put("waits_for", waitsFor)
        .put("uptime_ms", (nowUs - sinceUs) / 1000)
        .put("calls_under_way", handler.underWay())
        .put("partitions", config.cluster().partitionKeys() == 0 ? "ranges" : "grid")
        .put("gathering_at", parts.scheme().gathersAt())
        .put("gathering_reason", parts.scheme().gatheringReason());
    choices.put(json);
    putMeasures(json);
    putCosts(json);
    putCounters(json);
    putRouters(json, clients);
    putClients(json, clients);
    json.put("full_sites", config.cluster().fullSites());
    putSites(json);
    replicas.put(json);
    placementChange.put(json);
    emptying.put(json);
    filling.put(json);
    putMoves(json, nowUs);
    putCatalog(json);
    return json.endObject().toString();
  }

  private void putCounters(ReportJson json) {
    Counters counters = parts.counters();
    json.beginObject("counters")
        .put("committed", counters.committed)
        .put("aborted", counters.aborted)
        .put("retried", counters.retried)
        .put("remastered_txns", counters.remasteredTxns)
        .put("distributed_txns", counters.distributedTxns)
        .put("moves", counters.moves)
        .put("refused_moves", counters.refusedMoves)
        .put("cuts", parts.cuts().count())
        .put("splits", counters.splits)
        .put("mergers", counters.mergers)
        .put("single_master_phases", counters.singleMasterPhases)
        .put("phase_switch_us", counters.phaseSwitchUs)
        .put("epochs", counters.epochs)
        .put("epoch_length_us", counters.epochLengthUs)
        .put("epoch_views_broken", counters.epochViewsBroken)
        .put("epoch_coordinator_share", counters.epochCoordinatorShare)
        .put("closed_tables", namesOf(counters.closedTables))
        .put("tables_closed", counters.tablesClosed)
        .put("tables_opened", counters.tablesOpened)
        .put("decided_in_epoch_views", counters.decided)
        .put("decided_earlier", counters.decidedEarlier)
        .put("decided_in_doubt", counters.decidedInDoubt)
        .put("read_everywhere", namesOf(counters.readEverywhere))
        .endObject();
  }

  private String namesOf(List<Integer> tables) {
    List<String> names = new ArrayList<>(tables.size());
    for (int table : tables) {
      RegisteredTable registered = catalog.tables().byId(table);
      names.add(registered == null ? "#" + table : registered.schema().name());
    }
    return String.join(", ", names);
  }

  /** What the scheme has learned of costs; nothing under most of them. */
  private void putCosts(ReportJson json) {
    json.beginArray("costs");
    for (CostSummary cost : parts.scheme().costs()) {
      json.beginObject()
          .put("name", cost.name())
          .put("constant", cost.constant())
          .put("observations", cost.observations())
          .put("expected", cost.expected())
          .put("found", cost.found())
          .put("explained", cost.explained())
          .beginArray("weights");
      cost.weights().forEach(json::add);
      json.endArray().endObject();
    }
    json.endArray();
  }

  /** What costs are counted with; see decision 0022. */
  private void putMeasures(ReportJson json) {
    Measures measures = parts.measures();
    json.beginObject("measures")
        .put("move_us", measures.moveUs())
        .put("cut_wait_us", measures.cutWaitUs())
        .put("service_us", measures.serviceUs())
        .put("updates_per_s", measures.updatesPerS())
        .endObject();
  }

  private void putRouters(ReportJson json, KnownClients clients) {
    json.beginArray("routers");
    for (Address router : routers.all()) {
      boolean leads = router.equals(leader);
      json.beginObject()
          .put("address", router.toString())
          .put("leads", leads)
          .put("clients", clients.through(leads ? null : router));
      putSoftware(json, leads ? Software.OWN : clients.relaySoftware(router));
      json.endObject();
    }
    json.endArray();
  }

  private static void putClients(ReportJson json, KnownClients clients) {
    json.beginArray("clients_by_release");
    Iterator<Map.Entry<Software, Integer>> each = clients.bySoftware().entrySet().iterator();
    for (int i = 0; i < RELEASES_SHOWN && each.hasNext(); i++) {
      Map.Entry<Software, Integer> next = each.next();
      json.beginObject().put("clients", next.getValue());
      putSoftware(json, next.getKey());
      json.endObject();
    }
    json.endArray();
  }

  /** What somebody runs; nothing if that is not known. */
  private static void putSoftware(ReportJson json, Software software) {
    if (software != null) {
      json.put("release", software.release())
          .put("message_level", software.messages())
          .put("record_format", software.records());
    }
  }

  private void putSites(ReportJson json) {
    int[] mastered = parts.placement().masteredPerSite();
    json.beginArray("per_site");
    for (int site = 1; site <= parts.sites().sites(); site++) {
      putSite(json, site, mastered[site]);
    }
    json.endArray();
  }

  private void putSite(ReportJson json, int site, int mastered) {
    SiteInfo info = parts.sites().registered(site);
    SiteLink link = parts.sites().link(site);
    SiteLoad load = link == null ? SiteLink.NO_LOAD : link.load();
    json.beginObject()
        .put("site", site)
        .put("incarnation", info == null ? 0 : info.incarnation())
        .put("address", info == null ? null : info.address().toString())
        .put("state", stateOf(site));
    putSoftware(json, link == null ? null : link.software());
    json.put("copied_slices", copiedSlices.getOrDefault(site, 0L));
    putVector(json, parts.sites().report(site));
    json.put("committed", load.committed())
        .put("aborted", load.aborted())
        .put("refreshed", load.refreshed())
        .put("rows", load.rows())
        .put("used_bytes", load.usedBytes())
        .put("limit_bytes", load.limitBytes())
        .put("cold_rows", load.coldRows())
        .put("cold_bytes", load.coldBytes())
        .put("cold_reads", load.coldReads())
        .put("disk_free_bytes", load.diskFreeBytes())
        .put("disk_short", load.diskShort())
        .put("in_doubt", load.inDoubt().now())
        .put("in_doubt_decided", load.inDoubt().decided())
        .put("in_doubt_sum_us", load.inDoubt().sumUs())
        .put("in_doubt_most_us", load.inDoubt().mostUs())
        .put("bytes_logged", load.bytesLogged())
        .put("mastered_partitions", mastered)
        .put("busy", parts.measures().busy(site))
        .put("mastered_share", parts.scheme().writeShare(site))
        .endObject();
  }

  /** A site reports how far another one is with its copy. */
  public void onSeeding(Seeding seeding) {
    if (parts.sites().roster().is(seeding.site(), SiteStanding.JOINING)) {
      copiedSlices.put(seeding.site(), seeding.slices());
    }
  }

  /** What a site does now, for people. */
  public String stateOf(int site) {
    SiteInfo info = parts.sites().registered(site);
    SiteLink link = parts.sites().link(site);
    Roster roster = parts.sites().roster();
    if (roster.is(site, SiteStanding.GONE)) {
      return "left";
    }
    if (roster.is(site, SiteStanding.JOINING)) {
      return "joining";
    }
    if (parts.successors().hasSuccessor(site)) {
      return roster.is(site, SiteStanding.DRAINING) ? "draining, lost" : "failed over";
    }
    if (roster.is(site, SiteStanding.DRAINING)) {
      return "draining";
    }
    if (link == null) {
      return info == null ? "absent" : "lost";
    }
    return switch (link.state()) {
      case CONNECTING -> "connecting";
      case GREETING -> "handshake";
      case READY -> "ready";
      case LOST -> "lost";
    };
  }

  private void putVector(ReportJson json, VersionVector vector) {
    json.beginArray("vector");
    for (int site = 1; site <= parts.sites().sites(); site++) {
      json.add(vector.get(site));
    }
    json.endArray();
  }

  private void putMoves(ReportJson json, long nowUs) {
    json.beginArray("recent_moves");
    for (MoveLog.Entry entry : moves.newest(MOVES_SHOWN)) {
      json.beginObject()
          .put("age_ms", (nowUs - entry.atUs()) / 1000)
          .put("partition", PartitionId.index(entry.move().partition()))
          .put("range", rangeOf(entry.move().partition()))
          .put("table", tableName(PartitionId.table(entry.move().partition())))
          .put("from", entry.move().from())
          .put("to", entry.move().to())
          .put("term", entry.term())
          .put("reason", entry.reason())
          .endObject();
    }
    json.endArray();
  }

  /** Where a range begins, for people; null for a cell of a grid. */
  private String rangeOf(long partition) {
    RegisteredTable table = catalog.tables().byId(PartitionId.table(partition));
    if (config.cluster().partitionKeys() > 0 || table == null) {
      return null;
    }
    String bound = table.table().keys().describeBound(parts.placement().lowerBound(partition));
    return bound.isEmpty() ? "from the beginning" : "from " + bound;
  }

  private String tableName(int id) {
    RegisteredTable table = catalog.tables().byId(id);
    return table == null ? "#" + id : table.schema().name();
  }

  private void putCatalog(ReportJson json) {
    json.beginArray("procedures");
    for (ProcedureDefinition procedure : catalog.procedures().procedures()) {
      json.beginObject()
          .put("name", procedure.name())
          .put("jar", procedure.jarName())
          .put("version", procedure.jarVersion())
          .put("read_only", procedure.readOnly())
          .endObject();
    }
    json.endArray().beginArray("tables");
    for (RegisteredTable table : catalog.tables().tables()) {
      json.beginObject().put("name", table.schema().name()).put("id", table.id()).endObject();
    }
    json.endArray();
  }
}
