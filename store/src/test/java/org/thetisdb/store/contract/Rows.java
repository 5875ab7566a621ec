package org.thetisdb.store.contract;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32;
import org.thetisdb.core.id.Stamp;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.store.RowStore;
import org.thetisdb.store.RowVersion;
import org.thetisdb.store.Snapshot;

/** Small helpers that the store's tests share: keys, snapshots, rows that carry a checksum. */
public final class Rows {
  public static final int TABLE = 7;
  public static final int SITE = 3;
  public static final byte[] BEGINNING = {};

  private static final int CHECKSUM_BYTES = Integer.BYTES;

  private Rows() {}

  public static RowKey key(long number) {
    return key(TABLE, number);
  }

  public static RowKey key(int table, long number) {
    return new RowKey(table, bytes(number));
  }

  public static byte[] bytes(long number) {
    return ByteBuffer.allocate(Long.BYTES).putLong(number).array();
  }

  public static long number(byte[] key) {
    return ByteBuffer.wrap(key).getLong();
  }

  public static long stamp(long position) {
    return Stamp.dense(position, SITE);
  }

  /** Sees positions up to and including {@code last}. */
  public static Snapshot upTo(long last) {
    return (stamp, position) -> position <= last;
  }

  /** Installs with a watermark that lets nothing go. */
  public static int put(RowStore store, RowKey key, long position, byte[] row) {
    return put(store, key, position, row, Snapshot.NOTHING);
  }

  public static int put(RowStore store, RowKey key, long position, byte[] row, Snapshot watermark) {
    return store.install(key, stamp(position), position, row, 0, row.length, watermark);
  }

  public static int put(RowStore store, RowKey key, long position, String row) {
    return put(store, key, position, row.getBytes(StandardCharsets.UTF_8));
  }

  public static int delete(RowStore store, RowKey key, long position) {
    return delete(store, key, position, Snapshot.NOTHING);
  }

  public static int delete(RowStore store, RowKey key, long position, Snapshot watermark) {
    return store.install(key, stamp(position), position, null, 0, 0, watermark);
  }

  /** The row as text, or null when it does not exist in the snapshot. */
  public static String get(RowStore store, RowKey key, Snapshot snapshot) {
    RowVersion version = new RowVersion();
    return store.read(key, snapshot, version) ? text(version) : null;
  }

  public static String text(RowVersion version) {
    return new String(version.bytes(), 0, version.length(), StandardCharsets.UTF_8);
  }

  /** A row of {@code length} bytes, a function of key and position, that ends in its checksum. */
  public static byte[] checked(long key, long position, int length) {
    byte[] row = new byte[length + CHECKSUM_BYTES];
    for (int i = 0; i < length; i++) {
      row[i] = (byte) (key * 31 + position * 17 + i * 7L);
    }
    ByteBuffer.wrap(row).putInt(length, checksum(row, length));
    return row;
  }

  /** Whether a row made by {@link #checked} is whole. */
  public static boolean isWhole(RowVersion version) {
    int length = version.length() - CHECKSUM_BYTES;
    return length >= 0
        && ByteBuffer.wrap(version.bytes()).getInt(length) == checksum(version.bytes(), length);
  }

  private static int checksum(byte[] row, int length) {
    CRC32 crc = new CRC32();
    crc.update(row, 0, length);
    return (int) crc.getValue();
  }

  /** Everything a scan visits, as {@code key=row}. */
  public static List<String> scan(
      RowStore store, byte[] from, byte[] to, boolean backwards, Snapshot snapshot) {
    List<String> seen = new ArrayList<>();
    store.scan(
        TABLE,
        from,
        to,
        backwards,
        snapshot,
        (key, version) -> seen.add(number(key) + "=" + text(version)));
    return seen;
  }

  public static List<String> scan(RowStore store, Snapshot snapshot) {
    return scan(store, BEGINNING, null, false, snapshot);
  }
}
