package org.thetisdb.history.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.thetisdb.history.History;
import org.thetisdb.history.HistoryBuilder;
import org.thetisdb.history.Status;
import org.thetisdb.history.check.SnapshotEngine.Fault;
import org.thetisdb.history.verdict.AnomalyKind;
import org.thetisdb.history.verdict.Level;

/**
 * Thousands of transactions, a hundred thousand at night: none of the work may grow with the square
 * of it.
 */
@Tag("slow")
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class LargeHistoryTest {
  private static final int TRANSACTIONS = Boolean.getBoolean("thetis.long") ? 100_000 : 30_000;

  private static History run(Fault fault) {
    return SnapshotEngine.run(1, fault, 64, TRANSACTIONS, TRANSACTIONS / 100);
  }

  @Test
  void aLargeHistoryThatIsRightHolds() {
    History history = run(Fault.NONE);
    assertThat(history.operations()).isGreaterThan(5 * TRANSACTIONS / 2);
    assertThat(Checker.check(history, Level.STRONG_SESSION_SI).holds()).isTrue();
    assertThat(Checker.check(history, Level.STRICT_SERIALIZABLE).kinds())
        .contains(AnomalyKind.STALE_READ);
  }

  @Test
  void oneComponentOfEverythingIsToldAll() {
    History history = run(Fault.NO_CONFLICT_CHECK);
    assertThat(Checker.check(history, Level.STRICT_SERIALIZABLE).kinds())
        .contains(AnomalyKind.LOST_UPDATE);
  }

  @Test
  void listsThatContradictEachOtherAreReadOnce() {
    HistoryBuilder builder = new HistoryBuilder();
    int length = 2_000;
    long[] forwards = new long[length];
    long[] backwards = new long[length];
    for (int i = 0; i < length; i++) {
      forwards[i] = i;
      backwards[length - 1 - i] = i;
      builder.begin(0, i, 0, 1, Status.OK);
      builder.append(7, i);
      builder.end();
    }
    for (int i = 0; i < 2_000; i++) {
      builder.begin(1, i, 0, 1, Status.OK);
      builder.read(7, i % 2 == 0 ? forwards : backwards, length);
      builder.end();
    }
    assertThat(Checker.check(builder.build(), Level.READ_COMMITTED).kinds())
        .contains(AnomalyKind.INCOMPATIBLE_ORDER);
  }
}
