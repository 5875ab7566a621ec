package org.thetisdb.server.replica;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.bytes.ByteWriter;
import org.thetisdb.core.id.PartitionId;
import org.thetisdb.core.id.Stamp;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.core.key.KeyCodec;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.core.placement.ReplicaSets;
import org.thetisdb.core.schema.Column;
import org.thetisdb.core.schema.ColumnType;
import org.thetisdb.core.schema.TableSchema;
import org.thetisdb.migration.CopyPlan;
import org.thetisdb.replication.membership.ClusterSettings;
import org.thetisdb.replication.membership.ClusterSettings.FirstMaster;
import org.thetisdb.server.catalog.Catalog;
import org.thetisdb.server.catalog.HeldRowStore;
import org.thetisdb.store.OnHeapRowStore;
import org.thetisdb.store.Snapshot;
import org.thetisdb.store.StoreConfig;

/** A site with a mebibyte for its rows takes a replica of a hundred cells, with 10 KiB in each. */
final class RangeSinkTest {
  private static final int TABLE = 16;
  private static final int SELF = 2;
  private static final int ROW_BYTES = 10_240;
  private static final ClusterSettings CLUSTER =
      new ClusterSettings("test", 3, 1, FirstMaster.FIRST_SITE).withFullSites(1);

  private final HeldRowStore store =
      new HeldRowStore(new OnHeapRowStore(StoreConfig.of(SELF, 1 << 20)), CLUSTER, SELF);
  private long told;

  @AfterEach
  void close() {
    store.close();
  }

  private RangeSink sink() {
    TableSchema schema =
        new TableSchema("t", 1, 1, List.of(new Column("id", ColumnType.LONG, false)));
    RowKey name = new RowKey(Catalog.TABLES, new ByteWriter(4).putInt(TABLE).toByteArray());
    byte[] row = schema.encode();
    store.install(name, Stamp.dense(1, 1), 1, row, 0, row.length, Snapshot.EVERYTHING);
    ReplicaSets sets =
        ReplicaSets.NONE.with(PartitionId.of(TABLE, 0), PartitionId.of(TABLE, 99), SELF);
    row = sets.toByteArray();
    RowKey replicas = Catalog.replicasRow(sets).key();
    store.install(replicas, Stamp.dense(1, 2), 2, row, 0, row.length, Snapshot.EVERYTHING);
    store.added().keep(1, 1);
    CopyPlan.Range range =
        new CopyPlan.Range(
            TABLE, KeyCodec.encodeLong(0), KeyCodec.encodeLong(100), VersionVector.ZERO);
    return new RangeSink(store, 1, range, () -> Snapshot.EVERYTHING, rows -> told = rows);
  }

  private static byte[] slice(long id) {
    ByteWriter slice = new ByteWriter();
    slice.putByte(RangeSlice.ROWS).putBlob(KeyCodec.encodeLong(id));
    slice.putLong(Stamp.dense(1, (int) id + 3)).putVarLong(3 + id);
    return slice.putVarInt(ROW_BYTES).putBytes(new byte[ROW_BYTES], 0, ROW_BYTES).toByteArray();
  }

  @Test
  void aCopyStopsBeforeCallsAreRefusedForWantOfMemory() {
    RangeSink sink = sink();
    assertThatThrownBy(
            () -> {
              for (long id = 0; id < 100; id++) {
                sink.apply(slice(id));
              }
            })
        .hasMessageContaining("the rest is kept free of copies");
    assertThat(told).as("most of it came").isBetween(60L, 88L);
    assertThat(store.usedBytes()).isLessThan((long) (0.87 * (1 << 20)));
    store.reserve(1, ROW_BYTES); // there is room for what calls write
  }
}
