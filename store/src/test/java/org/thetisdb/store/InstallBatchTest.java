package org.thetisdb.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.thetisdb.store.contract.Rows.get;
import static org.thetisdb.store.contract.Rows.key;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.bytes.ByteWriter;
import org.thetisdb.core.bytes.Delta;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.store.contract.Rows;

/** Scenarios about versions that are installed many at once. */
final class InstallBatchTest {
  private static final byte[] ROWS = "one two".getBytes(StandardCharsets.UTF_8);

  private static final int PURGED = Rows.TABLE + 1;

  private final InstallBatch batch = new InstallBatch(table -> table == PURGED);

  @Test
  void versionsOfOneRowAreInstalledInTheOrderInWhichTheyCame() {
    try (RowStore store = open()) {
      add(key(1), 10, ROWS, 0, 3);
      add(key(2), 10, ROWS, 4, 3);
      add(key(1), 20, ROWS, 4, 3);
      add(key(2), 30, null, 0, 0);
      batch.installInto(store, Snapshot.NOTHING);
      assertThat(get(store, key(1), Rows.upTo(19))).isEqualTo("one");
      assertThat(get(store, key(1), Rows.upTo(20))).isEqualTo("two");
      assertThat(get(store, key(2), Rows.upTo(29))).isEqualTo("two");
      assertThat(get(store, key(2), Rows.upTo(30))).isNull();
    }
  }

  @Test
  void whatWasInstalledIsNotInstalledAgain() {
    try (RowStore store = open()) {
      add(key(1), 10, ROWS, 0, 3);
      batch.installInto(store, Snapshot.NOTHING);
      batch.installInto(store, Snapshot.NOTHING);
      RowVersion version = new RowVersion();
      assertThat(store.readNewest(key(1), version)).isTrue();
      assertThat(Rows.put(store, key(1), 20, "next")).isEqualTo(2);
    }
  }

  @Test
  void aDeltaIsAppliedToTheVersionThatItNames() {
    try (RowStore store = open()) {
      add(key(1), 10, ROWS, 0, 3);
      addDelta(key(1), 10, 20, "one", "ore");
      addDelta(key(1), 20, 30, "ore", "more");
      batch.installInto(store, Snapshot.NOTHING);
      assertThat(get(store, key(1), Rows.upTo(19))).isEqualTo("one");
      assertThat(get(store, key(1), Rows.upTo(29))).isEqualTo("ore");
      assertThat(get(store, key(1), Rows.upTo(30))).isEqualTo("more");
    }
  }

  @Test
  void aRowOfACheckpointMayHoldADeltaAlready() {
    try (RowStore store = open()) {
      batch.setRedo(true);
      Rows.put(store, key(1), 30, "more");
      addDelta(key(1), 10, 20, "one", "ore");
      addDelta(key(1), 20, 30, "ore", "more");
      addDelta(key(1), 30, 40, "more", "mole");
      addDelta(key(2), 10, 20, "one", "ore"); // it was deleted since
      batch.installInto(store, Snapshot.NOTHING);
      assertThat(get(store, key(1), Rows.upTo(39))).isEqualTo("more");
      assertThat(get(store, key(1), Rows.upTo(40))).isEqualTo("mole");
      assertThat(get(store, key(2), Rows.upTo(40))).isNull();
    }
  }

  @Test
  void aDeltaWithoutItsVersionIsAFault() {
    try (RowStore store = open()) {
      Rows.put(store, key(1), 30, "more");
      addDelta(key(1), 10, 40, "one", "ore");
      assertThatThrownBy(() -> batch.installInto(store, Snapshot.NOTHING))
          .isInstanceOf(IllegalStateException.class);
      addDelta(key(2), 10, 40, "one", "ore");
      assertThatThrownBy(() -> batch.installInto(store, Snapshot.NOTHING))
          .isInstanceOf(IllegalStateException.class);
      Rows.delete(store, key(1), 50);
      addDelta(key(1), 50, 60, "", "ore");
      assertThatThrownBy(() -> batch.installInto(store, Snapshot.NOTHING))
          .isInstanceOf(IllegalStateException.class);
    }
  }

