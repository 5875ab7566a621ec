package org.thetisdb.router.replica;

import java.util.ArrayList;
import java.util.List;
import org.agrona.collections.Int2ObjectHashMap;
import org.thetisdb.core.id.Stamp;
import org.thetisdb.core.placement.ReplicaSets;
import org.thetisdb.core.placement.SiteStanding;
import org.thetisdb.procedures.runtime.RegisteredTable;
import org.thetisdb.replication.membership.FirstMasters;
import org.thetisdb.replication.membership.Roster;
import org.thetisdb.router.catalog.RouterCatalog;
import org.thetisdb.router.replica.CopyTargets.SiteFact;
import org.thetisdb.router.replica.CopyTargets.TableFact;
import org.thetisdb.router.report.ReportJson;
import org.thetisdb.router.term.EngineParts;

/**
 * Sees to it that there are as many copies of each table as are wanted (decision 0062): looks at
 * some tables each time, and says what is to change next. Owned by the engine's thread.
 */
public final class ReplicationFactor {
  /** A site that is lost counts for so many times as long as another one waits to stand in. */
  private static final long LOST_TIMES = 20;

  private static final int LOOKED_AT = 64;

  private final int wanted;
  private final long lostAfterUs;
  private final EngineParts parts;
  private final ReplicaTable replicas;
  private final RouterCatalog catalog;
  private final Int2ObjectHashMap<Long> lostSinceUs = new Int2ObjectHashMap<>();
  private int nextTable;

  /**
   * Keeps copies.
   *
   * @param wanted of each table; 0 to leave all as it is
   */
  public ReplicationFactor(
      int wanted, EngineParts parts, ReplicaTable replicas, RouterCatalog catalog) {
    this.wanted = wanted;
    this.lostAfterUs = parts.limits().siteLostMs() * 1000L * LOST_TIMES;
    this.parts = parts;
    this.replicas = replicas;
    this.catalog = catalog;
  }

  private boolean isOn() {
    return wanted > 0 && parts.sites().roster().isPartial();
  }

  /**
   * Of so many holders of a range nothing is dropped that nobody asked to be; 0 if none is kept.
   */
  int least() {
    return isOn() ? wanted : 0;
  }

  /** The replicas after the next change; null if nothing is to change. */
  ReplicaSets next(long nowUs) {
    if (!isOn()) {
      return null;
    }
    look(nowUs);
    parts.demand().fade(nowUs);
    CopyTargets targets = targets(nowUs);
    List<TableFact> tables = tables();
    for (int i = 0; i < Math.min(LOOKED_AT, tables.size()); i++) {
      TableFact table = tables.get(nextTable++ % tables.size());
      ReplicaSets next = targets.next(table, site -> parts.demand().of(table.table(), site));
      if (next != null) {
        return next;
      }
    }
    return null;
  }

  /** Notes since when sites cannot be used. */
  private void look(long nowUs) {
    for (int site = 1; site <= parts.sites().sites(); site++) {
      if (parts.sites().isUsable(site)) {
        lostSinceUs.remove(site);
      } else if (!lostSinceUs.containsKey(site)) {
        lostSinceUs.put(site, (Long) nowUs);
      }
    }
  }

  private CopyTargets targets(long nowUs) {
    Roster roster = parts.sites().roster();
    List<SiteFact> facts = new ArrayList<>();
    for (int site = 1; site <= Math.min(Stamp.MAX_SITE, parts.sites().sites()); site++) {
      if (roster.is(site, SiteStanding.MEMBER)) {
        boolean isUsable = parts.sites().isUsable(site);
        boolean counts = isUsable || nowUs - sinceUs(site, nowUs) < lostAfterUs;
        facts.add(
            new SiteFact(site, roster.holdsAll(site), isUsable, counts, !replicas.isFull(site)));
      }
    }
    return new CopyTargets(wanted, facts, replicas.sets(), replicas::isHeld);
  }

  private long sinceUs(int site, long nowUs) {
    Long since = lostSinceUs.get(site);
    return since == null ? nowUs : since;
  }

  private List<TableFact> tables() {
    List<TableFact> tables = new ArrayList<>();
    for (RegisteredTable table : catalog.tables().tables()) {
      if (table.id() >= FirstMasters.FIRST_USER_TABLE && !catalog.isDropped(table.id())) {
        tables.add(
            new TableFact(table.id(), table.grid().firstPartition(), table.grid().lastPartition()));
      }
    }
    return tables;
  }

  /** How many copies there are, and why there are not more, for people and programs. */
  void put(ReportJson json, long nowUs) {
    json.put("copies_wanted", isOn() ? wanted : 0).beginArray("copies");
    if (isOn()) {
      CopyTargets targets = targets(nowUs);
      for (TableFact table : tables()) {
        json.beginObject()
            .put("table", catalog.tables().byId(table.table()).schema().name())
            .put("copies", targets.copies(table))
            .put("held", targets.held(table))
            .put("note", note(targets, table))
            .endObject();
      }
    }
    json.endArray();
  }

  private String note(CopyTargets targets, TableFact table) {
    int copies = targets.copies(table);
    if (copies < wanted) {
      return targets.target(table, site -> 0) == 0
          ? "no further site can hold all of it"
          : "another copy is to come";
    }
    if (copies > wanted) {
      return replicas.sets().ranges().stream().anyMatch(table::isAllOf)
          ? "a copy goes when as many as are wanted are held without it"
          : "so many sites hold every row";
    }
    return targets.held(table) < wanted ? "a copy is filled, or its site is away" : "";
  }
}
