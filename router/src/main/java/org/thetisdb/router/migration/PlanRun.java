package org.thetisdb.router.migration;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.id.PartitionId;
import org.thetisdb.core.placement.Migration;
import org.thetisdb.core.placement.Migration.State;
import org.thetisdb.core.wire.ClientMessage.Migrate;
import org.thetisdb.migration.plan.LoadedSite;
import org.thetisdb.migration.plan.MoveLine;
import org.thetisdb.migration.plan.PlanBounds;
import org.thetisdb.migration.plan.PlannedMove;
import org.thetisdb.migration.plan.RebalancePlan;
import org.thetisdb.procedures.runtime.TableRegistry;
import org.thetisdb.router.catalog.RangeText;
import org.thetisdb.router.migration.LoadSurvey.CellRun;
import org.thetisdb.router.report.ReportJson;

/**
 * A plan that becomes migrations, each in its turn. It ends before its end if one of them fails or
 * is cancelled. Owned by the engine's thread.
 */
final class PlanRun {
  /** Moves that a site takes part in at once. */
  private static final int MOST_AT_ONCE = 4;

  /** A site that is busy for so much of its time gives ranges on demand. */
  private static final double NO_TIME_TO_SPARE = 0.8;

  private static final String SHIP_OR_COPY = "ship or copy";

  private final Migrations migrations;
  private final RebalancePlan plan;
  private final MoveLine line;
  private final long cellKeys;
  private final long accesses;
  private final double distributed;
  private final double distributedThen;
  private final List<Step> steps = new ArrayList<>();
  private String problem = "";

  /** A planned move: a migration of each of its tables. */
  private static final class Step {
    private final PlannedMove move;
    private final CellRun run;
    private final List<Part> parts = new ArrayList<>();

    private Step(PlannedMove move, CellRun run) {
      this.move = move;
      this.run = run;
    }
  }

  private static final class Part {
    private final String range;
    private long id;
    private boolean isOver;

    /** Its partitions are too large to go with their mastership. */
    private boolean isLarge;

    private Part(String range) {
      this.range = range;
    }
  }

  /** Nothing has begun. */
  PlanRun(
      Migrations migrations,
      TableRegistry tables,
      long cellKeys,
      RebalancePlan plan,
      LoadSurvey survey,
      List<LoadedSite> sites,
      PlanBounds bounds) {
    this.migrations = migrations;
    this.plan = plan;
    this.cellKeys = cellKeys;
    this.accesses = survey.accesses();
    this.distributed = survey.distributed();
    this.distributedThen = survey.distributedThen();
    this.line = new MoveLine(plan.moves(), sites, bounds, MOST_AT_ONCE);
    for (PlannedMove move : plan.moves()) {
      CellRun run = survey.runs().get(move.range().id());
      Step step = new Step(move, run);
      for (int table : run.tables()) {
        step.parts.add(
            new Part(
                RangeText.of(
                    tables,
                    PartitionId.of(table, run.first()),
                    PartitionId.of(table, run.last()),
                    cellKeys)));
      }
      steps.add(step);
    }
  }

  /** What is carried out. */
  RebalancePlan plan() {
    return plan;
  }

  /** Why it ended before its end; empty if it did not. */
  String problem() {
    return problem;
  }

  /** Whether nothing is left to do, or will be done. */
  boolean isOver() {
    return line.isDone() || !problem.isEmpty();
  }

  /** Does what can be done now. */
  void step() {
    for (int i = 0; i < steps.size() && problem.isEmpty(); i++) {
      if (line.isUnderWay(i)) {
        lookAfter(i);
      }
    }
    int next = line.startable(0);
    while (next >= 0 && problem.isEmpty()) {
      if (!isInTheWay(next)) {
        line.begin(next);
        lookAfter(next);
      }
      next = line.startable(next + 1);
    }
  }

  /** Whether some of its keys are in a move that comes before it and is not done. */
  private boolean isInTheWay(int index) {
    for (int i = 0; i < index; i++) {
      Step before = steps.get(i);
      boolean isDone = before.parts.stream().allMatch(part -> part.isOver);
      if (!isDone && before.run.overlaps(steps.get(index).run)) {
        return true;
      }
    }
    return false;
  }

  private void lookAfter(int index) {
    Step step = steps.get(index);
    boolean isDone = true;
    for (Part part : step.parts) {
      if (part.id == 0) {
        begin(step, part);
      } else if (!part.isOver) {
        look(part);
      }
      isDone &= part.isOver;
    }
    if (isDone) {
      line.end(index);
    }
  }

