package org.thetisdb.router.migration;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.id.PartitionId;
import org.thetisdb.core.placement.KeyInterval;
import org.thetisdb.core.placement.Migration;
import org.thetisdb.core.placement.Migration.State;
import org.thetisdb.core.placement.Migration.Way;
import org.thetisdb.core.placement.PartitionGrid;
import org.thetisdb.core.placement.SiteStanding;
import org.thetisdb.core.wire.ClientMessage.Migrate;
import org.thetisdb.core.wire.SiteToRouter.SiteLoad;
import org.thetisdb.migration.plan.DrainPlanner;
import org.thetisdb.migration.plan.DrainPlanner.DrainedRange;
import org.thetisdb.migration.plan.DrainPlanner.OccupiedCells;
import org.thetisdb.procedures.runtime.RegisteredTable;
import org.thetisdb.replication.membership.FirstMasters;
import org.thetisdb.router.catalog.RangeText;
import org.thetisdb.router.catalog.RouterCatalog;
import org.thetisdb.router.report.ReportJson;
import org.thetisdb.router.term.EngineParts;

/**
 * Moves the ranges of a site that leaves to all sites that stay, with their rows, where some sites
 * hold a part of them and masters stay (decision 0140). Each is a migration, so the applied
 * placement has it where it goes; calls go on at the site meanwhile. What does not move so within
 * some rounds, the drain hands to sites that hold every row. Another router begins anew, with what
 * is left. Owned by the engine's thread.
 */
public final class SiteEmptying {
  private static final Logger LOG = LoggerFactory.getLogger(SiteEmptying.class);

  /** Calls may write in new cells meanwhile: so often what is there is looked at. */
  private static final int ROUNDS = 3;

  private static final int MOST_AT_ONCE = 4;

  /** A migration that gets no further for so long is taken back. */
  private static final long PATIENCE_US = 60_000_000;

  /** This share of a site's memory is kept free of what comes. */
  private static final double KEPT_FREE = 0.1;

  private final EngineParts parts;
  private final RouterCatalog catalog;
  private final Migrations migrations;

  private int site;
  private int round;
  private int asked;
  private boolean surveyed;
  private long bytes;
  private final List<OccupiedCells> occupied = new ArrayList<>();
  private List<Part> plan = List.of();
  private final Set<Long> givenUp = new HashSet<>();
  private int done;
  private boolean isOver = true;

  /** A range of the plan, and what became of it. */
  private static final class Part {
    private final DrainedRange range;
    private final String name;
    private long id;
    private Way way;
    private boolean hasEnded;
    private long progress = -1;
    private long sinceUs;

    Part(DrainedRange range, String name) {
      this.range = range;
      this.name = name;
    }
  }

  /** No site leaves. */
  public SiteEmptying(EngineParts parts, RouterCatalog catalog, Migrations migrations) {
    this.parts = parts;
    this.catalog = catalog;
    this.migrations = migrations;
  }

  /**
   * Does what can be done now for a site that is drained. Called from time to time.
   *
   * @param draining 0 if none is
   * @return whether ranges of it move, and the drain has to wait
   */
  public boolean goesOn(int draining) {
    if (draining != site) {
      begin(draining);
    }
    if (!isOver && (!isPossible() || !step())) {
      isOver = true;
      LOG.info("site {} has given {} ranges with their rows", site, done);
    }
    parts.sites().setEmptied(isOver ? 0 : site);
    return !isOver;
  }

  private void begin(int draining) {
    site = draining;
    isOver = draining == 0;
    round = 0;
    asked = 0;
    surveyed = false;
    plan = List.of();
    givenUp.clear();
    done = 0;
  }

  /** A site that is lost has nobody behind it that calls could go on at. */
  private boolean isPossible() {
    return parts.sites().roster().isPartial()
        && !parts.placement().hasRanges()
        && migrations.planner().isPlaced()
        && migrations.planner().obstacleOfScheme().isEmpty()
        && parts.sites().isUsable(site);
  }

  /** Whether something is left to do. */
  private boolean step() {
    if (asked > 0) {
      return true;
    }
    if (plan.isEmpty()) {
      if (surveyed) {
        plan();
        return !plan.isEmpty();
      }
      if (round == ROUNDS) {
        return false;
      }
      survey();
      return true;
    }
    if (carryOut()) {
      plan = List.of();
      surveyed = false;
    }
    return true;
  }

  private void survey() {
    round++;
    surveyed = true;
    bytes = 0;
    occupied.clear();
    List<PartitionGrid> grids = new ArrayList<>();
    for (RegisteredTable table : catalog.tables().tables()) {
      PartitionGrid grid =
          new PartitionGrid(table.id(), table.schema(), migrations.planner().cellKeys());
      if (table.id() >= FirstMasters.FIRST_USER_TABLE && grid.isOfNumbers()) {
        grids.add(grid);
      }
    }
    asked = grids.size();
    for (PartitionGrid grid : grids) {
      KeyInterval all = new KeyInterval(grid.tableId(), new byte[0], new byte[0]);
      int asking = site;
      migrations.estimate(all, size -> onSurveyed(asking, grid, size));
    }
  }

