package org.thetisdb.router.scheme.morphosys;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.thetisdb.core.id.PartitionId;
import org.thetisdb.core.placement.ReplicaSets;
import org.thetisdb.router.routing.CopyChange;

/** Copies of whole tables stay while calls read them. */
final class RunCopiesTest {
  private static final long MINUTE_US = 60_000_000;

  private final RunCopies copies = new RunCopies(new PlanWorld(2));
  private ReplicaSets there = ReplicaSets.NONE;

  private static long first(int table) {
    return PartitionId.of(table, 0);
  }

  private static long last(int table) {
    return PartitionId.of(table, 9);
  }

  private void copy(int table, int site) {
    assertThat(copies.want(first(table), last(table), site, 0)).isTrue();
    CopyChange next = copies.next(there, 0);
    assertThat(next.adds()).isTrue();
    there = there.with(next.first(), next.last(), next.site());
    copies.onRecorded(next, there.ranges().get(there.ranges().size() - 1).id());
  }

  @Test
  void whatIsReadStaysHoweverManyTablesWereReadBefore() {
    copy(16, 1);
    for (int table = 100; table < 300; table++) {
      copies.onRead(table, 1);
    }
    copy(17, 1);
    copies.onRead(17, MINUTE_US);

    CopyChange first = copies.next(there, MINUTE_US + 2);
    assertThat(first.adds()).isFalse();
    assertThat(first.first()).as("nobody has read it").isEqualTo(first(16));
    there = there.without(first.id());

    assertThat(copies.next(there, MINUTE_US + 3)).as("the other one is read").isNull();
    assertThat(copies.next(there, 2 * MINUTE_US + 1).first()).isEqualTo(first(17));
  }

  @Test
  void aTableIsForgottenWithTheLastOfItsCopies() {
    copy(16, 1);
    copy(16, 2);
    long laterUs = MINUTE_US + 1;
    for (int i = 0; i < 2; i++) {
      there = there.without(copies.next(there, laterUs).id());
    }
    assertThat(copies.next(there, laterUs)).isNull();
    copies.onRead(16, laterUs);

    copy(16, 1);
    assertThat(copies.next(there, laterUs)).as("read before it was wanted").isNotNull();
  }
}
