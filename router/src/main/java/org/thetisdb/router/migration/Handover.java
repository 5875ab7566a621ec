package org.thetisdb.router.migration;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.placement.Migration;
import org.thetisdb.core.placement.Migration.State;
import org.thetisdb.core.placement.Migration.Way;
import org.thetisdb.core.time.Clock;
import org.thetisdb.core.wire.ClientMessage.Migrate;
import org.thetisdb.migration.plan.DrainPlanner.DrainedRange;
import org.thetisdb.procedures.runtime.TableRegistry;
import org.thetisdb.router.catalog.RangeText;

/**
 * Ranges that go to other sites with their rows, some at a time, each by a migration. One with
 * partitions that are too large to go with their mastership is copied. What does not move stays
 * where it is, and nothing waits for it. Owned by the engine's thread.
 */
final class Handover {
  private static final Logger LOG = LoggerFactory.getLogger(Handover.class);

  /** A migration that gets no further for so long is taken back. */
  private static final long PATIENCE_US = 60_000_000;

  private final Migrations migrations;
  private final Clock clock;
  private final String way;
  private final int source;
  private final int mostAtOnce;
  private final Set<Long> givenUp;
  private final List<Part> parts = new ArrayList<>();
  private int given;

  /** A range, and what became of it. */
  private static final class Part {
    private final DrainedRange range;
    private final String name;
    private long id;
    private boolean isCopied;
    private boolean hasEnded;
    private long progress = -1;
    private long sinceUs;

    Part(DrainedRange range, String name) {
      this.range = range;
      this.name = name;
    }
  }

  /**
   * Nothing has begun.
   *
   * @param way how ranges move
   * @param source of ranges that are not whole, only what this site masters moves
   * @param mostAtOnce so many ranges move at a time
   * @param givenUp ranges that are not tried, by their first cells; those whose migration fails or
   *     gets stuck are added
   */
  Handover(
      Migrations migrations,
      TableRegistry tables,
      Clock clock,
      List<DrainedRange> plan,
      String way,
      int source,
      int mostAtOnce,
      Set<Long> givenUp) {
    this.migrations = migrations;
    this.clock = clock;
    this.way = way;
    this.source = source;
    this.mostAtOnce = mostAtOnce;
    this.givenUp = givenUp;
    long cellKeys = migrations.planner().cellKeys();
    for (DrainedRange each : plan) {
      if (!givenUp.contains(each.first())) {
        parts.add(new Part(each, RangeText.of(tables, each.first(), each.last(), cellKeys)));
      }
    }
  }

  /** How many ranges there are. */
  int size() {
    return parts.size();
  }

  /** How many have gone, or do not go. */
  int ended() {
    return (int) parts.stream().filter(each -> each.hasEnded).count();
  }

  /** How many have gone. */
  int given() {
    return given;
  }

  /** Does what can be done now; returns whether all has ended. */
  boolean step() {
    int underWay = 0;
    boolean isDone = true;
    for (Part part : parts) {
      if (part.id != 0 && !part.hasEnded) {
        look(part);
      }
      if (part.id == 0 && !part.hasEnded && underWay < mostAtOnce) {
        begin(part);
      }
      underWay += part.id != 0 && !part.hasEnded ? 1 : 0;
      isDone &= part.hasEnded;
    }
    return isDone;
  }

  private void begin(Part part) {
    String label = part.isCopied ? Way.COPY.label() : way;
    int from = part.range.whole() ? 0 : source;
    try {
      part.id =
          migrations.beginPlanned(
              Migrate.begin(0, part.name, from, part.range.to(), label, false),
              (error, message, vector, value) -> onRecorded(part, error, message));
      part.progress = -1;
      part.sinceUs = clock.nowUs();
    } catch (ThetisException refused) {
      stay(part, refused.getMessage());
    }
  }

  private static void onRecorded(Part part, int error, String message) {
    if (error != 0) {
      stay(part, message);
    }
  }

  private static void stay(Part part, String why) {
    LOG.info("{} does not go to site {}: {}", part.name, part.range.to(), why);
    part.hasEnded = true;
  }

  private void look(Part part) {
    Migration migration = migrations.find(part.id);
    if (migration == null || !migration.state().isOver()) {
      takeBackIfStuck(part);
    } else if (migration.state() == State.DONE) {
      part.hasEnded = true;
      given++;
    } else if (!part.isCopied && part.range.whole() && isTooLarge(migration)) {
      part.isCopied = true;
      part.id = 0;
    } else {
      givenUp.add(part.range.first());
      stay(part, migration.details().problem());
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
      part.sinceUs = clock.nowUs();
    } else if (clock.nowUs() - part.sinceUs >= PATIENCE_US) {
      givenUp.add(part.range.first());
      migrations.cancelPlanned(part.id);
      stay(part, "it gets no further");
    }
  }
}
