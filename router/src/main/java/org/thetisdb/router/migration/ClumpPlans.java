package org.thetisdb.router.migration;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.thetisdb.migration.plan.Clump;
import org.thetisdb.migration.plan.ClumpPlanner;
import org.thetisdb.migration.plan.LoadedSite;
import org.thetisdb.migration.plan.MovableRange;
import org.thetisdb.migration.plan.PlanBounds;
import org.thetisdb.migration.plan.PlannedMove;
import org.thetisdb.router.catalog.RouterCatalog;
import org.thetisdb.router.routing.Decision;
import org.thetisdb.router.routing.DecisionLog;
import org.thetisdb.router.routing.Move;
import org.thetisdb.router.schism.Trace;
import org.thetisdb.router.term.EngineParts;

/**
 * Makes of a sample a plan that moves clumps (decision 0190), and notes why each range of them
 * moves. Owned by the engine's thread.
 */
final class ClumpPlans {
  /** A decision names no more partitions of a range. */
  private static final int MOST_NAMED = 256;

  private final EngineParts parts;
  private final RouterCatalog catalog;
  private final Migrations migrations;
  private final PlanBounds bounds;

  ClumpPlans(EngineParts parts, RouterCatalog catalog, Migrations migrations, PlanBounds bounds) {
    this.parts = parts;
    this.catalog = catalog;
    this.migrations = migrations;
    this.bounds = bounds;
  }

  /**
   * A plan; null if no site has too much to do, or no clump helps.
   *
   * @param busy how busy each of the sites is
   */
  PlanRun plan(Trace trace, List<LoadedSite> sites, Map<Integer, Double> busy) {
    long cellKeys = migrations.planner().cellKeys();
    LoadSurvey survey = new LoadSurvey(parts, catalog, cellKeys);
    List<MovableRange> ranges = survey.rangesOfClumps(trace, busy);
    List<Clump> clumps =
        ClumpPlanner.plan(
            sites, ranges, survey.accessesOf(ranges), bounds.even(), bounds.mostMoves());
    if (clumps.isEmpty()) {
      return null;
    }
    List<PlannedMove> moves = clumps.stream().flatMap(each -> each.moves().stream()).toList();
    clumps.forEach(each -> note(each, survey));
    return new PlanRun(
        migrations, catalog.tables(), cellKeys, survey.forecast(moves), survey, sites, bounds);
  }

  private void note(Clump clump, LoadSurvey survey) {
    long nowUs = parts.scheduler().clock().nowUs();
    DecisionLog decisions = parts.scheme().decisions();
    String why = reason(clump);
    for (PlannedMove move : clump.moves()) {
      List<Move> moved = new ArrayList<>();
      for (long partition : survey.partitionsOf(move.range(), MOST_NAMED)) {
        moved.add(new Move(partition, move.from(), move.to()));
      }
      decisions.add(Decision.without(nowUs, move.to(), moved, why));
    }
  }

  private static String reason(Clump clump) {
    return String.format(
        Locale.ROOT,
        "in a clump of %d ranges that relieves site %d: its load was %.2f times the mean and is"
            + " %.2f behind it; of what is accessed together %.0f %% was over sites, and %.0f %% is",
        clump.moves().size(),
        clump.overloaded(),
        clump.load(),
        clump.loadThen(),
        clump.cut() * 100,
        clump.cutThen() * 100);
  }
}
