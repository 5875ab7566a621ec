package org.thetisdb.server.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.bytes.ByteWriter;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.key.KeyCodec;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.core.schema.Column;
import org.thetisdb.core.schema.ColumnType;
import org.thetisdb.core.schema.TableSchema;
import org.thetisdb.replication.membership.ClusterSettings;
import org.thetisdb.replication.membership.ClusterSettings.FirstMaster;
import org.thetisdb.server.store.OnHeapRowStore;
import org.thetisdb.server.store.RowStore;
import org.thetisdb.server.store.RowVersion;
import org.thetisdb.server.store.Snapshot;
import org.thetisdb.server.store.StoreConfig;

/** A site that holds a part of the rows says so to whoever asks for others. */
final class HeldRowStoreTest {
  private static final int TABLE = 16;
  private static final int SELF = 2;
  private static final ClusterSettings CLUSTER =
      new ClusterSettings("test", 3, 1, FirstMaster.SCATTERED).withFullSites(1);

  /** Site 2 masters 1, 4, 7 and so on. */
  private static final RowKey HELD = key(4);

  private static final RowKey OTHER = key(5);

  private final RowStore below = new OnHeapRowStore(StoreConfig.of(SELF, 64L << 20));
  private final RowStore store = new HeldRowStore(below, CLUSTER, SELF);
  private final RowVersion version = new RowVersion();

  @BeforeEach
  void aTableIsDefined() {
    TableSchema schema =
        new TableSchema("t", 1, 1, List.of(new Column("id", ColumnType.LONG, false)));
    RowKey name = new RowKey(Catalog.TABLES, new ByteWriter(4).putInt(TABLE).toByteArray());
    install(name, schema.encode());
  }

  @AfterEach
  void close() {
    store.close();
  }

  @Test
  void whatItHoldsIsInstalledAndRead() {
    install(HELD, new byte[] {1});
    assertThat(store.holds(HELD)).isTrue();
    assertThat(store.read(HELD, Snapshot.EVERYTHING, version)).isTrue();
    assertThat(store.read(key(7), Snapshot.EVERYTHING, version)).as("no such row").isFalse();
  }

  @Test
  void whatItDoesNotHoldIsNotInstalled() {
    install(OTHER, new byte[] {1});
    assertThat(below.readNewest(OTHER, version)).isFalse();
  }

  @Test
  void noReadOfWhatItDoesNotHoldSaysThatThereIsNoRow() {
    assertThat(store.holds(OTHER)).isFalse();
    assertThatThrownBy(() -> store.read(OTHER, Snapshot.EVERYTHING, version))
        .isInstanceOf(ThetisException.class)
        .hasMessageContaining("does not hold");
    assertThatThrownBy(() -> store.readNewest(OTHER, version)).isInstanceOf(ThetisException.class);
  }

  @Test
  void aRangeIsHeldIfAllOfItIs() {
    byte[] four = KeyCodec.encodeLong(4);
    byte[] five = KeyCodec.encodeLong(5);
    assertThat(store.holdsRange(TABLE, four, five)).isTrue();
    assertThat(store.holdsRange(TABLE, four, KeyCodec.encodeLong(6))).isFalse();
    assertThat(store.holdsRange(TABLE, new byte[0], null)).isFalse();
    assertThatThrownBy(
            () -> store.scan(TABLE, four, null, false, Snapshot.EVERYTHING, (key, found) -> true))
        .isInstanceOf(ThetisException.class);
  }

  private void install(RowKey key, byte[] row) {
    store.install(key, 1, 1, row, 0, row.length, Snapshot.EVERYTHING);
  }

  private static RowKey key(long id) {
    return new RowKey(TABLE, KeyCodec.encodeLong(id));
  }
}
