package org.thetisdb.replication.log;

import java.util.List;
import java.util.zip.CRC32C;
import org.thetisdb.core.bytes.ByteWriter;
import org.thetisdb.core.bytes.Delta;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.core.placement.Reshape;
import org.thetisdb.core.wire.Software;

/**
 * Builds the entries of a site log. An entry is a fence or a batch of records:
 *
 * <pre>
 * entry  = crc32c:int  format:byte  kind:byte  site:byte  incarnation:varint  body
 * fence  = (empty)
 * batch  = first position:varlong  count:int  records
 * record = kind and flags:byte  [dependencies:vector]  content
 * commit = stamp:long  session:varlong  sequence:varlong  [result:blob]  count:varint  writes
 * write  = table:varint  key:blob  form:byte  content
 * row    = row:blob
 * delete = (empty)
 * delta  = stamp of the version before:long  delta:blob
 * release = partition:long  term:varint  grantee:byte  grantee's incarnation:varint  [shipped]
 * shipped = count:varint  rows, each  key:blob  stamp:long  position:varlong  row:blob
 * grant  = partition:long  term:varint
 * trim points = count:varint  offsets:varlong
 * leave  = count:varint  successors:byte
 * reshape = split:boolean  table:varint  from:blob  at:blob  to:blob  term:varint
 * </pre>
 *
 * <p>A result that was too long to be kept is left out, and a flag says so. The dependencies of a
 * record are left out when they are those of the record before; the position of the record in its
 * own log is implied. Positions are dense: the records of a batch have the first position, the
 * next, and so on. A delta is what {@link Delta} makes of the version before and the new one.
 *
 * <p>A release has flags: one says that rows are shipped with it, for a site that does not hold
 * them; another one that the partition's first master holds its rows no more, if it does not hold
 * every row (decision 0082).
 *
 * <p>Format 1 had no deltas, and format 2 shipped no rows; else they are the same, and are still
 * read.
 *
 * <p>Not thread-safe. The writer is used again for each batch.
 */
public final class LogBatchWriter {
  static final int FORMAT = Software.OWN_RECORDS;
  static final int OLDEST_FORMAT = 1;
  static final int KIND_FENCE = 1;
  static final int KIND_BATCH = 2;
  static final int RECORD_COMMIT = 1;
  static final int RECORD_RELEASE = 2;
  static final int RECORD_GRANT = 3;
  static final int RECORD_TRIM_POINTS = 4;
  static final int RECORD_LEAVE = 5;
  static final int RECORD_RESHAPE = 6;
  static final int FLAG_DEPENDENCIES = 0x10;
  static final int FLAG_NO_RESULT = 0x20;
  static final int FLAG_FIRST_MASTER_LEFT = 0x20;
  static final int FLAG_SHIPPED = 0x40;
  static final int KIND_MASK = 0x0f;
  static final int WRITE_ROW = 0;
  static final int WRITE_DELETE = 1;
  static final int WRITE_DELTA = 2;

  private final ByteWriter out = new ByteWriter(16 * 1024);
  private final int site;
  private final int incarnation;
  private int countAt;
  private int count;
  private VersionVector lastDependencies;

  /** A writer for one incarnation of one site. */
  public LogBatchWriter(int site, int incarnation) {
    this.site = site;
    this.incarnation = incarnation;
  }

  /** The entry that begins an incarnation; it takes one position in the log. */
  public byte[] fence() {
    out.reset();
    header(KIND_FENCE);
    return seal();
  }

  /** Begins a batch whose first record has {@code firstPosition}. */
  public void begin(long firstPosition) {
    out.reset();
    header(KIND_BATCH);
    out.putVarLong(firstPosition);
    countAt = out.length();
    out.putInt(0);
    count = 0;
    lastDependencies = null;
  }

  /** Bytes of the batch under construction. */
  public int lengthBytes() {
    return out.length();
  }

  /**
   * Adds a commit; exactly {@code writes} calls of {@link #write}, {@link #delta} or {@link
   * #delete} must follow.
   *
   * @param result what the call returned, encoded; null if it is not kept
   */
  public void commit(
      VersionVector dependencies,
      long stamp,
      long session,
      long sequence,
      byte[] result,
      int writes) {
    record(result == null ? RECORD_COMMIT | FLAG_NO_RESULT : RECORD_COMMIT, dependencies);
    out.putLong(stamp).putVarLong(session).putVarLong(sequence);
    if (result != null) {
      out.putBlob(result);
    }
    out.putVarInt(writes);
  }

