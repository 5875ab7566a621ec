package org.thetisdb.server.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.thetisdb.server.store.Rows.get;
import static org.thetisdb.server.store.Rows.key;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.key.RowKey;

/** Stories about versions that are installed many at once. */
final class InstallBatchTest {
  private static final byte[] ROWS = "one two".getBytes(StandardCharsets.UTF_8);

  private final InstallBatch batch = new InstallBatch();

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
    try (Told store = new Told(open())) {
      add(key(1), 10, ROWS, 0, 3);
      add(key(2), 10, ROWS, 4, 3);
      batch.installInto(store, Snapshot.NOTHING);
      assertThat(store.expected).containsExactly(key(1), key(2));
    }
  }

  @Test
  void aVersionThatIsRefusedEndsTheBatch() {
    try (Told store = new Told(open())) {
      add(key(Told.REFUSED), 10, ROWS, 0, 3);
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

  private static RowStore open() {
    return new OnHeapRowStore(StoreConfig.of(Rows.SITE, 64 << 20));
  }

  /** Keeps what is expected, and refuses one row. */
  private static final class Told extends DelegatingRowStore {
    static final long REFUSED = 99;

    private List<RowKey> expected = List.of();

    Told(RowStore store) {
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
