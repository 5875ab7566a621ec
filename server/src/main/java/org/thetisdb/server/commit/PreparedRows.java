package org.thetisdb.server.commit;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.thetisdb.core.bytes.ByteReader;
import org.thetisdb.core.bytes.ByteWriter;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.core.wire.KeySet;
import org.thetisdb.core.wire.KeySet.KeyRange;
import org.thetisdb.server.lock.ReadLocks;

/**
 * The rows that transactions over several sites have prepared and that are not decided yet
 * (two-phase commit, decision 0031). What a transaction prepared at one site is one row of a system
 * table; it is inserted by the participant, and deleted by the record that decides. So logs,
 * replication, checkpoints and copies carry it like any row, and this class keeps what those rows
 * say.
 *
 * <p>A record names the rows that will be written. Under read locks (decision 0042), and for a
 * serializable COMMIT (decision 0080), it also names what was read: keys and ranges, which nobody
 * else writes until the transaction is decided, and which others may read.
 *
 * <p>Not thread-safe; the site's engine owns it.
 */
public final class PreparedRows {
  /** System table: a transaction and a participant to the keys prepared there. */
  public static final int TABLE_ID = 7;

  private static final int KEY_BYTES = 9;

  private final TreeMap<RowKey, KeySet> records = new TreeMap<>();
  private final TreeMap<RowKey, Long> owners = new TreeMap<>();
  private final ReadLocks readers = new ReadLocks();
  private Consumer<KeySet> onResolved = keys -> {};
  private Consumer<RowKey> onEnded = record -> {};
  private InDoubt inDoubt = InDoubt.UNTIMED;

  /** Has somebody hear of all that is free again, whenever something is. */
  public void setOnResolved(Consumer<KeySet> hears) {
    onResolved = hears;
  }

  /** Has somebody hear of each record that is no more. */
  public void setOnEnded(Consumer<RowKey> hears) {
    onEnded = hears;
  }

  /** Has somebody take the time of what is prepared from now on, and of what is already. */
  public void setInDoubt(InDoubt times) {
    inDoubt = times;
    records.keySet().forEach(times::began);
  }

  /** The key of the record of what {@code transaction} prepared at {@code participant}. */
  public static RowKey recordKey(long transaction, int participant) {
    byte[] key =
        new ByteWriter(KEY_BYTES).putLong(transaction).putUnsignedByte(participant).toByteArray();
    return new RowKey(TABLE_ID, key);
  }

  /** The record of what is written, and of what is read and locked. */
  public static byte[] encode(KeySet prepared) {
    ByteWriter out = new ByteWriter(64);
    putKeys(out, prepared.written());
    if (!prepared.read().isEmpty() || !prepared.ranges().isEmpty()) {
      putKeys(out, prepared.read());
      out.putVarInt(prepared.ranges().size());
      prepared
          .ranges()
          .forEach(
              range -> out.putVarInt(range.tableId()).putBlob(range.from()).putBlob(range.to()));
    }
    return out.toByteArray();
  }

  private static void putKeys(ByteWriter out, List<RowKey> keys) {
    out.putVarInt(keys.size());
    keys.forEach(key -> out.putVarInt(key.tableId()).putBlob(key.bytes()));
  }

