package org.thetisdb.server.commit;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.function.LongPredicate;
import org.thetisdb.core.bytes.ByteReader;
import org.thetisdb.core.bytes.ByteWriter;
import org.thetisdb.core.id.RecentNumbers;
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
 * else writes until the transaction is decided, and which others may read. One of a fragment that
 * has run on rows which others have prepared names those transactions (decision 0163).
 *
 * <p>Not thread-safe; the site's engine owns it.
 */
public final class PreparedRows {
  /** System table: a transaction and a participant to the keys prepared there. */
  public static final int TABLE_ID = 7;

  private static final int KEY_BYTES = 9;

  /** Many times what ends while one transaction waits for those that it stands on. */
  private static final int MOST_RECENT = 16_384;

  private final TreeMap<RowKey, KeySet> records = new TreeMap<>();
  private final RowOwners owners = new RowOwners();
  private final RecentNumbers decided = new RecentNumbers(MOST_RECENT);

  /** Those that were aborted, or stand on one that was. */
  private final RecentNumbers doomed = new RecentNumbers(MOST_RECENT);

  /** Of records that say so, the transactions that theirs stands on. */
  private final TreeMap<RowKey, List<Long>> standing = new TreeMap<>();

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
    return encode(prepared, List.of());
  }

  /** The same for one that stands on others. */
  public static byte[] encode(KeySet prepared, Collection<Long> standsOn) {
    ByteWriter out = new ByteWriter(64);
    putKeys(out, prepared.written());
    if (!prepared.read().isEmpty() || !prepared.ranges().isEmpty() || !standsOn.isEmpty()) {
      putKeys(out, prepared.read());
      out.putVarInt(prepared.ranges().size());
      prepared
          .ranges()
          .forEach(
              range -> out.putVarInt(range.tableId()).putBlob(range.from()).putBlob(range.to()));
    }
    if (!standsOn.isEmpty()) {
      out.putVarInt(standsOn.size());
      standsOn.forEach(out::putLong);
    }
    return out.toByteArray();
  }

  private static void putKeys(ByteWriter out, List<RowKey> keys) {
    out.putVarInt(keys.size());
    keys.forEach(key -> out.putVarInt(key.tableId()).putBlob(key.bytes()));
  }

  /** The keys and ranges in a record. */
  public static KeySet decode(byte[] row) {
    return PreparedRecord.decode(row).keys();
  }

  /** The transactions that the one of a record stands on. */
  public static List<Long> standsOn(byte[] row) {
    return PreparedRecord.decode(row).standsOn();
  }

  private record PreparedRecord(KeySet keys, List<Long> standsOn) {
    static PreparedRecord decode(byte[] row) {
      ByteReader in = new ByteReader(row);
      List<RowKey> written = getKeys(in);
      if (in.remaining() == 0) {
        return new PreparedRecord(new KeySet(written, List.of(), List.of()), List.of());
      }
      List<RowKey> read = getKeys(in);
      KeySet keys = new KeySet(written, read, getRanges(in));
      List<Long> standsOn = new ArrayList<>();
      int count = in.remaining() == 0 ? 0 : in.getCount(Long.BYTES);
      for (int i = 0; i < count; i++) {
        standsOn.add(in.getLong());
      }
      in.expectEnd();
      return new PreparedRecord(keys, standsOn);
    }
  }

  private static List<KeyRange> getRanges(ByteReader in) {
    int count = in.getCount(3);
    List<KeyRange> ranges = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      ranges.add(new KeyRange(in.getVarInt(), in.getBlob(), in.getBlob()));
    }
    return ranges;
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
      PreparedRecord said = PreparedRecord.decode(row);
      KeySet keys = said.keys();
      free(transaction, participant, records.put(record, keys));
      if (!said.standsOn().isEmpty()) {
        standing.put(record, said.standsOn());
        if (said.standsOn().stream().anyMatch(doomed::contains)) {
          boolean unused = doomed.add(transaction);
        }
      }
      keys.written().forEach(key -> owners.add(key, transaction));
      readers.add(transaction, participant, keys.read(), keys.ranges());
      inDoubt.began(record);
      return;
    }
    KeySet keys = records.remove(record);
    standing.remove(record);
    if (keys != null) {
      free(transaction, participant, keys);
      inDoubt.ended(record);
      onResolved.accept(keys); // first, since those that take turns would always be before these
      onEnded.accept(record);
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
    return !owners.isEmpty() && owners.contains(key);
  }

  /**
   * Whether another transaction than this one keeps a row from being written (hazard 19): it has
   * prepared it, or has locked it for reading; 0 is none.
   */
  public boolean isTaken(RowKey key, long transaction) {
    return !records.isEmpty() && isTaken(key, other -> other != transaction);
  }

  /** Whether one of these transactions keeps a row from being written. */
  public boolean isTaken(RowKey key, LongPredicate which) {
    return !records.isEmpty() && (owners.isAny(key, which) || readers.isHeldByAny(key, which));
  }

  /** The first transaction that has prepared a row to write it; 0 if none has. */
  public long ownerOf(RowKey key) {
    long[] all = owners.of(key);
    return all.length == 0 ? 0 : all[0];
  }

  /** Whether another transaction than this one has prepared a row to write it; 0 is none. */
  public boolean isWrittenByOther(RowKey key, long transaction) {
    return !owners.isEmpty() && owners.isAny(key, other -> other != transaction);
  }

  /** Whether one of these transactions has prepared a row to write it. */
  public boolean isWrittenByAny(RowKey key, LongPredicate which) {
    return owners.isAny(key, which);
  }

  /** What transactions have locked for reading; a view. */
  public ReadLocks readers() {
    return readers;
  }

  /** Whether a row is prepared by this transaction. */
  public boolean isPreparedBy(RowKey key, long transaction) {
    return !owners.isEmpty() && owners.isAny(key, other -> other == transaction);
  }

  /**
   * Whether another transaction than this one has prepared a row of a range to write it; an empty
   * {@code to} is the end of the table.
   */
  public boolean isAnyByOtherIn(int tableId, byte[] from, byte[] to, long transaction) {
    return isWrittenByAnyIn(tableId, from, to, other -> other != transaction);
  }

  /** Whether one of these transactions has prepared a row of a range to write it. */
  public boolean isWrittenByAnyIn(int tableId, byte[] from, byte[] to, LongPredicate which) {
    return owners.firstIn(tableId, from, to, which) != null;
  }

  /**
   * The first of these keys, or of the rows of these ranges, that another transaction than this one
   * has prepared to write it; null if there is none.
   */
  public RowKey firstWrittenByOther(
      Collection<RowKey> keys, List<KeyRange> ranges, long transaction) {
    return firstWrittenBy(keys, ranges, other -> other != transaction);
  }

  /** The first of these that one of these transactions has prepared; null if there is none. */
  public RowKey firstWrittenBy(
      Collection<RowKey> keys, List<KeyRange> ranges, LongPredicate which) {
    if (owners.isEmpty()) {
      return null;
    }
    for (RowKey key : keys) {
      if (owners.isAny(key, which)) {
        return key;
      }
    }
    for (KeyRange range : ranges) {
      RowKey key = owners.firstIn(range.tableId(), range.from(), range.to(), which);
      if (key != null) {
        return key;
      }
    }
    return null;
  }

  /**
   * Others than this transaction that have prepared what it writes or reads, or have read what it
   * writes: those that it stands on if it has run on what they left.
   */
  public NavigableSet<Long> holdersOf(KeySet met, long transaction) {
    NavigableSet<Long> holders = new TreeSet<>();
    if (records.isEmpty()) {
      return holders;
    }
    met.written().forEach(key -> addOwners(key, holders));
    met.written().forEach(key -> addReaders(key, holders));
    met.read().forEach(key -> addOwners(key, holders));
    met.ranges()
        .forEach(each -> owners.forEachIn(each.tableId(), each.from(), each.to(), holders::add));
    holders.remove(transaction);
    return holders;
  }

  private void addOwners(RowKey key, Set<Long> holders) {
    Arrays.stream(owners.of(key)).forEach(holders::add);
  }

  private void addReaders(RowKey key, Set<Long> holders) {
    readers.forEachHolder(key, holders::add);
  }

  /** A record ends with the decision of its transaction, which is applied here. */
  public void decided(RowKey record) {
    boolean unused = decided.add(transactionOf(record));
  }

  /** Whether a transaction is known here to be decided. */
  public boolean isDecided(long transaction) {
    return decided.contains(transaction);
  }

  /**
   * Those of which the records of a transaction say that it stands on them, and that are not known
   * to be decided (decision 0163).
   */
  public NavigableSet<Long> undecidedBelow(long transaction) {
    NavigableSet<Long> below = new TreeSet<>();
    if (!standing.isEmpty()) {
      for (RowKey record : recordsOf(transaction)) {
        below.addAll(standing.getOrDefault(record, List.of()));
      }
      below.removeIf(decided::contains);
    }
    return below;
  }

  /**
   * Transactions were aborted, or stand on ones that were, be their records still here: all that
   * stand on them will be aborted, too, and what waits for one of them looks again (decision 0183).
   */
  public void doom(List<Long> transactions) {
    List<Long> ended = new ArrayList<>(transactions.stream().filter(doomed::add).toList());
    for (int i = 0; i < ended.size(); i++) {
      for (Map.Entry<RowKey, List<Long>> each : standing.entrySet()) {
        long above = transactionOf(each.getKey());
        if (each.getValue().contains(ended.get(i)) && doomed.add(above)) {
          ended.add(above);
        }
      }
    }
    ended.forEach(
        each -> recordsOf(each).forEach(record -> onResolved.accept(records.get(record))));
  }

  /** Whether nothing will come of a transaction, as far as it is known here. */
  public boolean isDoomed(long transaction) {
    return doomed.contains(transaction);
  }

  /** A row of what a transaction has prepared, be it its record itself; null if it has nothing. */
  public RowKey rowOf(long transaction) {
    for (RowKey record : recordsOf(transaction)) {
      List<RowKey> written = records.get(record).written();
      return written.isEmpty() ? record : written.get(0);
    }
    return null;
  }

  /** All transactions that keep a row from being written. */
  public void forEachHolder(RowKey key, LongConsumer action) {
    Arrays.stream(owners.of(key)).forEach(action);
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