  private void begin(Step step, Part part) {
    PlannedMove move = step.move;
    try {
      part.id =
          migrations.beginPlanned(
              Migrate.begin(0, part.range, source(step), move.to(), way(step, part), false),
              (error, message, vector, value) -> onRecorded(error, message));
    } catch (ThetisException refused) {
      problem = part.range + ": " + refused.getMessage();
    }
  }

  /**
   * How it goes to a site that lacks its rows: on demand if its source has no time to spare, since
   * that is relieved at once; else few cells with their mastership, and many as a copy.
   */
  private String way(Step step, Part part) {
    PlannedMove move = step.move;
    if (move.way() != Migration.Way.COPY || part.isLarge) {
      return move.way().label();
    }
    boolean isBusy = plan.before().getOrDefault(move.from(), 0.0) >= NO_TIME_TO_SPARE;
    return isBusy ? Migration.Way.ON_DEMAND.label() : Migrate.ANY_WAY;
  }

  /** Others may master cells in between; what is copied is copied as a whole. */
  private static int source(Step step) {
    boolean isOne = step.run.first() == step.run.last();
    return isOne || step.move.way() != Migration.Way.PROMOTE ? 0 : step.move.from();
  }

  private void onRecorded(int error, String message) {
    if (error != 0) {
      problem = message;
    } else {
      step();
    }
  }

  private void look(Part part) {
    Migration migration = migrations.find(part.id);
    if (migration == null) {
      return; // not recorded yet
    }
    State state = migration.state();
    part.isOver = state == State.DONE;
    if (state == State.CANCELLED && isTooLarge(migration) && !part.isLarge) {
      part.isLarge = true;
      part.id = 0; // it is copied next
      return;
    }
    boolean isTakenBack = state == State.CANCELLING && !isTooLarge(migration);
    if (!part.isOver && (state.isOver() || isTakenBack)) {
      String why = migration.details().problem();
      problem = "migration " + part.id + (why.isEmpty() ? " was cancelled" : " failed: " + why);
    }
  }

  /** It takes itself back then, and says why. */
  private static boolean isTooLarge(Migration migration) {
    return migration.way().shipsRows() && !migration.details().problem().isEmpty();
  }

  /**
   * What it is and how far, for people and programs.
   *
   * @param now how busy each site is
   */
  void put(ReportJson json, Map<Integer, Double> now) {
    json.put("problem", problem)
        .put("accesses", accesses)
        .put("distributed", distributed)
        .put("expected_distributed", distributedThen)
        .put("imbalance", RebalancePlan.imbalance(plan.before()))
        .put("expected_imbalance", RebalancePlan.imbalance(plan.after()));
    putSites(json, now);
    json.beginArray("moves");
    for (int i = 0; i < steps.size(); i++) {
      Step step = steps.get(i);
      for (Part part : step.parts) {
        json.beginObject()
            .put("move", i + 1)
            .put("range", part.range)
            .put("from", step.move.from())
            .put("to", step.move.to())
            .put("way", wayNow(step, part))
            .put("keys", (step.run.last() - step.run.first() + 1) * cellKeys)
            .put("load", step.move.range().load())
            .put("migration", part.id)
            .put("state", state(part))
            .endObject();
      }
    }
    json.endArray();
  }

  private String wayNow(Step step, Part part) {
    Migration migration = part.id == 0 ? null : migrations.find(part.id);
    String planned = way(step, part);
    if (migration != null) {
      return migration.way().label();
    }
    return planned.equals(Migrate.ANY_WAY) ? SHIP_OR_COPY : planned;
  }

  private String state(Part part) {
    Migration migration = part.id == 0 ? null : migrations.find(part.id);
    if (part.isOver) {
      return "done";
    }
    return migration == null ? "planned" : migration.state().name().toLowerCase(Locale.ROOT);
  }

  private void putSites(ReportJson json, Map<Integer, Double> now) {
    json.beginArray("sites");
    plan.before()
        .forEach(
            (site, busy) ->
                json.beginObject()
                    .put("site", site)
                    .put("busy", busy)
                    .put("expected", plan.after().get(site))
                    .put("now", now.getOrDefault(site, 0.0))
                    .endObject());
    json.endArray();
  }
}
