package org.thetisdb.router.scheme.epoch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.placement.Primaries;
import org.thetisdb.router.config.EpochConfig.Shares;

/**
 * The epoch coordinator's share where a transaction takes so much of the epoch coordinator, and so
 * much of whoever runs it: engines are as busy as that makes them.
 */
final class CoordinatorShareTest {
  private static final int EPOCH_COORDINATOR = 1;
  private static final double ALIKE = Shares.DEFAULT.alike();
  private static final int WHOLE = Primaries.WHOLE_SHARE;

  private final CoordinatorShare share = new CoordinatorShare(Shares.DEFAULT, this::busy);
  private List<Integer> members = List.of(1, 2, 3);
  private double busyKeeping;
  private double busyRunning;
  private int present = WHOLE;
  private int changes;
  private long nowUs;

  private double busy(int site) {
    double weights = present + WHOLE * (members.size() - 1);
    double part = (site == EPOCH_COORDINATOR ? present : WHOLE) / weights;
    return Math.min(1, part * busyRunning + (site == EPOCH_COORDINATOR ? busyKeeping : 0));
  }

  /** Keeping and running all that comes would keep so many engines busy. */
  private void load(double keeping, double running) {
    busyKeeping = keeping;
    busyRunning = running;
  }

  private void pass(int seconds) {
    for (int i = 0; i < seconds * 100; i++) {
      nowUs += 10_000;
      if (share.wantsOther(EPOCH_COORDINATOR, members, nowUs)) {
        present = share.next(EPOCH_COORDINATOR, members, nowUs);
        changes++;
      }
    }
  }

  @Test
  void nothingChangesWhileNobodyIsBusy() {
    load(0.3, 0.6);
    pass(60);
    assertThat(changes).isZero();
    assertThat(present).isEqualTo(WHOLE);
  }

  @Test
  void nothingChangesWhileAllAreEquallyBusy() {
    load(0.05, 2.7);
    pass(60);
    assertThat(changes).isZero();
  }

  @Test
  void aEpochCoordinatorThatIsBusierGetsFewerKeysUntilItIsNot() {
    load(0.4, 2);
    pass(20);
    assertThat(busy(EPOCH_COORDINATOR)).isBetween(busy(2) - ALIKE, busy(2) + ALIKE);
    assertThat(changes).isBetween(1, 4);
    int settled = changes;
    pass(600);
    assertThat(changes).isEqualTo(settled);
  }

  @Test
  void aEpochCoordinatorThatHasEnoughToKeepGetsNone() {
    load(0.9, 1);
    pass(20);
    assertThat(present).isZero();
    assertThat(share.wantsOther(EPOCH_COORDINATOR, members, nowUs)).isFalse();
  }

  @Test
  void itGetsThemBackWhenThereIsLessToKeep() {
    load(0.9, 1);
    pass(20);
    load(0.1, 2);
    pass(20);
    assertThat(busy(EPOCH_COORDINATOR)).isCloseTo(busy(2), within(ALIKE));
    assertThat(present).isPositive();
  }

  @Test
  void ofManyMembersTheEpochCoordinatorIsRelievedToo() {
    members = IntStream.rangeClosed(1, 16).boxed().toList();
    load(0.7, 12);
    pass(20);
    assertThat(present).isLessThan(4);
    assertThat(busy(EPOCH_COORDINATOR)).isCloseTo(busy(2), within(ALIKE));
  }

  @Test
  void oneThatIsAloneHasAllOfIt() {
    members = List.of(1);
    load(1, 1);
    pass(20);
    assertThat(changes).isZero();
  }

  @Test
  void aKeyThatAllWantGoesToAndFroEverMoreSeldom() {
    CoordinatorShare hot =
        new CoordinatorShare(
            Shares.DEFAULT, site -> (site == EPOCH_COORDINATOR) == (present > 5) ? 1 : 0.1);
    for (int i = 0; i < 100 * 3_600; i++) {
      nowUs += 10_000;
      if (hot.wantsOther(EPOCH_COORDINATOR, members, nowUs)) {
        present = hot.next(EPOCH_COORDINATOR, members, nowUs);
        changes++;
      }
    }
    assertThat(changes).as("in an hour").isLessThan(3_600 / 60 + 8);
  }

  private static Offset<Double> within(double offset) {
    return Offset.offset(offset);
  }
}
