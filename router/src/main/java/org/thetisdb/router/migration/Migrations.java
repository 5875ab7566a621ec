package org.thetisdb.router.migration;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.core.placement.AppliedPlacement;
import org.thetisdb.core.placement.KeyInterval;
import org.thetisdb.core.placement.Migration;
import org.thetisdb.core.placement.Migration.State;
import org.thetisdb.core.placement.MigrationTable;
import org.thetisdb.core.placement.ReplicaRange;
import org.thetisdb.core.value.ValueCodec;
import org.thetisdb.core.wire.ClientMessage.Migrate;
import org.thetisdb.core.wire.SiteToRouter.RangeEstimated;
import org.thetisdb.migration.move.MigrationPorts.Piece;
import org.thetisdb.migration.move.RangeMigration;
import org.thetisdb.router.call.Answer;
import org.thetisdb.router.call.ResultForm;
import org.thetisdb.router.call.WaitPriority;
import org.thetisdb.router.catalog.RouterCatalog;
import org.thetisdb.router.config.PullConfig;
import org.thetisdb.router.dispatch.CallHandler;
import org.thetisdb.router.migration.MigrationPlanner.Plan;
import org.thetisdb.router.move.Borders;
import org.thetisdb.router.move.MoveGroup;
import org.thetisdb.router.move.Moves;
import org.thetisdb.router.replica.ReplicaChanges;
import org.thetisdb.router.report.ReportJson;
import org.thetisdb.router.routing.Move;
import org.thetisdb.router.system.SystemCalls;
import org.thetisdb.router.term.EngineParts;

/**
 * Ranges that move to other sites because an administrator wants it (decision 0123). What is wanted
 * is recorded, with the placement that has it, and from then on any router that leads brings it
 * about. Owned by the engine's thread.
 */
public final class Migrations {
  /** The built-in procedure: takes an encoded migration and an encoded placement, or nothing. */
  static final String CHANGE_MIGRATION = "thetis.change_migration";

  private static final Logger LOG = LoggerFactory.getLogger(Migrations.class);
  private static final byte[] NO_VALUE = {};
  private static final byte[] NO_PLACEMENT = {};

  private final EngineParts parts;
  private final Consumer<AppliedPlacement> onPlaced;
  private final SystemCalls calls;
  private final CallHandler handler;
  private final MigrationPlanner planner;
  private final MovingRanges moving;
  private final Moves moves;
  private final RangeEstimates estimates;
  private final MigrationReport report;
  private final MigrationTable known = new MigrationTable();
  private final Map<Long, RangeMigration> running = new LinkedHashMap<>();

  /** About how much those have that are under way. */
  private final Map<Long, RangeSize> sizes = new HashMap<>();

  private boolean recording;
  private boolean closed;

  /**
   * None is known.
   *
   * @param onPlaced hears of the placement that was recorded with a migration
   * @param calls of migrations alone
   * @param pulls how ranges are pulled that move by squall
   */
  public Migrations(
      EngineParts parts,
      RouterCatalog catalog,
      ReplicaChanges replicas,
      Consumer<AppliedPlacement> onPlaced,
      SystemCalls calls,
      CallHandler handler,
      Moves moves,
      Borders borders,
      WaitPriority precedence,
      PullConfig pulls) {
    this.parts = parts;
    this.onPlaced = onPlaced;
    this.calls = calls;
    this.handler = handler;
    RangePieces pieces = new RangePieces(parts.placement());
    this.planner = new MigrationPlanner(parts, catalog, pieces, replicas::keepsAll);
    this.moving =
        new MovingRanges(
            parts,
            catalog,
            replicas,
            planner,
            pieces,
            moves,
            borders,
            precedence,
            this::record,
            pulls,
            id -> sizes.getOrDefault(id, RangeSize.UNKNOWN));
    this.moves = moves;
    this.estimates = new RangeEstimates(parts);
    this.report = new MigrationReport(parts, catalog, planner, moving);
  }

  /** Calls are asked what they write only while something moves on demand. */
  private void watchCalls() {
    boolean any =
        running.values().stream().anyMatch(each -> each.migration().way().takesWhatCallsWrite());
    moves.setDemand(any ? this::demand : null);
  }

  private void demand(long[] written) {
    if (!closed && handler.isServing()) {
      List.copyOf(running.values()).forEach(each -> each.demand(written));
    }
  }