  @Test
  void aRowOfATableThatWasPurgedMayBeGone() {
    try (RowStore store = open()) {
      addDelta(key(PURGED, 1), 10, 40, "one", "ore");
      batch.installInto(store, Snapshot.NOTHING);
      assertThat(store.rowCount(PURGED)).isZero();
    }
  }

  @Test
  void aFullBatchHasRoomAgainOnceItIsInstalled() {
    try (RowStore store = open()) {
      int added = 0;
      while (!batch.isFull()) {
        add(key(added++), 10, ROWS, 0, 3);
      }
      batch.installInto(store, Snapshot.NOTHING);
      assertThat(batch.isFull()).isFalse();
      assertThat(store.rowCount(Rows.TABLE)).isEqualTo(added).isGreaterThan(1);
    }
  }

  @Test
  void theStoreHearsOfAllRowsBeforeTheFirstIsInstalled() {
    try (Reported store = new Reported(open())) {
      add(key(1), 10, ROWS, 0, 3);
      add(key(2), 10, ROWS, 4, 3);
      batch.installInto(store, Snapshot.NOTHING);
      assertThat(store.expected).containsExactly(key(1), key(2));
    }
  }

  @Test
  void aVersionThatIsRefusedEndsTheBatch() {
    try (Reported store = new Reported(open())) {
      add(key(Reported.REFUSED), 10, ROWS, 0, 3);
      add(key(2), 10, ROWS, 4, 3);
      assertThatThrownBy(() -> batch.installInto(store, Snapshot.NOTHING))
          .isInstanceOf(IllegalStateException.class);
      batch.installInto(store, Snapshot.NOTHING);
      assertThat(store.rowCount(Rows.TABLE)).isZero();
    }
  }

  private void add(RowKey key, long position, byte[] row, int offset, int length) {
    batch.add(key, Rows.stamp(position), position, row, offset, length);
  }

  private void addDelta(RowKey key, long base, long position, String before, String after) {
    byte[] bytes = before.getBytes(StandardCharsets.UTF_8);
    ByteWriter delta = new ByteWriter();
    Delta.encode(bytes, bytes.length, after.getBytes(StandardCharsets.UTF_8), delta);
    long stamp = Rows.stamp(position);
    byte[] array = delta.toByteArray();
    batch.addDelta(key, Rows.stamp(base), stamp, position, array, 0, array.length);
  }

  private static RowStore open() {
    return new OnHeapRowStore(StoreConfig.of(Rows.SITE, 64 << 20));
  }

  /** Keeps what is expected, and refuses one row. */
  private static final class Reported extends DelegatingRowStore {
    static final long REFUSED = 99;

    private List<RowKey> expected = List.of();

    Reported(RowStore store) {
      super(store);
    }

    @Override
    public void expect(List<RowKey> keys) {
      assertThat(rowCount(Rows.TABLE)).isZero();
      expected = List.copyOf(keys);
    }

    @Override
    public int install(
        RowKey key,
        long stamp,
        long position,
        byte[] row,
        int offset,
        int length,
        Snapshot watermark) {
      if (key.equals(key(REFUSED))) {
        throw new IllegalStateException("no room");
      }
      return store.install(key, stamp, position, row, offset, length, watermark);
    }

    @Override
    public boolean read(RowKey key, Snapshot snapshot, RowVersion into) {
      return store.read(key, snapshot, into);
    }

    @Override
    public boolean readNewest(RowKey key, RowVersion into) {
      return store.readNewest(key, into);
    }

    @Override
    public void scan(
        int tableId,
        byte[] from,
        byte[] to,
        boolean backwards,
        Snapshot snapshot,
        RowVisitor visitor) {
      store.scan(tableId, from, to, backwards, snapshot, visitor);
    }
  }
}
