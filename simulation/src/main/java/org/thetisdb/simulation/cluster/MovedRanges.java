package org.thetisdb.simulation.cluster;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.thetisdb.client.CallOutcome;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.placement.AppliedPlacement;
import org.thetisdb.core.wire.ClientMessage.Migrate;

/**
 * Ranges are moved to other sites, and some of that is cancelled, while clients call and things
 * break (decision 0123). An administrator asks, and repeats what was not answered. In the end every
 * migration must be over, and where masters stay all must be mastered where the placement has it.
 */
final class MovedRanges {
  private static final long REPEAT_US = 100_000;
  private static final long GAP_US = 150_000;
  private static final int WIDTH = 9;
  private static final List<String> EVERYWHERE =
      List.of("promote", "promote", "promote", "on-demand", "squall", "failover", "stop");

  /** Only the first three need no checkpoints. */
  private static final List<String> IN_PART =
      List.of("ship", "on-demand", "squall", "copy", "copy", "failover", "stop", Migrate.ANY_WAY);

  private static final List<String> COPIES = List.of("copy", "failover", "stop");
  private static final Pattern ID = Pattern.compile("^\\{\"id\":(\\d+)");

  private final Surroundings surroundings;
  private final ClientMachine administrator;
  private final List<String> tables;
  private final RandomGenerator random;
  private final List<Long> begun = new ArrayList<>();
  private boolean active = true;
  private boolean asked;
  private boolean over;
  private boolean returned;
  private int changes;
  private String shown = "";

  /** Nothing happens until {@link #start}; ranges of {@code tables} move. */
  MovedRanges(Surroundings surroundings, ClientMachine administrator, List<String> tables) {
    this.surroundings = surroundings;
    this.administrator = administrator;
    this.tables = tables;
    this.random = surroundings.world().newRandom();
  }

  /** Begins to move ranges. */
  void start() {
    after(
        1 + random.nextLong(2 * GAP_US),
        () -> {
          if (active) {
            change();
            start();
          }
        });
  }

  /** Begins no more; what is under way goes on. From here on it looks what became of all. */
  void stop() {
    active = false;
    look();
  }

  /** Whether what was asked for was answered, and all is where it is to be. */
  boolean isIdle() {
    return !asked && over && returned;
  }

  /** How many began, or were cancelled. */
  int changes() {
    return changes;
  }

  private void change() {
    if (asked) {
      return;
    }
    asked = true;
    if (!begun.isEmpty() && random.nextInt(3) == 0) {
      cancel(begun.remove(begun.size() - 1));
    } else {
      begin();
    }
  }

  private void begin() {
    String table = tables.get(random.nextInt(tables.size()));
    int from = random.nextInt(16);
    String part = table + ":" + from + ".." + (from + random.nextInt(WIDTH));
    String range = random.nextInt(4) == 0 ? table : part;
    int sites = surroundings.settings().sites();
    int target = 1 + random.nextInt(sites);
    String way = way();
    boolean copies = COPIES.contains(way);
    int source = !copies && random.nextInt(4) == 0 ? 1 + random.nextInt(sites) : 0;
    surroundings.trace("CHANGE %s %s from %d to site-%d", way, range, source, target);
    administrator
        .core()
        .migrate(id -> Migrate.begin(id, range, source, target, way, false), this::onBegun);
  }

  /** A copy needs checkpoints. */
  private String way() {
    if (surroundings.settings().fullSites() == 0) {
      return EVERYWHERE.get(random.nextInt(EVERYWHERE.size()));
    }
    boolean saves = surroundings.settings().checkpointIntervalMs() > 0;
    return IN_PART.get(random.nextInt(saves ? IN_PART.size() : 3));
  }

  /**
   * A client that does not know whether it has begun does not ask again: it may be over by then.
   */
  private void onBegun(CallOutcome outcome) {
    surroundings.trace("CHANGE move: %s", outcome);
    asked = false;
    if (outcome.isCommitted()) {
      changes++;
      Matcher id = ID.matcher(String.valueOf(outcome.result()));
      if (id.find()) {
        begun.add(Long.parseLong(id.group(1)));
      }
    }
  }

  private void cancel(long migration) {
    surroundings.trace("CHANGE cancel move %d", migration);
    administrator
        .core()
        .migrate(id -> Migrate.cancel(id, migration), outcome -> onCancelled(migration, outcome));
  }

  private void onCancelled(long migration, CallOutcome outcome) {
    surroundings.trace("CHANGE cancel: %s", outcome);
    boolean isOver =
        outcome.code() == ErrorCode.MIGRATION_REFUSED && outcome.message().contains("no migration");
    if (outcome.isCommitted() || isOver) {
      asked = false;
      changes += isOver ? 0 : 1;
    } else {
      after(REPEAT_US, () -> cancel(migration));
    }
  }

  private void look() {
    administrator
        .core()
        .migrate(
            Migrate::list,
            outcome -> {
              String text = String.valueOf(outcome.result());
              if (!text.equals(shown)) {
                shown = text;
                surroundings.trace("CHANGE migrations: %s", text);
              }
              over =
                  outcome.isCommitted()
                      && !text.contains("\"running\"")
                      && !text.contains("\"cancelling\"")
                      && !text.contains("\"state\":\"copying\"");
              lookWhetherReturned();
            });
  }

  private void lookWhetherReturned() {
    administrator
        .core()
        .changePlacement(
            AppliedPlacement.NONE,
            0,
            true,
            outcome -> {
              String text = String.valueOf(outcome.result());
              returned =
                  outcome.isCommitted()
                      && (text.contains("\"followed\":false")
                          || (text.contains("\"away\":0,")
                              && text.contains("\"borders_missing\":0")));
              after(REPEAT_US, this::look);
            });
  }

  private void after(long us, Runnable task) {
    surroundings.world().at(surroundings.world().nowUs() + us, task);
  }
}
