package org.thetisdb.router.migration;

import java.util.Locale;
import org.thetisdb.core.placement.Migration;
import org.thetisdb.core.placement.Migration.State;
import org.thetisdb.core.placement.Migration.Way;
import org.thetisdb.migration.move.RangeMigration;
import org.thetisdb.router.catalog.RangeText;
import org.thetisdb.router.catalog.RouterCatalog;
import org.thetisdb.router.migration.MigrationPlanner.Plan;
import org.thetisdb.router.report.ReportJson;
import org.thetisdb.router.term.EngineParts;

/**
 * Says of migrations, for people and programs, what they come to and how far they are. What is not
 * known is left out or -1. Owned by the engine's thread.
 */
final class MigrationReport {
  private static final double SECOND_US = 1e6;

  private final EngineParts parts;
  private final RouterCatalog catalog;
  private final MigrationPlanner planner;
  private final MovingRanges moving;

  MigrationReport(
      EngineParts parts, RouterCatalog catalog, MigrationPlanner planner, MovingRanges moving) {
    this.parts = parts;
    this.catalog = catalog;
    this.planner = planner;
    this.moving = moving;
  }

  /** What would move, as a JSON text. */
  String plan(Plan plan, RangeSize all) {
    Migration migration = plan.migration();
    int moves = plan.bySource().values().stream().mapToInt(each -> each).sum();
    RangeSize size = all.part(moves, plan.partitions());
    boolean sendsRows = moving.sendsRows(migration);
    ReportJson json =
        new ReportJson()
            .beginObject()
            .beginObject("plan")
            .put("range", rangeOf(migration))
            .put("way", migration.way().label())
            .put("to", migration.target())
            .put("partitions", plan.partitions())
            .put("moves", moves)
            .put("borders", moving.missingBorders(migration))
            .put("stays", plan.placed() != null)
            .put("scheme", parts.inForce().spec().name())
            .put("rows", size.rows())
            .put("bytes", size.bytes())
            .put("sends_rows", sendsRows)
            .put("expected_us", moves == 0 ? 0 : expectedUs(plan, all, sendsRows))
            .put("expected_wait_us", moves == 0 ? 0 : (long) parts.measures().moveUs())
            .beginArray("from");
    plan.bySource()
        .forEach(
            (site, count) ->
                json.beginObject().put("site", site).put("partitions", count).endObject());
    return json.endArray().endObject().endObject().toString();
  }

  /**
   * What it takes: the copy, which has all of the range, at the rate that its giver has now; then
   * groups of partitions, those of one source behind each other, at what moves take lately. Without
   * what a copy waits for checkpoints.
   */
  private long expectedUs(Plan plan, RangeSize all, boolean sendsRows) {
    Way way = plan.migration().way();
    int longest = plan.bySource().values().stream().mapToInt(each -> each).max().orElse(0);
    long groups = groups(plan.migration(), longest, all);
    double groupUs = parts.measures().moveUs();
    double movesUs = groups * groupUs + Math.max(0, groups - 1) * restUs(plan.migration());
    if (!way.copiesRows() || !sendsRows) {
      return (long) movesUs;
    }
    return all.isKnown() ? (long) (movesUs + copyUs(all)) : -1;
  }

  private long groups(Migration migration, int partitions, RangeSize all) {
    int most =
        switch (migration.way()) {
          case SQUALL -> moving.chunkPartitions(migration, all);
          case SHIP, ON_DEMAND -> RangeMigration.MOST_SHIPPED_TOGETHER;
          default -> RangeMigration.MOST_TOGETHER;
        };
    return ((long) partitions + most - 1) / most;
  }

  private double restUs(Migration migration) {
    return switch (migration.way()) {
      case SQUALL -> moving.pulls(migration).intervalUs();
      case ON_DEMAND -> RangeMigration.REST_US;
      default -> 0;
    };
  }

  private static double copyUs(RangeSize size) {
    return SECOND_US * size.bytes() / Math.max(1, size.copyBytesPerS());
  }

  /**
   * How far one is.
   *
   * @param machine null if it is over
   * @param size about what its range holds
   */
  MigrationProgress progress(Migration each, RangeMigration machine, RangeSize size) {
    if (machine == null) {
      Migration.Details ended = each.details();
      return new MigrationProgress(
          each, rangeOf(each), size, -1, ended.partitions(), -1, ended.tookUs(), -1, "");
    }
    boolean copies = each.state() == State.COPYING;
    long done = copies ? moving.copiedRows(each) : machine.moved();
    long all = copies ? size.rows() : machine.moved() + (long) machine.left();
    long ranUs = parts.scheduler().clock().nowUs() - machine.beganUs();
    return new MigrationProgress(
        each,
        rangeOf(each),
        size,
        copies ? done : -1,
        machine.moved(),
        copies ? -1 : machine.left(),
        ranUs,
        leftUs(done, all, ranUs, copies, size),
        machine.waitsFor());
  }

  /** The same for programs. */
  static void put(ReportJson json, MigrationProgress progress) {
    Migration each = progress.migration();
    json.beginObject()
        .put("id", each.id())
        .put("range", progress.range())
        .put("from", each.source())
        .put("to", each.target())
        .put("way", each.way().label())
        .put("state", each.state().name().toLowerCase(Locale.ROOT))
        .put("partitions", progress.movedPartitions())
        .put("took_us", each.details().tookUs())
        .put("longest_wait_us", each.details().longestUs())
        .put("waits_for", progress.waitsFor())
        .put("problem", each.details().problem());
    if (!each.state().isOver()) {
      json.put("rows", progress.size().rows())
          .put("bytes", progress.size().bytes())
          .put("rows_copied", progress.copiedRows())
          .put("partitions_left", progress.leftPartitions())
          .put("ran_us", progress.ranUs())
          .put("left_us", progress.leftUs());
    }
    json.endObject();
  }

  /** As long as it took until now, by what is left; before that, what was expected. */
  private static long leftUs(long done, long all, long ranUs, boolean copies, RangeSize size) {
    if (all < 0) {
      return -1;
    }
    if (done > 0) {
      return Math.round((double) Math.max(0, all - done) / done * ranUs);
    }
    return copies ? Math.round(copyUs(size)) : -1;
  }

  private String rangeOf(Migration migration) {
    MigrationPlanner.Bounds bounds = planner.boundsOf(migration);
    return bounds == null
        ? "#" + migration.range().tableId()
        : RangeText.of(
            catalog.tables(), bounds.first(), bounds.last(), planner.cellKeysOf(migration));
  }
}
