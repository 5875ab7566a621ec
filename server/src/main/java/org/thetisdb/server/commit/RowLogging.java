package org.thetisdb.server.commit;

import org.thetisdb.core.bytes.ByteWriter;
import org.thetisdb.core.bytes.Delta;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.replication.membership.FirstMasters;
import org.thetisdb.store.RowStore;
import org.thetisdb.store.RowVersion;

/**
 * Puts the rows of a commit into the log: whole, or, where that is shorter, as what they have other
 * than the version that they follow. A site that reads the log has that version: each site holds
 * all rows, and has applied all that the record depends on (decision 0075). Not thread-safe; the
 * site's engine owns it.
 */
public final class RowLogging {
  /** With a saving of so many bytes every row is logged whole. */
  public static final int NEVER = Integer.MAX_VALUE;

  private static final int KEPT_BYTES = 64 << 10;

  private final GroupCommit log;
  private final RowStore rows;
  private final int savingBytes;
  private RowVersion before = new RowVersion();
  private ByteWriter delta = new ByteWriter();

  /**
   * Rows of {@code log}, whose versions are in {@code rows}.
   *
   * @param savingBytes how many bytes shorter a delta has to be than the row; less than nothing has
   *     deltas logged that are longer
   */
  public RowLogging(GroupCommit log, RowStore rows, int savingBytes) {
    this.log = log;
    this.rows = rows;
    this.savingBytes = savingBytes;
  }

  /**
   * Adds a row to the commit that was begun, before it is installed: till then the newest version
   * is the one that it follows. The log has what was written, and no input that another site would
   * run again with another result (hazard 21).
   *
   * @param image the row; null deletes it
   */
  public void write(RowKey key, byte[] image) {
    if (!mayBeDelta(key, image) || !writeDelta(key, image)) {
      log.write(key, image);
    }
  }

  /** Whether there is a delta that is short enough; then it was added. */
  private boolean writeDelta(RowKey key, byte[] image) {
    if (!rows.readNewest(key, before) || before.isDeleted()) {
      return false;
    }
    Delta.encode(before.bytes(), before.length(), image, delta);
    boolean saves = image.length - delta.length() >= savingBytes;
    if (saves) {
      log.delta(key, before.stamp(), delta.array(), delta.length());
    }
    forgetLarge();
    return saves;
  }

  /** What the system keeps in rows is read from the logs, and has to be whole there. */
  private boolean mayBeDelta(RowKey key, byte[] image) {
    return image != null
        && image.length > savingBytes
        && key.tableId() >= FirstMasters.FIRST_USER_TABLE;
  }

  private void forgetLarge() {
    if (delta.array().length > KEPT_BYTES) {
      delta = new ByteWriter();
    }
    if (before.bytes().length > KEPT_BYTES) {
      before = new RowVersion();
    }
  }
}