  /** Adds a written row to the commit. */
  public void write(RowKey key, byte[] row, int length) {
    form(key, WRITE_ROW).putVarInt(length).putBytes(row, 0, length);
  }

  /**
   * Adds to the commit what a written row has other than the version before it.
   *
   * @param base the stamp of that version
   * @param delta as {@link Delta} writes it, from index 0
   */
  public void delta(RowKey key, long base, byte[] delta, int length) {
    form(key, WRITE_DELTA).putLong(base).putVarInt(length).putBytes(delta, 0, length);
  }

  /**
   * Adds rows to the commit that were encoded by {@link #encode}, as many as they are.
   *
   * @param encoded of all of them, one behind the other
   */
  public void encoded(ByteWriter encoded) {
    out.putBytes(encoded.array(), 0, encoded.length());
  }

  /** Encodes a row as a commit has it; null for one that is deleted. Any thread. */
  public static void encode(ByteWriter target, RowKey key, byte[] row) {
    target.putVarInt(key.tableId()).putBlob(key.bytes());
    if (row == null) {
      target.putByte(WRITE_DELETE);
    } else {
      target.putByte(WRITE_ROW).putVarInt(row.length).putBytes(row, 0, row.length);
    }
  }

  /** Adds a deleted row to the commit. */
  public void delete(RowKey key) {
    form(key, WRITE_DELETE);
  }

  private ByteWriter form(RowKey key, int form) {
    return out.putVarInt(key.tableId()).putBlob(key.bytes()).putByte(form);
  }

  /** Adds a release of mastership (hazard 2) to a site that holds the rows. */
  public void release(
      VersionVector dependencies, long partition, int term, int grantee, int granteeIncarnation) {
    release(dependencies, partition, term, grantee, granteeIncarnation, true, null);
  }

  /**
   * Adds a release of mastership.
   *
   * @param firstMasterHolds whether the partition's first master holds its rows from here on; said
   *     of no other site
   * @param shipped all rows of the partition, if the grantee does not hold them; else null
   */
  public void release(
      VersionVector dependencies,
      long partition,
      int term,
      int grantee,
      int granteeIncarnation,
      boolean firstMasterHolds,
      ShippedRows shipped) {
    int flags =
        (firstMasterHolds ? 0 : FLAG_FIRST_MASTER_LEFT) | (shipped == null ? 0 : FLAG_SHIPPED);
    record(RECORD_RELEASE | flags, dependencies);
    out.putLong(partition).putVarInt(term).putByte(grantee).putVarInt(granteeIncarnation);
    if (shipped != null) {
      shipped.writeTo(out);
    }
  }

  /** Adds a note that mastership was taken. */
  public void grant(VersionVector dependencies, long partition, int term) {
    record(RECORD_GRANT, dependencies);
    out.putLong(partition).putVarInt(term);
  }

  /**
   * Adds a note that this site will never read logs 1, 2, 3 and so on below these offsets: its
   * checkpoints hold what stands there.
   */
  public void trimPoints(VersionVector dependencies, long[] offsets) {
    record(RECORD_TRIM_POINTS, dependencies);
    out.putVarInt(offsets.length);
    for (long offset : offsets) {
      out.putVarLong(offset);
    }
  }

  /** Adds that the site leaves the cluster: the last record of its log. */
  public void leave(VersionVector dependencies, List<Integer> successors) {
    record(RECORD_LEAVE, dependencies);
    out.putVarInt(successors.size());
    successors.forEach(out::putUnsignedByte);
  }

  /** Adds that a border came into a range that the site masters, or went. */
  public void reshape(VersionVector dependencies, Reshape change) {
    record(RECORD_RESHAPE, dependencies);
    change.encode(out);
  }

  /** The finished batch as one entry. */
  public byte[] finish() {
    if (count == 0) {
      throw new IllegalStateException("an empty batch");
    }
    out.patchInt(countAt, count);
    return seal();
  }

  private void record(int kind, VersionVector dependencies) {
    count++;
    if (dependencies.equals(lastDependencies)) {
      out.putByte(kind);
    } else {
      out.putByte(kind | FLAG_DEPENDENCIES);
      dependencies.encode(out);
      lastDependencies = dependencies;
    }
  }

  private void header(int kind) {
    out.putInt(0).putByte(FORMAT).putByte(kind).putByte(site).putVarInt(incarnation);
  }

  private byte[] seal() {
    CRC32C crc = new CRC32C();
    crc.update(out.array(), 4, out.length() - 4);
    out.patchInt(0, (int) crc.getValue());
    return out.toByteArray();
  }
}