  /** Takes what an administrator asks for; the answer always comes, as a JSON text. */
  public void submit(Migrate wanted, Answer answer) {
    try {
      if (!handler.isServing()) {
        throw refused("this router does not serve yet");
      }
      switch (wanted.action()) {
        case LIST -> answer(answer, VersionVector.ZERO, 0);
        case BEGIN -> begin(wanted, answer);
        case CANCEL -> cancel(wanted.id(), answer);
      }
    } catch (ThetisException e) {
      answer.onOutcome(e.code().number(), e.getMessage(), VersionVector.ZERO, NO_VALUE);
    }
  }

  private void begin(Migrate wanted, Answer answer) {
    Plan plan = checked(wanted);
    if (wanted.dryRun()) {
      estimates.ask(
          plan.migration().range(),
          size ->
              answer.onOutcome(
                  0, "", VersionVector.ZERO, ValueCodec.encode(report.plan(plan, size))));
      return;
    }
    checkIdle();
    record(plan.migration(), plan.placed(), answer);
  }

  /**
   * Begins one that is part of a plan, if no other change is under way.
   *
   * @return the id that it has if the answer is no error; 0 if it has to be asked for again
   * @throws ThetisException MIGRATION_REFUSED if it cannot be
   */
  long beginPlanned(Migrate wanted, Answer answer) {
    if (recording || closed) {
      return 0;
    }
    Plan plan = checked(wanted);
    record(plan.migration(), plan.placed(), answer);
    return plan.migration().id();
  }

  /** About how much a range holds; the answer always comes, and soon. */
  void estimate(KeyInterval range, Consumer<RangeSize> answer) {
    estimates.ask(range, answer);
  }

  /** Takes back one that is part of a plan, if it is under way and no change is. */
  void cancelPlanned(long id) {
    if (!recording && !closed && running.containsKey(id)) {
      cancel(id, (error, message, vector, value) -> {});
    }
  }

  /** A number that changes whenever a migration gets further; 0 if it is not under way. */
  long progressOf(long id) {
    RangeMigration machine = running.get(id);
    return machine == null
        ? 0
        : 1 + machine.moved() + moving.copiedRows(machine.migration()) + machine.left();
  }

  /** A migration that is known; null if it is not, or not any more. */
  Migration find(long id) {
    return known.find(id);
  }

  /** What makes migrations of what is wanted. */
  MigrationPlanner planner() {
    return planner;
  }

  private Plan checked(Migrate wanted) {
    Plan plan = planner.plan(wanted, known);
    String overlap =
        plan.migration().state() == State.COPYING ? moving.overlap(plan.migration()) : "";
    if (!overlap.isEmpty()) {
      throw refused(overlap);
    }
    return plan;
  }

  private void checkIdle() {
    if (recording) {
      throw refused("another change is under way, ask again");
    }
  }

  private void cancel(long id, Answer answer) {
    List<Migration> wanted = new ArrayList<>(known.underWay());
    wanted.removeIf(each -> id != 0 && each.id() != id);
    if (id != 0 && wanted.isEmpty()) {
      throw refused("no migration " + id + " is under way");
    }
    wanted.removeIf(each -> each.state() == State.CANCELLING);
    cancelNext(wanted, VersionVector.ZERO, id, answer);
  }

  /** One after the other: each may change the placement. */
  private void cancelNext(List<Migration> wanted, VersionVector vector, long id, Answer answer) {
    if (wanted.isEmpty()) {
      answer(answer, vector, id);
      return;
    }
    Migration next = known.find(wanted.get(0).id());
    List<Migration> rest = wanted.subList(1, wanted.size());
    if (next == null || next.state().isOver() || next.state() == State.CANCELLING) {
      cancelNext(rest, vector, id, answer);
      return;
    }
    try {
      checkIdle();
      record(
          next.next(State.CANCELLING, next.details()),
          planner.without(next),
          (error, message, seen, value) -> {
            if (error == 0) {
              cancelNext(rest, seen, id, answer);
            } else {
              answer.onOutcome(error, message, seen, NO_VALUE);
            }
          });
    } catch (ThetisException e) {
      answer.onOutcome(e.code().number(), e.getMessage(), VersionVector.ZERO, NO_VALUE);
    }
  }

