package org.thetisdb.router.migration;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.thetisdb.core.placement.Migration.Way;
import org.thetisdb.core.placement.PlacedRanges.PlacedRange;
import org.thetisdb.migration.plan.DrainPlanner;
import org.thetisdb.migration.plan.DrainPlanner.DrainedRange;
import org.thetisdb.router.catalog.RouterCatalog;
import org.thetisdb.router.report.ReportJson;
import org.thetisdb.router.term.EngineParts;

/**
 * Gives a site that has joined its share of all ranges, where some sites hold a part of the rows
 * and masters stay (decision 0141): it has none when it becomes a member. They move on demand, so
 * calls run there as soon as the partitions that they write have come. Each site is filled once
 * while this router leads, and not at all if it masters something by then. Owned by the engine's
 * thread.
 */
public final class SiteFilling {
  private static final Logger LOG = LoggerFactory.getLogger(SiteFilling.class);

  /** Few wait for others: what calls write is to move whichever range it is in. */
  private static final int MOST_AT_ONCE = 32;

  private final EngineParts parts;
  private final RouterCatalog catalog;
  private final Migrations migrations;
  private final Set<Integer> filled = new HashSet<>();
  private int site;
  private TableSurvey survey;
  private Handover handover;

  /** No site has joined. */
  public SiteFilling(EngineParts parts, RouterCatalog catalog, Migrations migrations) {
    this.parts = parts;
    this.catalog = catalog;
    this.migrations = migrations;
  }

  /** Does what can be done now. Called from time to time. */
  public void step() {
    if (site != 0 && (!migrations.planner().sendsRows() || !parts.sites().takesNewWork(site))) {
      end();
    } else if (handover != null) {
      if (handover.step()) {
        LOG.info("site {} has got {} ranges", site, handover.given());
        end();
      }
    } else if (survey == null) {
      look();
    } else if (survey.isDone()) {
      plan();
    }
  }

  private void end() {
    site = 0;
    survey = null;
    handover = null;
  }

  private void look() {
    if (!migrations.planner().sendsRows()) {
      return;
    }
    for (int each : parts.sites().roster().staying()) {
      boolean isNew =
          !parts.sites().roster().isFounder(each)
              && parts.sites().takesNewWork(each)
              && filled.add(each);
      if (isNew && !mastersSome(each)) {
        site = each;
        survey = new TableSurvey(catalog, migrations);
        return;
      }
    }
  }

  private boolean mastersSome(int each) {
    List<PlacedRange> placed = parts.placement().placed().applied().ranges().ranges();
    return placed.stream().anyMatch(range -> range.site() == each)
        || !parts.placement().masteredBy(each, 1).isEmpty();
  }

  private void plan() {
    List<DrainedRange> plan =
        DrainPlanner.share(survey.occupied(), site, parts.sites().roster().staying());
    LOG.info("site {} has joined and is to get {} ranges", site, plan.size());
    handover =
        new Handover(
            migrations,
            catalog.tables(),
            parts.scheduler().clock(),
            plan,
            Way.ON_DEMAND.label(),
            0,
            MOST_AT_ONCE,
            new HashSet<>());
  }

  /** How far it is, for people and programs; nothing if no site is filled. */
  public void put(ReportJson json) {
    if (handover != null) {
      json.beginObject("filling")
          .put("site", site)
          .put("ranges", handover.size())
          .put("ended", handover.ended())
          .endObject();
    }
  }
}
