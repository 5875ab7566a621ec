package org.thetisdb.server.scheme.batch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.core.wire.KeySet;
import org.thetisdb.core.wire.KeySet.KeyRange;
import org.thetisdb.core.wire.SiteToRouter.Conflict;

/** Reservations of one site in a batch that runs at several. */
class SharedReservationsTest {
  private final SharedReservations site = new SharedReservations();

  private static List<RowKey> rows(int... rows) {
    return Arrays.stream(rows).mapToObj(row -> new RowKey(16, new byte[] {(byte) row})).toList();
  }

  private static KeySet keys(List<RowKey> reads, List<RowKey> writes) {
    return new KeySet(writes, reads, List.of());
  }

  @Test
  void conflictsAreThoseWithEarlierOnesWhateverCameFirst() {
    site.add(30, keys(rows(1, 2), rows(2)));
    site.add(10, keys(rows(2), rows(1)));
    site.add(20, keys(rows(), rows(1)));
    assertThat(site.check(List.of(10L, 20L, 30L)))
        .containsExactly(new Conflict(20, false, false, true), new Conflict(30, true, true, false));
  }

  @Test
  void whoIsNotInTheBatchHasReservedNothing() {
    site.add(10, keys(rows(1), rows(1)));
    site.add(20, keys(rows(1), rows(1)));
    site.add(30, keys(rows(1), rows(1)));
    site.remove(20);
    assertThat(site.check(List.of(20L, 30L))).isEmpty();
    assertThat(site.size()).as("the next batch").isZero();
  }

  @Test
  void aRangeIsReadWithRowsThatAreNotThere() {
    KeyRange range = new KeyRange(16, new byte[] {3}, new byte[] {6});
    site.add(10, keys(rows(), rows(5, 9)));
    site.add(20, new KeySet(rows(), rows(), List.of(range)));
    site.add(30, keys(rows(), rows(4)));
    site.add(40, keys(rows(), rows(6)));
    assertThat(site.check(List.of(10L, 20L, 30L, 40L)))
        .containsExactly(
            new Conflict(20, true, false, false), new Conflict(30, false, true, false));
  }

  @Test
  void whatCannotBeReservedDoesNotCommit() {
    site.refuse(10);
    site.add(20, keys(rows(1), rows()));
    assertThat(site.check(List.of(10L, 20L))).containsExactly(new Conflict(10, true, true, true));
    site.add(10, keys(rows(1), rows()));
    assertThat(site.check(List.of(10L))).as("the next batch").isEmpty();
  }
}
