package org.thetisdb.core.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.bytes.ByteReader;
import org.thetisdb.core.bytes.CodecException;
import org.thetisdb.core.id.PartitionId;
import org.thetisdb.core.placement.Migration.Details;
import org.thetisdb.core.placement.Migration.Origin;
import org.thetisdb.core.placement.Migration.State;
import org.thetisdb.core.placement.Migration.Way;
import org.thetisdb.core.placement.PlacedRanges.PlacedRange;

/** Migrations as the log has them, and the slots in which they stand. */
class MigrationTableTest {
  private static final byte[] END = {};
  private static final KeyInterval RANGE = new KeyInterval(16, new byte[] {1}, new byte[] {9});

  private final MigrationTable table = new MigrationTable();

  private static Migration begun(long id, int change) {
    Details details =
        Details.of(
            List.of(new Origin(new byte[] {1}, 2), new Origin(new byte[] {5}, 1)),
            1,
            List.of(new PlacedRange(PartitionId.of(16, 3), PartitionId.of(16, 7), 2)));
    return new Migration(id, change, Way.PROMOTE, State.RUNNING, RANGE, 0, 3, details);
  }

  private static Migration over(Migration migration) {
    return migration.next(State.DONE, migration.details().with(4, 900, 70, ""));
  }

  @Test
  void aRecordIsReadAsItWasWritten() {
    Migration written = over(begun(7, 1));
    ByteReader in = new ByteReader(written.toByteArray());
    assertThat(Migration.decode(in)).isEqualTo(written);
    assertThat(in.remaining()).isZero();
  }

  @Test
  void aDamagedRecordIsRefused() {
    byte[] whole = begun(7, 1).toByteArray();
    for (int length = 0; length < whole.length; length++) {
      byte[] half = Arrays.copyOf(whole, length);
      assertThatThrownBy(() -> Migration.decode(new ByteReader(half)))
          .isInstanceOf(CodecException.class);
    }
    whole[2] = 99;
    assertThatThrownBy(() -> Migration.decode(new ByteReader(whole)))
        .isInstanceOf(CodecException.class)
        .hasMessageContaining("by way 99");
  }

  @Test
  void anOriginHoldsUpToTheNextOne() {
    Migration migration = begun(1, 1);
    assertThat(migration.origin(new byte[] {1})).isEqualTo(2);
    assertThat(migration.origin(new byte[] {4, 9})).isEqualTo(2);
    assertThat(migration.origin(new byte[] {5})).isEqualTo(1);
    assertThat(migration.origin(END)).as("below all").isZero();
  }

  @Test
  void theLaterChangeOfASlotHolds() {
    Migration first = begun(1, 1);
    assertThat(table.learn(over(first))).isTrue();
    assertThat(table.learn(first)).as("it is older").isFalse();
    assertThat(table.find(1).state()).isEqualTo(State.DONE);
    assertThat(table.underWay()).isEmpty();
    long before = table.changes();
    table.learn(begun(2, 1));
    assertThat(table.changedSince(before)).containsExactly(begun(2, 1));
    assertThat(table.find(3)).isNull();
    assertThat(table.find(1 + MigrationTable.MOST)).isNull();
  }

  @Test
  void anIdIsFreeWhoseSlotHasNoneUnderWay() {
    assertThat(table.freeId()).isEqualTo(1);
    for (long id = 1; id <= MigrationTable.MOST; id++) {
      table.learn(begun(id, 1));
    }
    assertThat(table.freeId()).as("all are under way").isZero();
    table.learn(over(begun(5, 1)));
    long next = table.freeId();
    assertThat(next).isEqualTo(5 + MigrationTable.MOST);
    assertThat(table.nextChange(next)).isEqualTo(3);
    assertThat(table.obstacle(begun(next, 3))).isEmpty();
    table.learn(begun(next, 3));
    assertThat(table.find(5)).as("its slot was taken").isNull();
  }

  @Test
  void aChangeIsTheNextOneOfItsSlotOrNothing() {
    assertThat(table.obstacle(begun(1, 1))).isEmpty();
    assertThat(table.obstacle(begun(1, 2))).contains("change 0 came before");
    table.learn(begun(1, 1));
    assertThat(table.obstacle(begun(1, 1))).contains("change 1 came before");
    assertThat(table.obstacle(over(begun(1, 1)))).isEmpty();
    assertThat(table.obstacle(begun(1 + MigrationTable.MOST, 2)))
        .contains("migration 1 is under way");
    table.learn(over(begun(1, 1)));
    assertThat(table.obstacle(over(over(begun(1, 1))))).isEqualTo("it is over");
    assertThat(table.obstacle(begun(1 + MigrationTable.MOST, 3))).isEmpty();
  }

  @Test
  void intervalsOverlapIfTheyShareAKey() {
    KeyInterval all = new KeyInterval(16, END, END);
    assertThat(all.overlaps(RANGE)).isTrue();
    assertThat(RANGE.overlaps(new KeyInterval(16, new byte[] {9}, END))).isFalse();
    assertThat(RANGE.overlaps(new KeyInterval(16, END, new byte[] {1}))).isFalse();
    assertThat(RANGE.overlaps(new KeyInterval(16, END, new byte[] {1, 0}))).isTrue();
    assertThat(RANGE.overlaps(new KeyInterval(17, END, END))).isFalse();
    assertThat(RANGE.encloses(new Owner(1, 0, 1, new byte[] {2}, new byte[] {9}))).isTrue();
    assertThat(RANGE.encloses(new Owner(1, 0, 1, new byte[] {2}, END))).isFalse();
    assertThat(all.encloses(new Owner(1, 0, 1, END, END))).isTrue();
    assertThatThrownBy(() -> new KeyInterval(16, new byte[] {2}, new byte[] {2}))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
