package org.thetisdb.server.catalog;

import org.thetisdb.core.bytes.ByteReader;
import org.thetisdb.core.bytes.ByteWriter;
import org.thetisdb.core.id.PartitionId;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.replication.membership.FirstMasters;
import org.thetisdb.store.RowStore;
import org.thetisdb.store.RowVersion;
import org.thetisdb.store.Snapshot;

/**
 * Which of the sites that hold only a part of the rows hold a partition that has moved (decision
 * 0082): the one that masters it, and perhaps its first master. Each site of such a cluster keeps
 * that in a row of a system table, which it writes when it applies a release, with the release's
 * stamp. So what was held is known as of each snapshot, and checkpoints and copies carry it.
 *
 * @param term since which it is so
 * @param master which site masters it from then on
 * @param firstMasterHolds whether its first master goes on to install what is written in it
 */
public record Holder(int term, int master, boolean firstMasterHolds) {
  /** System table: a partition that has moved (eight bytes) to its holder. */
  public static final int TABLE_ID = 12;

  /** The key of a partition's row. */
  public static RowKey key(long partition) {
    return new RowKey(TABLE_ID, new ByteWriter(Long.BYTES).putLong(partition).toByteArray());
  }

  /** The partition of a row. */
  public static long partitionOf(RowKey key) {
    return new ByteReader(key.bytes()).getLong();
  }

  /** The row. */
  public byte[] encode() {
    return new ByteWriter(8)
        .putVarInt(term)
        .putUnsignedByte(master)
        .putBoolean(firstMasterHolds)
        .toByteArray();
  }

  /** What a row says. */
  public static Holder decode(byte[] row) {
    ByteReader in = new ByteReader(row);
    Holder holder = new Holder(in.getVarInt(), in.getUnsignedByte(), in.getBoolean());
    in.expectEnd();
    return holder;
  }

  /** What a snapshot shows of a partition; null if it has not moved by then. Any thread. */
  public static Holder at(RowStore store, long partition, Snapshot at) {
    RowVersion row = new RowVersion();
    return store.read(key(partition), at, row) ? decode(row.toByteArray()) : null;
  }

  /** Whether a partition that is so held is held at a site; null for one that has not moved. */
  public static boolean holds(Holder known, FirstMasters masters, int site, long partition) {
    if (known == null || PartitionId.table(partition) < FirstMasters.FIRST_USER_TABLE) {
      return masters.isHeldAt(site, partition);
    }
    return masters.holdsAll(site) || known.holds(masters, site, partition);
  }

  private boolean holds(FirstMasters masters, int site, long partition) {
    return master == site || (firstMasterHolds && masters.isHeldAt(site, partition));
  }
}