  /** The keys and ranges in a record. */
  public static KeySet decode(byte[] row) {
    ByteReader in = new ByteReader(row);
    List<RowKey> written = getKeys(in);
    if (in.remaining() == 0) {
      return new KeySet(written, List.of(), List.of());
    }
    List<RowKey> read = getKeys(in);
    int count = in.getCount(3);
    List<KeyRange> ranges = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      ranges.add(new KeyRange(in.getVarInt(), in.getBlob(), in.getBlob()));
    }
    in.expectEnd();
    return new KeySet(written, read, ranges);
  }

  private static List<RowKey> getKeys(ByteReader in) {
    int count = in.getCount(2);
    List<RowKey> keys = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      keys.add(new RowKey(in.getVarInt(), in.getBlob()));
    }
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
    int participant = participantOf(record);
    if (row != null) {
      KeySet keys = decode(row);
      free(transaction, participant, records.put(record, keys));
      keys.written().forEach(key -> owners.put(key, transaction));
      readers.add(transaction, participant, keys.read(), keys.ranges());
      inDoubt.began(record);
      return;
    }
    KeySet keys = records.remove(record);
    if (keys != null) {
      free(transaction, participant, keys);
      inDoubt.ended(record);
      onEnded.accept(record);
      onResolved.accept(keys);
    }
  }

  private void free(long transaction, int participant, KeySet keys) {
    if (keys != null) {
      keys.written().forEach(key -> owners.remove(key, transaction));
      readers.remove(transaction, participant, keys.read(), keys.ranges());
    }
  }

  /** Whether a participant has a record of what it prepared for a transaction. */
  public boolean isRecorded(long transaction, int participant) {
    return records.containsKey(recordKey(transaction, participant));
  }

  /** Whether nothing is prepared. */
  public boolean isEmpty() {
    return records.isEmpty();
  }

  /** Whether a row is prepared. */
  public boolean contains(RowKey key) {
    return !owners.isEmpty() && owners.containsKey(key);
  }

  /**
   * Whether another transaction than this one keeps a row from being written (hazard 19): it has
   * prepared it, or has locked it for reading; 0 is none.
   */
  public boolean isTaken(RowKey key, long transaction) {
    return !records.isEmpty()
        && (isWrittenByOther(key, transaction) || readers.isHeldByOther(key, transaction));
  }

  /** The transaction that has prepared a row to write it; 0 if none has. */
  public long ownerOf(RowKey key) {
    return owners.getOrDefault(key, 0L);
  }

  /** Whether another transaction than this one has prepared a row to write it; 0 is none. */
  public boolean isWrittenByOther(RowKey key, long transaction) {
    Long owner = owners.isEmpty() ? null : owners.get(key);
    return owner != null && owner != transaction;
  }

  /** What transactions have locked for reading; a view. */
  public ReadLocks readers() {
    return readers;
  }

  /** Whether a row is prepared by this transaction. */
  public boolean isPreparedBy(RowKey key, long transaction) {
    Long owner = owners.isEmpty() ? null : owners.get(key);
    return owner != null && owner == transaction;
  }

  /**
   * Whether another transaction than this one has prepared a row of a range to write it; an empty
   * {@code to} is the end of the table.
   */
  public boolean isAnyByOtherIn(int tableId, byte[] from, byte[] to, long transaction) {
    return firstByOtherIn(tableId, from, to, transaction) != null;
  }

  private RowKey firstByOtherIn(int tableId, byte[] from, byte[] to, long transaction) {
    if (owners.isEmpty()) {
      return null;
    }
    RowKey end = to.length == 0 ? new RowKey(tableId + 1, to) : new RowKey(tableId, to);
    RowKey first = new RowKey(tableId, from);
    if (first.compareTo(end) >= 0) {
      return null;
    }
    for (Map.Entry<RowKey, Long> each : owners.subMap(first, end).entrySet()) {
      if (each.getValue() != transaction) {
        return each.getKey();
      }
    }
    return null;
  }

  /**
   * The first of these keys, or of the rows of these ranges, that another transaction than this one
   * has prepared to write it; null if there is none.
   */
  public RowKey firstWrittenByOther(
      Collection<RowKey> keys, List<KeyRange> ranges, long transaction) {
    if (owners.isEmpty()) {
      return null;
    }
    for (RowKey key : keys) {
      if (isWrittenByOther(key, transaction)) {
        return key;
      }
    }
    for (KeyRange range : ranges) {
      RowKey key = firstByOtherIn(range.tableId(), range.from(), range.to(), transaction);
      if (key != null) {
        return key;
      }
    }
    return null;
  }

  /** All transactions that keep a row from being written. */
  public void forEachHolder(RowKey key, LongConsumer action) {
    if (ownerOf(key) != 0) {
      action.accept(ownerOf(key));
    }
    readers.forEachHolder(key, action);
  }

  /** The records of one transaction. */
  public Collection<RowKey> recordsOf(long transaction) {
    return List.copyOf(
        records
            .subMap(recordKey(transaction, 0), true, recordKey(transaction, 255), true)
            .keySet());
  }

  /** All records, the oldest transactions first, and their keys; a view. */
  public Map<RowKey, KeySet> all() {
    return records;
  }
}
