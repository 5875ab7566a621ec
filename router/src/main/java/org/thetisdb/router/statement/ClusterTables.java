package org.thetisdb.router.statement;

import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.id.PartitionId;
import org.thetisdb.core.key.KeyCodec;
import org.thetisdb.core.placement.Migration;
import org.thetisdb.core.placement.Owner;
import org.thetisdb.core.schema.ObjectName;
import org.thetisdb.core.time.Clock;
import org.thetisdb.core.wire.SiteToRouter.SiteLoad;
import org.thetisdb.procedures.runtime.RegisteredTable;
import org.thetisdb.replication.membership.FirstMasters;
import org.thetisdb.replication.membership.Membership.SiteInfo;
import org.thetisdb.router.catalog.RouterCatalog;
import org.thetisdb.router.migration.MigrationProgress;
import org.thetisdb.router.migration.Migrations;
import org.thetisdb.router.report.MoveLog;
import org.thetisdb.router.report.SchemeChoices;
import org.thetisdb.router.routing.Decision;
import org.thetisdb.router.routing.Placement;
import org.thetisdb.router.site.SiteLink;
import org.thetisdb.router.term.EngineParts;
import org.thetisdb.sql.catalog.TableDef;
import org.thetisdb.sql.info.ClusterTable;

/**
 * What this router knows of the cluster, as rows of the tables that {@link ClusterTable} names.
 * Rows are made when a query asks for them. Owned by the engine's thread.
 */
public final class ClusterTables {
  /** Most rows of one table: they travel with the query, in one message. */
  static final int MOST_ROWS = 20_000;

  private static final double US_PER_MS = 1_000;

  private final EngineParts parts;
  private final RouterCatalog catalog;
  private final MoveLog moves;
  private final SiteStates states;
  private final Migrations migrations;
  private final SchemeChoices choices;

  /** Says for people what a site does now. */
  @FunctionalInterface
  public interface SiteStates {
    String stateOf(int site);
  }

  /** Tables that show what these know when they are read. */
  public ClusterTables(
      EngineParts parts,
      RouterCatalog catalog,
      MoveLog moves,
      SiteStates states,
      Migrations migrations,
      SchemeChoices choices) {
    this.parts = parts;
    this.catalog = catalog;
    this.moves = moves;
    this.states = states;
    this.migrations = migrations;
    this.choices = choices;
  }

  /**
   * The rows of these tables.
   *
   * @throws ThetisException STATEMENT_TOO_LARGE if there are more than can be sent along
   */
  Map<ClusterTable, List<Object[]>> rows(Set<ClusterTable> tables) {
    Map<ClusterTable, List<Object[]>> all = new EnumMap<>(ClusterTable.class);
    for (ClusterTable table : tables) {
      Rows rows = new Rows(table);
      switch (table) {
        case SITES -> addSites(rows);
        case PARTITIONS -> addPartitions(rows);
        case MOVES -> addMoves(rows);
        case DECISIONS -> addDecisions(rows);
        case SCHEME_CHOICES ->
            choices.all().forEach(each -> rows.add(each.setting(), each.value(), each.reason()));
        case MIGRATIONS -> migrations.progress().forEach(each -> addMigration(each, rows));
      }
      all.put(table, rows.rows);
    }
    return all;
  }

  private static final class Rows {
    private final ClusterTable table;
    private final List<Object[]> rows = new ArrayList<>();
    private final Map<String, Integer> counts = new HashMap<>();

    Rows(ClusterTable table) {
      this.table = table;
    }

    /** How many rows of this table there are, with this one: they come in the order of keys. */
    int countOf(String tableName) {
      return counts.merge(tableName, 1, Integer::sum);
    }

    void add(Object... row) {
      if (rows.size() == MOST_ROWS) {
        throw ThetisException.withMessage(
            ErrorCode.STATEMENT_TOO_LARGE,
            "information_schema.%s has more than %,d rows now. Ask about single ranges with ./thetis admin explain."
                .formatted(table.tableName(), MOST_ROWS));
      }
      rows.add(row);
    }
  }

  private void addSites(Rows rows) {
    int[] mastered = parts.placement().masteredPerSite();
    for (int site = 1; site <= parts.sites().sites(); site++) {
      SiteInfo info = parts.sites().registered(site);
      SiteLink link = parts.sites().link(site);
      SiteLoad load = link == null ? SiteLink.NO_LOAD : link.load();
      rows.add(
          site,
          states.stateOf(site),
          info == null ? null : info.incarnation(),
          info == null ? null : info.address().toString(),
          mastered[site],
          parts.scheme().writeShare(site),
          parts.measures().busy(site),
          load.committed(),
          load.aborted(),
          load.refreshed(),
          load.rows(),
          load.usedBytes(),
          load.limitBytes());
    }
  }

