package org.thetisdb.simulation.cluster;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.thetisdb.client.CallOutcome;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.id.PartitionId;
import org.thetisdb.core.placement.AppliedPlacement;
import org.thetisdb.core.placement.PlacedRanges;
import org.thetisdb.core.placement.PlacedRanges.PlacedRange;
import org.thetisdb.replication.membership.FirstMasters;

/**
 * Placements are applied and taken back while clients call and things break. An administrator asks,
 * and repeats what was not answered. In the end the last one that was acknowledged must be in
 * force, and what has moved must be where it says.
 */
final class AppliedPlacements {
  private static final long REPEAT_US = 100_000;
  private static final long GAP_US = 300_000;
  private static final int RANGE_CELLS = 6;

  private final Surroundings surroundings;
  private final ClientMachine administrator;
  private final int tables;
  private final RandomGenerator random;
  private AppliedPlacement acknowledged = AppliedPlacement.NONE;
  private boolean active = true;
  private boolean asked;
  private boolean settled;
  private int changes;

  /** Whether migrations change what was applied. */
  private boolean isChanged;

  /**
   * Nothing happens until {@link #start}.
   *
   * @param tables how many there are
   */
  AppliedPlacements(Surroundings surroundings, ClientMachine administrator, int tables) {
    this.surroundings = surroundings;
    this.administrator = administrator;
    this.tables = tables;
    this.random = surroundings.world().newRandom();
  }

  /** Migrations change what was applied, so that it need not be what was acknowledged. */
  void expectChanges() {
    isChanged = true;
  }

  /** Begins to apply placements. */
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

  /** Begins no more; what was asked for goes on. From here on it looks where partitions are. */
  void stop() {
    active = false;
    look();
  }

  /** Whether what was asked for was answered, is in force, and was brought about. */
  boolean isIdle() {
    return !asked && settled;
  }

  /** How many were acknowledged. */
  int changes() {
    return changes;
  }

  private void change() {
    if (!asked) {
      asked = true;
      ask(random.nextInt(4) == 0 ? AppliedPlacement.NONE : draw());
    }
  }

  private AppliedPlacement draw() {
    int keys = surroundings.cluster().partitionKeys();
    List<PlacedRange> ranges = new ArrayList<>();
    for (int table = 0; table < tables; table++) {
      int id = FirstMasters.FIRST_USER_TABLE + table;
      for (int i = random.nextInt(3); i > 0; i--) {
        long first = (3 - i) * 2L * RANGE_CELLS + random.nextInt(RANGE_CELLS);
        long last = first + random.nextInt(RANGE_CELLS);
        int site = 1 + random.nextInt(surroundings.settings().sites());
        ranges.add(new PlacedRange(PartitionId.of(id, first), PartitionId.of(id, last), site));
      }
    }
    return ranges.isEmpty()
        ? AppliedPlacement.NONE
        : AppliedPlacement.NONE.next(Math.max(1, keys), PlacedRanges.of(ranges));
  }

  private void ask(AppliedPlacement wanted) {
    surroundings.trace("CHANGE placement to %s", wanted.ranges());
    // Sites come and go: what places asks first how many stay.
    administrator
        .core()
        .changePlacement(
            AppliedPlacement.NONE,
            0,
            true,
            told -> {
              if (told.isCommitted()) {
                int sites = number(told, "sites");
                administrator
                    .core()
                    .changePlacement(wanted, sites, false, answer -> onAnswer(wanted, answer));
              } else {
                after(REPEAT_US, () -> ask(wanted));
              }
            });
  }

  private void onAnswer(AppliedPlacement wanted, CallOutcome outcome) {
    surroundings.trace("CHANGE placement: %s", outcome);
    if (outcome.isCommitted()) {
      asked = false;
      changes++;
      acknowledged = wanted;
    } else if (outcome.code() == ErrorCode.PLACEMENT_CHANGE_REFUSED
        && outcome.message().contains("no site")) {
      asked = false; // it leaves, or has left
    } else {
      after(REPEAT_US, () -> ask(wanted));
    }
  }

  private void look() {
    administrator
        .core()
        .changePlacement(
            AppliedPlacement.NONE,
            0,
            true,
            outcome -> {
              settled =
                  outcome.isCommitted()
                      && number(outcome, "away") == 0
                      && number(outcome, "borders_missing") == 0
                      && (isChanged || isAcknowledged(outcome));
              after(REPEAT_US, this::look);
            });
  }

  private boolean isAcknowledged(CallOutcome outcome) {
    return number(outcome, "ranges") == acknowledged.ranges().ranges().size();
  }

  private static int number(CallOutcome outcome, String name) {
    String text = String.valueOf(outcome.result());
    int at = text.indexOf("\"" + name + "\":") + name.length() + 3;
    int end = at;
    while (end < text.length() && Character.isDigit(text.charAt(end))) {
      end++;
    }
    return Integer.parseInt(text.substring(at, end));
  }

  private void after(long us, Runnable task) {
    surroundings.world().at(surroundings.world().nowUs() + us, task);
  }
}
