package org.thetisdb.router.profile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.core.wire.KeySet.KeyRange;
import org.thetisdb.router.routing.Footprint;

/** A sample of what clients do: taken while somebody asks, and of what belongs together. */
final class WorkloadSampleTest {
  private static final int WAREHOUSES = 16;
  private static final int DISTRICTS = 17;
  private static final int ITEMS = 18;
  private static final long MINUTE_US = 60_000_000;

  private final WorkloadSample sample = new WorkloadSample((key, columns) -> 1);

  private static RowKey key(int table, int... columns) {
    byte[] bytes = new byte[columns.length];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) columns[i];
    }
    return new RowKey(table, bytes);
  }

  private static Footprint footprint(List<RowKey> written, List<RowKey> read) {
    return Footprint.of(new long[written.size()], new long[0]).withKeys(written, read);
  }

  private void note(Footprint footprint, long nowUs) {
    for (int i = 0; i < WorkloadSample.EACH; i++) {
      sample.note(footprint, false, nowUs);
    }
  }

  @Test
  void nothingIsNotedBeforeSomebodyAsks() {
    assertThat(sample.isOn()).isFalse();
    assertThat(sample.take(0).calls()).isEmpty();
    assertThat(sample.isOn()).isTrue();
  }

  @Test
  void rowsOfSeveralTablesWithOneFirstColumnAreOneGroup() {
    sample.take(0);
    note(
        footprint(
            List.of(key(WAREHOUSES, 5), key(DISTRICTS, 5, 1)),
            List.of(key(DISTRICTS, 6, 1), key(DISTRICTS, 5, 2))),
        1);
    assertThat(sample.take(2).calls()).containsExactly("0,0|1,0|2,3||4,5|0|0");
  }

  @Test
  void whatIsReadInTablesThatNobodyWritesStandsApart() {
    sample.take(0);
    note(footprint(List.of(key(WAREHOUSES, 5)), List.of(key(ITEMS, 7), key(DISTRICTS, 6))), 1);
    note(footprint(List.of(key(DISTRICTS, 6)), List.of(key(ITEMS, 6))), 1);
    assertThat(sample.take(2).calls()).containsExactly("0|1|3|2|4|0|0", "1||4|1||0|0");
  }

  @Test
  void groupsAreNumberedInTheOrderOfTheirKeysWhateverCameFirst() {
    sample.take(0);
    note(footprint(List.of(key(WAREHOUSES, 200), key(DISTRICTS, 7, 1)), List.of()), 1);
    note(footprint(List.of(key(WAREHOUSES, 6)), List.of(key(DISTRICTS, 7, 1))), 1);
    assertThat(sample.take(2).calls()).containsExactly("2,1||3,4|||0|0", "0|1|5||4|0|0");
  }

  @Test
  void rangesThatAreReadCountAlsoBesideRowsThatAreNamed() {
    sample.take(0);
    KeyRange lines = new KeyRange(DISTRICTS, new byte[] {5}, new byte[] {6});
    Footprint read = Footprint.of(new long[0], new long[] {70, 80}).withReadRanges(List.of(lines));
    note(read, 1);
    note(read.withKeys(List.of(), List.of(key(WAREHOUSES, 5))), 1);
    assertThat(sample.take(2).calls().stream().map(call -> call.substring(call.length() - 2)))
        .as("not by the partitions in which they lie")
        .containsExactly("|1", "|1");
  }

  @Test
  void whereKeysAreNotKnownPartitionsStandForThem() {
    sample.take(0);
    note(Footprint.of(new long[] {70, 80}, new long[] {90}), 1);
    assertThat(sample.take(2).calls()).containsExactly("0,1|2|0,1||2|0|1");
  }

  @Test
  void partitionsOfRangesStandForNothingWhereKeysAreKnown() {
    sample.take(0);
    Footprint wide =
        Footprint.of(new long[] {70}, new long[] {90})
            .withKeys(List.of(key(DISTRICTS, 5)), List.of())
            .withGrown(new long[] {70, 71}, List.of());
    note(wide, 1);
    assertThat(sample.take(2).calls()).containsExactly("0||1|||2|0");
  }

  @Test
  void whoFindsWhatToWriteInAGroupWritesInThatGroup() {
    sample.take(0);
    KeyRange customers = new KeyRange(DISTRICTS, new byte[] {6, 1}, new byte[] {6, 2});
    Footprint payment =
        Footprint.of(new long[] {70, 71}, new long[0])
            .withKeys(List.of(key(WAREHOUSES, 5)), List.of(key(DISTRICTS, 7)))
            .withGrown(new long[] {71}, List.of(customers));
    note(payment, 1);
    assertThat(sample.take(2).calls())
        .as("the group of the range, and no row; its table is one that is written")
        .containsExactly("0,1|2|3||4|1|0");
  }

  @Test
  void clientsThatTakeTurnsAreAllMet() {
    sample.take(0);
    for (int call = 0; call < 80 * WorkloadSample.EACH; call++) {
      sample.note(footprint(List.of(key(WAREHOUSES, call % 8)), List.of()), false, 1);
    }
    assertThat(sample.take(2).calls()).hasSize(80);
    assertThat(sample.take(2).calls().stream().distinct()).hasSize(8);
  }

  @Test
  void itIsBoundedInTransactionsAndInRows() {
    sample.take(0);
    long[] many = new long[500];
    for (int i = 0; i < many.length; i++) {
      many[i] = i;
    }
    Footprint wide = Footprint.of(many, many.clone());
    for (int i = 0; i < 2 * WorkloadSample.CALLS; i++) {
      note(wide, 1);
    }
    WorkloadSample.Taken taken = sample.take(2);
    assertThat(taken.seen()).isEqualTo(2L * WorkloadSample.CALLS * WorkloadSample.EACH);
    assertThat(taken.calls()).hasSize(WorkloadSample.CALLS);
    assertThat(taken.calls().get(0).split("[|]", -1)[0].split(",", -1))
        .hasSize(WorkloadSample.ROWS);
  }

  @Test
  void whenNobodyHasAskedForAMinuteItEnds() {
    sample.take(0);
    note(Footprint.of(new long[] {70}, new long[0]), 1);
    note(Footprint.of(new long[] {70}, new long[0]), MINUTE_US + 1);
    assertThat(sample.isOn()).isFalse();
    assertThat(sample.take(MINUTE_US + 2).calls()).isEmpty();
  }
}