  /** Ranges all; of a grid the cells that moved, since of the others there is no list. */
  private void addPartitions(Rows rows) {
    Placement placement = parts.placement();
    Map<Long, MoveLog.Entry> last = moves.lastOfEach();
    if (placement.hasRanges()) {
      for (RegisteredTable table : catalog.tables().tables()) {
        long whole = PartitionId.of(table.id(), 0);
        if (placement.isWholeTable(whole)) {
          addPartition(placement.describe(whole), last, rows);
        }
      }
    }
    placement.forEachMoved(
        owner -> {
          if (!isWholeAndListed(owner)) {
            addPartition(owner, last, rows);
          }
        });
  }

  private boolean isWholeAndListed(Owner owner) {
    int table = PartitionId.table(owner.partition());
    return table < FirstMasters.FIRST_USER_TABLE
        || (parts.placement().isWholeTable(owner.partition())
            && catalog.tables().byId(table) != null);
  }

  private void addPartition(Owner owner, Map<Long, MoveLog.Entry> last, Rows rows) {
    RegisteredTable table = catalog.tables().byId(PartitionId.table(owner.partition()));
    if (table == null) {
      return; // it was dropped
    }
    MoveLog.Entry moved = last.get(owner.partition());
    String name = nameOf(owner.partition());
    rows.add(
        ObjectName.schema(name),
        ObjectName.simple(name),
        rows.countOf(name),
        owner.partition(),
        boundOf(table, owner.from()),
        boundOf(table, owner.to()),
        owner.site(),
        owner.term(),
        moved == null ? null : timeOf(moved.atUs()),
        moved == null ? null : moved.reason());
  }

  private String boundOf(RegisteredTable table, byte[] bound) {
    KeyCodec keys = table.table().keys();
    return bound.length == 0 ? null : keys.describeBound(bound);
  }

  private void addMoves(Rows rows) {
    for (MoveLog.Entry entry : moves.newest(MOST_ROWS)) {
      String table = nameOf(entry.move().partition());
      rows.add(
          timeOf(entry.atUs()),
          table == null ? null : ObjectName.schema(table),
          table == null ? null : ObjectName.simple(table),
          entry.move().partition(),
          entry.move().from(),
          entry.move().to(),
          entry.term(),
          entry.reason());
    }
  }

  /** A row for each factor of each site; the names of factors are the scheme's. */
  private void addDecisions(Rows rows) {
    long number = 0;
    for (Decision decision : parts.scheme().decisions().newest()) {
      number++;
      if (decision.scores().isEmpty()) {
        addDecision(rows, number, decision, null, null, null);
      }
      for (Decision.SiteScores scores : decision.scores()) {
        for (int i = 0; i < scores.values().length; i++) {
          String factor = decision.factors().get(i);
          addDecision(rows, number, decision, scores.site(), factor, scores.values()[i]);
        }
        addDecision(rows, number, decision, scores.site(), "total", scores.total());
      }
      if (decision.outcome().isKnown()) {
        double foundUs = decision.outcome().costUs();
        addDecision(rows, number, decision, decision.site(), "found cost", foundUs);
      }
      if (decision.outcome().isGainKnown()) {
        double gainUs = decision.outcome().gainUs();
        addDecision(rows, number, decision, decision.site(), "found benefit", gainUs);
      }
    }
  }

  private static void addMigration(MigrationProgress each, Rows rows) {
    Migration migration = each.migration();
    rows.add(
        migration.id(),
        each.range(),
        migration.source() == 0 ? null : migration.source(),
        migration.target(),
        migration.way().label(),
        migration.state().name().toLowerCase(Locale.ROOT),
        known(each.size().rows()),
        known(each.size().bytes()),
        known(each.copiedRows()),
        each.movedPartitions(),
        each.leftPartitions() < 0 ? null : each.leftPartitions(),
        each.ranUs() / US_PER_MS,
        each.leftUs() < 0 ? null : each.leftUs() / US_PER_MS,
        migration.state().isOver() ? migration.details().longestUs() / US_PER_MS : null,
        each.waitsFor(),
        migration.details().problem());
  }

  private static Long known(long value) {
    return value < 0 ? null : value;
  }

  private void addDecision(
      Rows rows, long number, Decision decision, Integer site, String factor, Double score) {
    boolean moves = !decision.moves().isEmpty();
    long first = moves ? decision.moves().get(0).partition() : 0;
    String table = moves ? nameOf(first) : null;
    rows.add(
        number,
        timeOf(decision.atUs()),
        decision.site(),
        decision.moves().size(),
        table == null ? null : ObjectName.schema(table),
        table == null ? null : ObjectName.simple(table),
        moves ? first : null,
        decision.reason(),
        site,
        factor,
        score,
        decision.unit());
  }

  /** As SQL names it; tables of entries of indexes, and those of jars, have one name alone. */
  private String nameOf(long partition) {
    int id = PartitionId.table(partition);
    TableDef defined = catalog.sql().tableById(id);
    RegisteredTable table = catalog.tables().byId(id);
    if (defined != null) {
      return defined.name();
    }
    return table == null ? null : table.schema().name();
  }

  /** The router counts time from its start; people have clocks. */
  private Instant timeOf(long atUs) {
    Clock clock = parts.scheduler().clock();
    return Instant.ofEpochMilli(clock.wallMs() - (clock.nowUs() - atUs) / 1000);
  }
}
