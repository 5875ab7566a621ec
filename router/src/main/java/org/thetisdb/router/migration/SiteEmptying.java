package org.thetisdb.router.migration;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.thetisdb.core.placement.SiteStanding;
import org.thetisdb.core.wire.ClientMessage.Migrate;
import org.thetisdb.core.wire.SiteToRouter.SiteLoad;
import org.thetisdb.migration.plan.DrainPlanner;
import org.thetisdb.migration.plan.DrainPlanner.DrainedRange;
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

  /** This share of a site's memory is kept free of what comes. */
  private static final double KEPT_FREE = 0.1;

  private final EngineParts parts;
  private final RouterCatalog catalog;
  private final Migrations migrations;
  private final Set<Long> givenUp = new HashSet<>();
  private int site;
  private int round;
  private TableSurvey survey;
  private Handover handover;
  private int given;
  private boolean isOver = true;

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
      LOG.info("site {} has given {} ranges with their rows", site, given);
    }
    parts.sites().setEmptied(isOver ? 0 : site);
    return !isOver;
  }

  private void begin(int draining) {
    site = draining;
    isOver = draining == 0;
    round = 0;
    survey = null;
    handover = null;
    givenUp.clear();
    given = 0;
  }

  /** A site that is lost has nobody behind it that calls could go on at. */
  private boolean isPossible() {
    return migrations.planner().sendsRows() && parts.sites().isUsable(site);
  }

  /** Whether something is left to do. */
  private boolean step() {
    if (handover != null) {
      if (handover.step()) {
        given += handover.given();
        handover = null;
      }
      return true;
    }
    if (survey == null) {
      round++;
      survey = round > ROUNDS ? null : new TableSurvey(catalog, migrations);
      return survey != null;
    }
    return !survey.isDone() || plan();
  }

  /** Whether there is something to hand over. */
  private boolean plan() {
    List<Integer> staying = staying();
    List<DrainedRange> plan =
        staying.isEmpty()
            ? List.of()
            : DrainPlanner.plan(survey.occupied(), parts.placement()::master, site, staying);
    survey = null;
    handover =
        new Handover(
            migrations,
            catalog.tables(),
            parts.scheduler().clock(),
            plan,
            Migrate.ANY_WAY,
            site,
            MOST_AT_ONCE,
            givenUp);
    LOG.info("site {} has {} ranges to give to sites {}", site, handover.size(), staying);
    return handover.size() > 0;
  }

  /** Where its share of what the site has, finds room; what has every row needs none. */
  private List<Integer> staying() {
    List<Integer> found = new ArrayList<>();
    List<Integer> all = parts.sites().roster().in(SiteStanding.MEMBER);
    for (int each : all) {
      if (parts.sites().isUsable(each)
          && (parts.sites().roster().holdsAll(each)
              || room(parts.sites().link(each).load()) >= survey.bytes() / all.size())) {
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

  /** How far it is, for people and programs; nothing if no ranges move. */
  public void put(ReportJson json) {
    if (!isOver) {
      json.beginObject("emptying")
          .put("site", site)
          .put("round", round)
          .put("ranges", handover == null ? 0 : handover.size())
          .put("ended", handover == null ? 0 : handover.ended())
          .put("given", given)
          .endObject();
    }
  }
}
