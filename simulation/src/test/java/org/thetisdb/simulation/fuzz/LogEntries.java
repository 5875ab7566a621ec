package org.thetisdb.simulation.fuzz;

import java.util.List;
import org.thetisdb.core.id.PartitionId;
import org.thetisdb.core.id.Stamp;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.replication.log.LogBatchWriter;
import org.thetisdb.replication.log.ShippedRows;

/** Log entries with every kind of record. */
final class LogEntries {
  private LogEntries() {}

  static List<byte[]> all() {
    return List.of(new LogBatchWriter(2, 5).fence(), batch());
  }

  private static byte[] batch() {
    VersionVector seen = VersionVector.of(9, 0, 4);
    RowKey key = new RowKey(16, new byte[] {0, 0, 7});
    LogBatchWriter batch = new LogBatchWriter(2, 5);
    batch.begin(100);
    batch.commit(seen, Stamp.dense(100, 2), 77, 3, new byte[] {1}, 3);
    batch.write(key, new byte[20], 20);
    batch.delta(new RowKey(17, new byte[] {4}), Stamp.dense(90, 1), new byte[] {8, 2, 1, 1, 7}, 5);
    batch.delete(key);
    batch.release(seen.with(1, 10), PartitionId.of(16, 0), 3, 1, 4);
    ShippedRows rows = new ShippedRows(10, 1_000);
    rows.add(new byte[] {0, 0, 7}, Stamp.dense(90, 1), 90, new byte[20], 20);
    batch.release(seen.with(1, 10), PartitionId.of(16, 0), 4, 3, 4, false, rows);
    batch.grant(seen.with(1, 10), PartitionId.of(16, 1), 8);
    batch.trimPoints(seen.with(1, 11), new long[] {5, 6, 1L << 33});
    batch.commit(seen, Stamp.dense(101, 2), 77, 4, null, 0);
    return batch.finish();
  }
}