  /** A migration is over, or fails. */
  private void record(Migration next, Runnable answered) {
    if (recording || closed) {
      answered.run();
      return;
    }
    Migration now = known.find(next.id());
    try {
      AppliedPlacement placed = now == null ? null : planner.placedBy(next, now.state());
      if (next.state() == State.CANCELLING) {
        placed = planner.without(next);
      }
      record(next, placed, (error, message, vector, value) -> answered.run());
    } catch (ThetisException full) {
      LOG.warn("migration {} cannot go on: {}", next.id(), full.getMessage());
      answered.run();
    }
  }

  private void record(Migration next, AppliedPlacement placed, Answer answer) {
    recording = true;
    calls.submit(
        CHANGE_MIGRATION,
        ResultForm.NUMBER.to(
            (error, message, vector, number) -> {
              recording = false;
              if (error == 0 && !closed) {
                parts.cuts().absorb(vector);
                if (placed != null) {
                  onPlaced.accept(placed);
                }
                learn(List.of(next));
                answer(answer, vector, next.id());
                step();
              } else {
                answer.onOutcome(error, message, vector, NO_VALUE);
              }
            }),
        next.toByteArray(),
        placed == null ? NO_PLACEMENT : placed.toByteArray());
  }

  /** A site reports what the log has, or a change was recorded; older ones are no news. */
  public void learn(List<Migration> told) {
    for (Migration each : told) {
      if (known.learn(each)) {
        RangeMigration machine = running.get(each.id());
        if (machine != null) {
          machine.learn(each);
        } else if (!each.state().isOver()) {
          begun(each);
        }
        if (each.state().isOver()) {
          running.remove(each.id());
          sizes.remove(each.id());
        }
        watchCalls();
        LOG.info("migration {} to site {} is {}", each.id(), each.target(), each.state());
      }
    }
  }

  private void begun(Migration migration) {
    running.put(migration.id(), new RangeMigration(migration, moving));
    estimates.ask(
        migration.range(),
        size -> {
          if (running.containsKey(migration.id())) {
            sizes.put(migration.id(), size);
          }
        });
  }

  /** A site tells about how much a range holds. */
  public void onRangeEstimated(RangeEstimated told) {
    estimates.onEstimated(told);
  }

  /** Does what can be done now. Called from time to time. */
  public void step() {
    if (!closed && handler.isServing()) {
      List.copyOf(running.values()).forEach(RangeMigration::step);
    }
  }

  /** A partition has too many rows to go with its release. */
  public void onTooLarge(Move move) {
    moving.onTooLarge(move);
  }

  /** Whether a group was moved from here; then it is done. */
  public boolean isDone(MoveGroup group) {
    return moving.isDone(group);
  }

  /** Whether a migration is under way that needs a replica: rows that go with no release. */
  public boolean needs(ReplicaRange replica) {
    for (Migration each : known.underWay()) {
      if (each.target() == replica.site() && each.range().tableId() == replica.table()) {
        return true;
      }
    }
    return false;
  }

  /** Whether a partition is of a range that moves, so that nobody else is to move it. */
  public boolean moves(long partition) {
    for (RangeMigration each : running.values()) {
      Piece piece = moving.piece(each.migration(), partition);
      if (piece != null && piece.goal() != 0) {
        return true;
      }
    }
    return false;
  }

  /** Whether ranges move because of a migration. */
  public boolean isUnderWay() {
    return !running.isEmpty();
  }

  /** Begins no move until it may go on; what is under way comes to its end. */
  public void pause(boolean pauses) {
    moving.pause(pauses);
  }

  /** The router leads no more. */
  public void close() {
    closed = true;
  }

  private void answer(Answer answer, VersionVector vector, long id) {
    ReportJson json = new ReportJson().beginObject().put("id", id);
    put(json);
    answer.onOutcome(0, "", vector, ValueCodec.encode(json.endObject().toString()));
  }

  /** All that are known, for people and programs. */
  public void put(ReportJson json) {
    json.beginArray("migrations");
    progress().forEach(each -> MigrationReport.put(json, each));
    json.endArray();
  }

  /** How far all are that are known, in the order in which they began. */
  public List<MigrationProgress> progress() {
    List<MigrationProgress> all = new ArrayList<>();
    for (Migration each : known.all()) {
      RangeSize size = sizes.getOrDefault(each.id(), RangeSize.UNKNOWN);
      all.add(report.progress(each, running.get(each.id()), size));
    }
    return all;
  }

  private static ThetisException refused(String why) {
    return new ThetisException(ErrorCode.MIGRATION_REFUSED, why);
  }
}
