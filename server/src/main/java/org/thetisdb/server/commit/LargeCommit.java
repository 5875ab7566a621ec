package org.thetisdb.server.commit;

import java.util.function.Function;
import org.thetisdb.core.bytes.ByteWriter;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.replication.log.LogBatchWriter;
import org.thetisdb.store.PendingRows;

/**
 * The rows of a commit of so many that they are seen before they are installed (decision 0120), and
 * the same as a log has them. Made by any thread; then the site's engine owns it.
 */
public final class LargeCommit implements CommitProtocol.Rows {
  private static final int MOST_BYTES_AT_FIRST = 1 << 20;

  private final PendingRows pending;
  private final ByteWriter encoded;

  private LargeCommit(PendingRows pending, ByteWriter encoded) {
    this.pending = pending;
    this.encoded = encoded;
  }

  /**
   * The commit of some rows.
   *
   * @param keys in their order, no two the same; not changed any more
   * @param imageOf what a row is from now on; null deletes it
   * @param bytes of all keys and images
   */
  public static LargeCommit of(RowKey[] keys, Function<RowKey, byte[]> imageOf, long bytes) {
    byte[][] images = new byte[keys.length][];
    ByteWriter encoded = new ByteWriter((int) Math.min(MOST_BYTES_AT_FIRST, bytes) + 64);
    for (int i = 0; i < images.length; i++) {
      images[i] = imageOf.apply(keys[i]);
      LogBatchWriter.encode(encoded, keys[i], images[i]);
    }
    return new LargeCommit(new PendingRows(keys, images, bytes), encoded);
  }

  @Override
  public int size() {
    return pending.size();
  }

  @Override
  public RowKey key(int number) {
    return pending.key(number);
  }

  @Override
  public byte[] image(int number) {
    return pending.image(number);
  }

  /** The rows as a store has them in front. */
  public PendingRows pending() {
    return pending;
  }

  /** All rows, as {@link LogBatchWriter#encode} has them. */
  ByteWriter encoded() {
    return encoded;
  }
}
