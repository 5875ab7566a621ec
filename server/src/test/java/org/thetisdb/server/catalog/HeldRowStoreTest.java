package org.thetisdb.server.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.bytes.ByteWriter;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.id.PartitionId;
import org.thetisdb.core.id.Stamp;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.core.key.KeyCodec;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.core.placement.ReplicaSets;
import org.thetisdb.core.schema.Column;
import org.thetisdb.core.schema.ColumnType;
import org.thetisdb.core.schema.TableSchema;
import org.thetisdb.replication.membership.ClusterSettings;
import org.thetisdb.replication.membership.ClusterSettings.FirstMaster;
import org.thetisdb.store.OnHeapRowStore;
import org.thetisdb.store.RowStore;
import org.thetisdb.store.RowVersion;
import org.thetisdb.store.Snapshot;
import org.thetisdb.store.StoreConfig;

/** A site that holds a part of the rows says so to whoever asks for others. */
final class HeldRowStoreTest {
  private static final int TABLE = 16;
  private static final int SELF = 2;
  private static final long STAMP = Stamp.dense(1, 1);
  private static final ClusterSettings CLUSTER =
      new ClusterSettings("test", 3, 1, FirstMaster.SCATTERED).withFullSites(1);

  /** Site 2 masters 1, 4, 7 and so on. */
  private static final RowKey HELD = key(4);

  private static final RowKey OTHER = key(5);

  private final RowStore below = new OnHeapRowStore(StoreConfig.of(SELF, 64L << 20));
  private final HeldRowStore held = new HeldRowStore(below, CLUSTER, SELF);
  private final RowStore store = held;
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
    assertThat(store.holds(HELD, Snapshot.EVERYTHING)).isTrue();
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
    assertThat(store.holds(OTHER, Snapshot.EVERYTHING)).isFalse();
    assertThatThrownBy(() -> store.read(OTHER, Snapshot.EVERYTHING, version))
        .isInstanceOf(ThetisException.class)
        .hasMessageContaining("does not hold");
    assertThatThrownBy(() -> store.readNewest(OTHER, version)).isInstanceOf(ThetisException.class);
  }

  @Test
  void aRangeIsHeldIfAllOfItIs() {
    byte[] four = KeyCodec.encodeLong(4);
    byte[] five = KeyCodec.encodeLong(5);
    assertThat(store.holdsRange(TABLE, four, five, Snapshot.EVERYTHING)).isTrue();
    assertThat(store.holdsRange(TABLE, four, KeyCodec.encodeLong(6), Snapshot.EVERYTHING))
        .isFalse();
    assertThat(store.holdsRange(TABLE, new byte[0], null, Snapshot.EVERYTHING)).isFalse();
    assertThatThrownBy(
            () -> store.scan(TABLE, four, null, false, Snapshot.EVERYTHING, (key, found) -> true))
        .isInstanceOf(ThetisException.class);
  }

  @Test
  void aCopiedRowDoesNotTakeThePlaceOfOneThatTheLogsBroughtSince() {
    HeldRanges added = held.added();
    added.onRecord(ReplicaSets.NONE.with(partition(5), partition(6), SELF), STAMP, 1);
    added.keep(1, 7);
    install(OTHER, 12, new byte[] {2});
    VersionVector behind = VersionVector.of(new long[] {10});
    held.fill(OTHER, STAMP, 9, new byte[] {1}, behind, Snapshot.EVERYTHING);
    held.fill(key(6), STAMP, 9, new byte[] {1}, behind, Snapshot.EVERYTHING);
    below.readNewest(OTHER, version);
    assertThat(version.position()).as("written behind the vector").isEqualTo(12);
    assertThat(below.readNewest(key(6), version)).isTrue();
  }

  @Test
  void aReplicaIsHeldFromTheRecordOnThatNamesThisIncarnation() {
    HeldRanges added = held.added();
    ReplicaSets wanted = ReplicaSets.NONE.with(partition(5), partition(6), SELF);
    added.onRecord(wanted, STAMP, 1);
    added.keep(1, 7);
    assertThat(added.isKept(1)).isTrue();
    added.filled(1, 7);
    assertThat(store.holds(OTHER, Snapshot.EVERYTHING)).as("nobody has said so").isFalse();
    added.onRecord(wanted.heldBy(1, 6), STAMP, 2);
    assertThat(store.holds(OTHER, Snapshot.EVERYTHING)).as("an older incarnation").isFalse();
    added.onRecord(wanted.heldBy(1, 6).heldBy(1, 7), STAMP, 3);
    assertThat(store.holds(OTHER, Snapshot.EVERYTHING)).isTrue();
    assertThat(store.holds(OTHER, (stamp, position) -> position < 3)).as("seen before").isFalse();
    byte[] four = KeyCodec.encodeLong(4);
    byte[] seven = KeyCodec.encodeLong(7);
    assertThat(store.holdsRange(TABLE, four, seven, Snapshot.EVERYTHING))
        .as("one by the settings, two by the replica")
        .isTrue();
    added.onRecord(wanted.heldBy(1, 6).heldBy(1, 7).without(1), STAMP, 4);
    assertThat(store.holds(OTHER, Snapshot.EVERYTHING)).isFalse();
    assertThat(added.takeDropped()).hasSize(1);
    assertThat(added.takeDropped()).isEmpty();
  }

  @Test
  void aPartitionIsHeldBetweenItsTwoReleases() {
    moved(partition(5), 1, SELF, 3);
    Snapshot before = (stamp, position) -> position < 3;
    Snapshot between = (stamp, position) -> position < 6;
    assertThat(store.holds(OTHER, Snapshot.EVERYTHING)).isTrue();
    assertThat(store.holds(OTHER, before)).as("it had not come yet").isFalse();
    install(OTHER, 4, new byte[] {1});
    moved(partition(5), 2, 3, 6);
    assertThat(store.holds(OTHER, Snapshot.EVERYTHING)).isFalse();
    assertThat(store.holds(OTHER, between)).as("nor below: its rows go").isFalse();
    install(OTHER, 7, new byte[] {2});
    below.readNewest(OTHER, version);
    assertThat(version.position()).as("what others write now").isEqualTo(4);
    assertThat(held.partitions().takeLeft()).hasSize(1);
    held.evict(OTHER, STAMP, 6, Snapshot.EVERYTHING);
    assertThat(below.read(OTHER, Snapshot.EVERYTHING, version)).isFalse();
  }

  @Test
  void whatCameBackBeforeItsRowsWereGoneStays() {
    moved(partition(4), 1, 3, 3);
    moved(partition(4), 2, SELF, 4);
    install(HELD, 5, new byte[] {1});
    assertThat(held.partitions().takeLeft()).hasSize(1);
    held.evict(HELD, STAMP, 3, Snapshot.EVERYTHING);
    assertThat(store.read(HELD, Snapshot.EVERYTHING, version)).isTrue();
  }

  private void moved(long partition, int term, int master, long position) {
    byte[] row = new Holder(term, master, false).encode();
    store.install(Holder.key(partition), STAMP, position, row, 0, row.length, Snapshot.NOTHING);
  }

  private static long partition(long index) {
    return PartitionId.of(TABLE, index);
  }

  private void install(RowKey key, byte[] row) {
    install(key, 1, row);
  }

  private void install(RowKey key, long position, byte[] row) {
    store.install(key, STAMP, position, row, 0, row.length, Snapshot.EVERYTHING);
  }

  private static RowKey key(long id) {
    return new RowKey(TABLE, KeyCodec.encodeLong(id));
  }
}
