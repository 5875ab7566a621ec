package org.thetisdb.server.replica;

import java.util.Arrays;
import java.util.function.LongConsumer;
import java.util.function.Supplier;
import org.thetisdb.core.bytes.ByteReader;
import org.thetisdb.core.bytes.CodecException;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.migration.CopyPlan;
import org.thetisdb.migration.CopySink;
import org.thetisdb.server.catalog.HeldRowStore;
import org.thetisdb.store.Snapshot;

/**
 * Takes the rows of a range at a site that serves and fills a replica with them. Used on the event
 * loop that applies the logs, so that a row is written by one at a time. Believes nothing: keys
 * outside the range, and a wrong number of rows, are refused.
 */
public final class RangeSink implements CopySink {
  /** Of a site's memory; what is beyond is no place for copies. */
  private static final double MOST_USED = 0.85;

  private static final int MIB = 20;

  private final HeldRowStore store;
  private final long id;
  private final CopyPlan.Range range;
  private final Supplier<Snapshot> watermark;
  private final LongConsumer progress;
  private VersionVector complete;
  private long rows;

  /**
   * A sink for one replica.
   *
   * @param id of the replica; when it is kept no more, the copy fails
   * @param watermark the oldest snapshot still in use; any thread
   * @param progress hears how many rows have come
   */
  public RangeSink(
      HeldRowStore store,
      long id,
      CopyPlan.Range range,
      Supplier<Snapshot> watermark,
      LongConsumer progress) {
    this.store = store;
    this.id = id;
    this.range = range;
    this.watermark = watermark;
    this.progress = progress;
  }

  /** Covers all rows that were taken; null before the end. */
  public VersionVector complete() {
    return complete;
  }

  /** Rows that have come. */
  public long rows() {
    return rows;
  }

  @Override
  public void apply(byte[] slice) {
    if (!store.added().isKept(id)) {
      throw new IllegalStateException("the replica was dropped");
    }
    if (complete != null) {
      throw new CodecException("something follows the end of the copy");
    }
    ByteReader in = new ByteReader(slice);
    int kind = in.getUnsignedByte();
    switch (kind) {
      case RangeSlice.ROWS -> takeRows(in);
      case RangeSlice.END -> takeEnd(in);
      default -> throw new CodecException("a slice of kind " + kind);
    }
  }

  /** What calls write here comes first; a store refuses them when a tenth of it is left. */
  private void requireRoom() {
    long limitBytes = store.limitBytes();
    if (store.usedBytes() > limitBytes * MOST_USED) {
      throw new IllegalStateException(
          "of %d MiB of the site's memory %d are used, and the rest is kept free of copies"
              .formatted(limitBytes >> MIB, store.usedBytes() >> MIB));
    }
  }

  private void takeRows(ByteReader in) {
    requireRoom();
    Snapshot oldest = watermark.get();
    while (in.remaining() > 0) {
      RowKey key = new RowKey(range.tableId(), in.getBlob());
      long stamp = in.getLong();
      long position = in.getVarLong();
      byte[] row = in.getBytes(in.getCount(1));
      check(key.bytes());
      store.fill(key, stamp, position, row, range.behind(), oldest);
      rows++;
    }
    progress.accept(rows);
  }

  private void check(byte[] key) {
    boolean isBelow = Arrays.compareUnsigned(key, range.from()) < 0;
    byte[] to = range.to();
    if (isBelow || (to.length > 0 && Arrays.compareUnsigned(key, to) >= 0)) {
      throw new CodecException("a row that is not of the range");
    }
  }

  private void takeEnd(ByteReader in) {
    VersionVector all = VersionVector.decode(in);
    long sent = in.getVarLong();
    in.expectEnd();
    if (sent != rows) {
      throw new CodecException(sent + " rows were sent, and " + rows + " have come");
    }
    complete = all;
  }

  @Override
  public void end() {
    if (complete == null) {
      throw new CodecException("it ends before its last slice");
    }
  }
}
