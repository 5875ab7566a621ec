package org.thetisdb.server.commit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.bytes.ByteWriter;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.core.wire.KeySet;
import org.thetisdb.core.wire.KeySet.KeyRange;

/** Scenarios about what transactions over several sites have prepared. */
final class PreparedRowsTest {
  private static final RowKey WRITTEN = new RowKey(20, new byte[] {1});
  private static final RowKey READ = new RowKey(20, new byte[] {2});
  private static final RowKey IN_RANGE = new RowKey(21, new byte[] {5});

  private final PreparedRows prepared = new PreparedRows();
  private final byte[] record =
      PreparedRows.encode(
          new KeySet(
              List.of(WRITTEN),
              List.of(READ),
              List.of(new KeyRange(21, new byte[] {4}, new byte[0]))));

  @Test
  void whatIsReadKeepsOutWritersAndLetsReadersIn() {
    prepared.apply(PreparedRows.recordKey(7, 2), record);
    for (RowKey key : List.of(WRITTEN, READ, IN_RANGE)) {
      assertThat(prepared.isTaken(key, 0)).as("%s", key).isTrue();
      assertThat(prepared.isTaken(key, 7)).as("its own %s", key).isFalse();
    }
    assertThat(prepared.contains(WRITTEN)).isTrue();
    assertThat(prepared.contains(READ)).isFalse();
    assertThat(prepared.isAnyByOtherIn(21, new byte[] {0}, new byte[0], 0)).isFalse();
  }

  @Test
  void whoeverKeepsARowFromWritersIsNamed() {
    prepared.apply(PreparedRows.recordKey(7, 2), record);
    prepared.apply(
        PreparedRows.recordKey(8, 2),
        PreparedRows.encode(new KeySet(List.of(), List.of(READ), List.of())));
    assertThat(holdersOf(WRITTEN)).containsExactly(7L);
    assertThat(holdersOf(READ)).containsExactlyInAnyOrder(7L, 8L);
    assertThat(holdersOf(IN_RANGE)).containsExactly(7L);
    assertThat(holdersOf(new RowKey(21, new byte[] {3}))).isEmpty();
  }

  private List<Long> holdersOf(RowKey key) {
    List<Long> holders = new ArrayList<>();
    prepared.forEachHolder(key, holders::add);
    return holders;
  }

  @Test
  void onlyRowsThatOthersAreAboutToWriteKeepReadersOut() {
    prepared.apply(PreparedRows.recordKey(7, 2), record);
    List<KeyRange> all = List.of(new KeyRange(20, new byte[0], new byte[0]));
    List<KeyRange> others = List.of(new KeyRange(21, new byte[0], new byte[0]));
    assertThat(prepared.firstWrittenByOther(List.of(READ, WRITTEN), others, 0)).isEqualTo(WRITTEN);
    assertThat(prepared.firstWrittenByOther(List.of(READ), all, 0)).isEqualTo(WRITTEN);
    assertThat(prepared.firstWrittenByOther(List.of(WRITTEN), all, 7)).as("its own").isNull();
    assertThat(prepared.firstWrittenByOther(List.of(READ, IN_RANGE), others, 0)).isNull();
  }

  @Test
  void allOfItIsFreeWhenItsTransactionIsDecided() {
    prepared.apply(PreparedRows.recordKey(7, 2), record);
    prepared.apply(PreparedRows.recordKey(7, 2), null);
    for (RowKey key : List.of(WRITTEN, READ, IN_RANGE)) {
      assertThat(prepared.isTaken(key, 0)).as("%s", key).isFalse();
    }
    assertThat(prepared.isEmpty()).isTrue();
  }

  @Test
  void aRecordThatIsAppliedAgainHoldsNothingTwice() {
    prepared.apply(PreparedRows.recordKey(7, 2), record);
    prepared.apply(PreparedRows.recordKey(7, 2), record);
    prepared.apply(PreparedRows.recordKey(7, 2), null);
    assertThat(prepared.isTaken(READ, 0)).isFalse();
    assertThat(prepared.isTaken(IN_RANGE, 0)).isFalse();
  }

  @Test
  void recordsThatOnlyNameWhatIsWrittenAreAsTheyAlwaysWere() {
    byte[] before =
        new ByteWriter(16).putVarInt(1).putVarInt(20).putBlob(new byte[] {1}).toByteArray();
    KeySet written = new KeySet(List.of(WRITTEN), List.of(), List.of());
    assertThat(PreparedRows.encode(written)).isEqualTo(before);
    assertThat(PreparedRows.decode(before).written()).containsExactly(WRITTEN);
    assertThat(PreparedRows.decode(before).read()).isEmpty();
  }
}
