package org.thetisdb.server.commit;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.thetisdb.core.bytes.ByteReader;
import org.thetisdb.core.bytes.ByteWriter;
import org.thetisdb.core.key.RowKey;

/**
 * The rows that transactions over several sites have prepared and that are not decided yet
 * (two-phase commit, decision 0031). What a transaction prepared at one site is one row of a system
 * table; it is inserted by the participant, and deleted by the record that decides. So logs,
 * replication, checkpoints and copies carry it like any row, and this class keeps what those rows
 * say.
 *
 * <p>Not thread-safe; the site's engine owns it.
 */
public final class PreparedRows {
  /** System table: a transaction and a participant to the keys prepared there. */
  public static final int TABLE_ID = 7;

  private static final int KEY_BYTES = 9;

  private final TreeMap<RowKey, List<RowKey>> records = new TreeMap<>();
  private final TreeMap<RowKey, Long> owners = new TreeMap<>();
  private Runnable onResolved = () -> {};

  /** Has something run whenever rows are free again. */
  public void setOnResolved(Runnable hears) {
    onResolved = hears;
  }

  /** The key of the record of what {@code transaction} prepared at {@code participant}. */
  public static RowKey recordKey(long transaction, int participant) {
    byte[] key =
        new ByteWriter(KEY_BYTES).putLong(transaction).putUnsignedByte(participant).toByteArray();
    return new RowKey(TABLE_ID, key);
  }

  /** The record of some keys. */
  public static byte[] encode(List<RowKey> keys) {
    ByteWriter out = new ByteWriter(64);
    out.putVarInt(keys.size());
    keys.forEach(key -> out.putVarInt(key.tableId()).putBlob(key.bytes()));
    return out.toByteArray();
  }

  /** The keys in a record. */
  public static List<RowKey> decode(byte[] row) {
    ByteReader in = new ByteReader(row);
    int count = in.getCount(2);
    List<RowKey> keys = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      keys.add(new RowKey(in.getVarInt(), in.getBlob()));
    }
    in.expectEnd();
    return keys;
  }

  /** The transaction that a record belongs to. */
  public static long transactionOf(RowKey record) {
    return new ByteReader(record.bytes()).getLong();
  }

  /** The site that prepared a record. */
  public static int participantOf(RowKey record) {
    return record.bytes()[KEY_BYTES - 1] & 0xff;
  }

  /** A record was written; null if it was deleted, since its transaction is decided. */
  public void apply(RowKey record, byte[] row) {
    long transaction = transactionOf(record);
    if (row != null) {
      List<RowKey> keys = decode(row);
      records.put(record, keys);
      keys.forEach(key -> owners.put(key, transaction));
      return;
    }
    List<RowKey> keys = records.remove(record);
    if (keys != null) {
      keys.forEach(key -> owners.remove(key, transaction));
      onResolved.run();
    }
  }

  /** Whether nothing is prepared. */
  public boolean isEmpty() {
    return records.isEmpty();
  }

  /** Whether a row is prepared. */
  public boolean contains(RowKey key) {
    return !owners.isEmpty() && owners.containsKey(key);
  }

  /** Whether a row is prepared by another transaction than this one; 0 is none. */
  public boolean isTaken(RowKey key, long transaction) {
    Long owner = owners.isEmpty() ? null : owners.get(key);
    return owner != null && owner != transaction;
  }

  /** Whether a row is prepared by this transaction. */
  public boolean isPreparedBy(RowKey key, long transaction) {
    Long owner = owners.isEmpty() ? null : owners.get(key);
    return owner != null && owner == transaction;
  }

  /** Whether a row of a range is prepared; an empty {@code to} is the end of the table. */
  public boolean isAnyIn(int tableId, byte[] from, byte[] to) {
    if (owners.isEmpty()) {
      return false;
    }
    RowKey end = to.length == 0 ? new RowKey(tableId + 1, to) : new RowKey(tableId, to);
    RowKey first = owners.ceilingKey(new RowKey(tableId, from));
    return first != null && first.compareTo(end) < 0;
  }

  /** The records of one transaction. */
  public Collection<RowKey> recordsOf(long transaction) {
    return List.copyOf(
        records
            .subMap(recordKey(transaction, 0), true, recordKey(transaction, 255), true)
            .keySet());
  }

  /** All records, the oldest transactions first, and their keys; a view. */
  public Map<RowKey, List<RowKey>> all() {
    return records;
  }
}