  private void onSurveyed(int asking, PartitionGrid grid, RangeSize size) {
    if (asking != site) {
      return;
    }
    asked--;
    if (size.isKnown() && size.first().length > 0) {
      bytes += size.bytes();
      occupied.add(
          new OccupiedCells(grid.partitionOf(size.first()), grid.partitionOf(size.last())));
    }
  }

  private void plan() {
    List<Integer> staying = staying();
    if (staying.isEmpty()) {
      return;
    }
    long cellKeys = migrations.planner().cellKeys();
    List<Part> parts = new ArrayList<>();
    for (DrainedRange each :
        DrainPlanner.plan(occupied, this.parts.placement()::master, site, staying)) {
      if (!givenUp.contains(each.first())) {
        parts.add(
            new Part(
                each, RangeText.of(catalog.tables(), each.first(), each.last(), cellKeys)));
      }
    }
    plan = parts;
    LOG.info("site {} has {} ranges to give to sites {}", site, parts.size(), staying);
  }

  /** Where its share of what the site has, finds room; what has every row needs none. */
  private List<Integer> staying() {
    List<Integer> found = new ArrayList<>();
    List<Integer> all = parts.sites().roster().in(SiteStanding.MEMBER);
    for (int each : all) {
      boolean hasRoom =
          parts.sites().roster().holdsAll(each)
              || (parts.sites().isUsable(each)
                  && room(parts.sites().link(each).load()) >= bytes / all.size());
      if (parts.sites().isUsable(each) && hasRoom) {
        found.add(each);
      }
    }
    return found;
  }

  private static long room(SiteLoad load) {
    return load.limitBytes() == 0
        ? Long.MAX_VALUE
        : (long) (load.limitBytes() * (1 - KEPT_FREE)) - load.usedBytes();
  }

  /** Whether all of the plan has ended. */
  private boolean carryOut() {
    int underWay = 0;
    boolean isDone = true;
    for (Part part : plan) {
      if (part.id != 0 && !part.hasEnded) {
        look(part);
      }
      if (part.id == 0 && !part.hasEnded && underWay < MOST_AT_ONCE) {
        begin(part);
      }
      underWay += part.id != 0 && !part.hasEnded ? 1 : 0;
      isDone &= part.hasEnded;
    }
    return isDone;
  }

  private void begin(Part part) {
    boolean copies = part.way == Way.COPY;
    String way = copies ? Way.COPY.label() : Migrate.ANY_WAY;
    int source = part.range.whole() ? 0 : site;
    try {
      part.id =
          migrations.beginPlanned(
              Migrate.begin(0, part.name, source, part.range.to(), way, false),
              (error, message, vector, value) -> onRecorded(part, error, message));
      part.progress = -1;
      part.sinceUs = nowUs();
    } catch (ThetisException refused) {
      giveUp(part, refused.getMessage());
    }
  }

  private void onRecorded(Part part, int error, String message) {
    if (error != 0) {
      giveUp(part, message);
    }
  }

  /** Another round may find it again, if only another migration was in the way. */
  private void giveUp(Part part, String why) {
    LOG.info("{} stays with site {}: {}", part.name, site, why);
    part.hasEnded = true;
  }

  private void look(Part part) {
    Migration migration = migrations.find(part.id);
    if (migration == null || !migration.state().isOver()) {
      takeBackIfStuck(part);
    } else if (migration.state() == State.DONE) {
      part.hasEnded = true;
      done++;
    } else if (part.way != Way.COPY && part.range.whole() && isTooLarge(migration)) {
      part.way = Way.COPY;
      part.id = 0;
    } else {
      givenUp.add(part.range.first());
      giveUp(part, migration.details().problem());
    }
  }

  /** Only then it was taken back by itself. */
  private static boolean isTooLarge(Migration migration) {
    return migration.state() == State.CANCELLED && !migration.details().problem().isEmpty();
  }

  private void takeBackIfStuck(Part part) {
    long progress = migrations.progressOf(part.id);
    if (progress != part.progress) {
      part.progress = progress;
      part.sinceUs = nowUs();
    } else if (nowUs() - part.sinceUs >= PATIENCE_US) {
      givenUp.add(part.range.first());
      migrations.cancelPlanned(part.id);
      giveUp(part, "it gets no further");
    }
  }

  private long nowUs() {
    return parts.scheduler().clock().nowUs();
  }

  /** How far it is, for people and programs; nothing if no ranges move. */
  public void put(ReportJson json) {
    if (!isOver && site != 0) {
      json.beginObject("emptying")
          .put("site", site)
          .put("round", round)
          .put("ranges", plan.size())
          .put("ended", plan.stream().filter(each -> each.hasEnded).count())
          .put("given", done)
          .endObject();
    }
  }
}
