package org.thetisdb.replication.log;

import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;
import org.thetisdb.core.bytes.ByteReader;
import org.thetisdb.core.bytes.CodecException;
import org.thetisdb.core.bytes.Delta;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.core.placement.Reshape;

/**
 * Reads one entry of a site log, record by record, without making an object for each. See {@link
 * LogBatchWriter} for the form. Checksum, format and every length are checked; damage is a {@link
 * CodecException}.
 *
 * <p>Use: {@link #next} moves to a record; the accessors then tell of it; for a commit, {@link
 * #forEachWrite} may be called once. Not thread-safe.
 */
public final class LogBatchReader {
  /** What a record is. */
  public enum Kind {
    /** A transaction's writes. */
    COMMIT,
    /** A mastership given up in favour of a grantee. */
    RELEASE,
    /** A mastership taken. */
    GRANT,
    /** How far the writer's checkpoints make the logs needless. */
    TRIM_POINTS,
    /** The site has left the cluster, and handed what never moved to its successors. */
    LEAVE,
    /** A border that came into a range, or went. */
    RESHAPE
  }

  private static final Kind[] KINDS = {
    null, Kind.COMMIT, Kind.RELEASE, Kind.GRANT, Kind.TRIM_POINTS, Kind.LEAVE, Kind.RESHAPE
  };

  private final byte[] entry;
  private final ByteReader in;
  private final boolean fence;
  private final int site;
  private final int incarnation;
  private final long firstPosition;
  private final int count;
  private int index = -1;
  private Kind kind;
  private VersionVector dependencies;
  private long stamp;
  private long session;
  private long sequence;
  private byte[] result;
  private int writes;
  private boolean writesPending;
  private long partition;
  private int term;
  private int grantee;
  private int granteeIncarnation;
  private boolean firstMasterHolds;
  private boolean ships;
  private int shipped;
  private boolean shippedPending;
  private long[] trimPoints;
  private List<Integer> successors = List.of();
  private Reshape reshape;

  /** Opens an entry; checks its checksum and header. */
  public LogBatchReader(byte[] entry) {
    this.entry = entry;
    in = new ByteReader(entry);
    int expected = in.getInt();
    CRC32C crc = new CRC32C();
    crc.update(entry, 4, entry.length - 4);
    if ((int) crc.getValue() != expected) {
      throw new CodecException("a log entry of " + entry.length + " bytes whose checksum is wrong");
    }
    int format = in.getUnsignedByte();
    if (format < LogBatchWriter.OLDEST_FORMAT || format > LogBatchWriter.FORMAT) {
      throw new CodecException("a log entry of format " + format);
    }
    int entryKind = in.getUnsignedByte();
    if (entryKind != LogBatchWriter.KIND_FENCE && entryKind != LogBatchWriter.KIND_BATCH) {
      throw new CodecException("a log entry of kind " + entryKind);
    }
    fence = entryKind == LogBatchWriter.KIND_FENCE;
    site = in.getUnsignedByte();
    incarnation = in.getVarInt();
    firstPosition = fence ? 0 : in.getVarLong();
    count = fence ? 0 : in.getInt();
    if (count < 0
        || (!fence
            && (count == 0 || firstPosition <= 0 || firstPosition > Long.MAX_VALUE - count))) {
      throw new CodecException("a batch of " + count + " records from position " + firstPosition);
    }
  }

  /** Whether this entry begins an incarnation. */
  public boolean isFence() {
    return fence;
  }

  /** The site that wrote the entry. */
  public int site() {
    return site;
  }

  /** The incarnation that wrote the entry. */
  public int incarnation() {
    return incarnation;
  }

  /** Position of the first record of a batch. */
  public long firstPosition() {
    return firstPosition;
  }

  /** Number of records of a batch. */
  public int count() {
    return count;
  }

  /** Bytes of the whole entry. */
  public int lengthBytes() {
    return entry.length;
  }

  /** Moves to the next record; false when there is none left. */
  public boolean next() {
    if (writesPending) {
      forEachWrite(WriteVisitor.NONE);
    }
    if (shippedPending) {
      forEachShipped((key, rowStamp, rowPosition, row, offset, length) -> {});
    }
    if (index + 1 >= count) {
      in.expectEnd();
      return false;
    }
    index++;
    int kindAndFlags = in.getUnsignedByte();
    int number = kindAndFlags & LogBatchWriter.KIND_MASK;
    int flags = kindAndFlags & ~LogBatchWriter.KIND_MASK;
    if (number < 1 || number >= KINDS.length || (flags & ~flagsOf(KINDS[number])) != 0) {
      throw new CodecException("a log record of kind " + kindAndFlags);
    }
    kind = KINDS[number];
    if ((kindAndFlags & LogBatchWriter.FLAG_DEPENDENCIES) != 0) {
      dependencies = VersionVector.decode(in);
    } else if (dependencies == null) {
      throw new CodecException("a batch whose first record names no dependencies");
    }
    switch (kind) {
      case COMMIT -> readCommit((flags & LogBatchWriter.FLAG_NO_RESULT) == 0);
      case RELEASE -> readRelease(flags);
      case GRANT -> readPartition();
      case TRIM_POINTS -> readTrimPoints();
      case LEAVE -> readLeave();
      case RESHAPE -> reshape = Reshape.decode(in);
    }
    return true;
  }

  /** The flags that a record of this kind may have. */
  private static int flagsOf(Kind kind) {
    return LogBatchWriter.FLAG_DEPENDENCIES
        | switch (kind) {
          case COMMIT -> LogBatchWriter.FLAG_NO_RESULT;
          case RELEASE -> LogBatchWriter.FLAG_FIRST_MASTER_LEFT | LogBatchWriter.FLAG_SHIPPED;
          case GRANT, TRIM_POINTS, LEAVE, RESHAPE -> 0;
        };
  }

  /** Kind of the present record. */
  public Kind kind() {
    return kind;
  }

  /** Position of the present record. */
  public long position() {
    return firstPosition + index;
  }

  /** What the present record depends on, its own log left out. */
  public VersionVector dependencies() {
    return dependencies;
  }

  /** Stamp of a commit's versions. */
  public long stamp() {
    return stamp;
  }

  /** Session of the call that committed; 0 when there was none. */
  public long session() {
    return session;
  }

  /** Number of the call in its session. */
  public long sequence() {
    return sequence;
  }

  /** What the call returned, encoded; null if it was too long to be kept. */
  public byte[] result() {
    return result;
  }

  /** Partition of a release or grant. */
  public long partition() {
    return partition;
  }

  /** New term of a release or grant. */
  public int term() {
    return term;
  }

  /** Which site a release is in favour of. */
  public int grantee() {
    return grantee;
  }

  /** The grantee's incarnation when the release was asked for. */
  public int granteeIncarnation() {
    return granteeIncarnation;
  }

  /**
   * Whether the first master of what is released holds its rows from here on, if it does not hold
   * every row anyway.
   */
  public boolean firstMasterHolds() {
    return firstMasterHolds;
  }

  /** Whether all rows of what is released come with it, since the grantee does not hold them. */
  public boolean ships() {
    return ships;
  }

  /** Visits the rows that come with the present release, once, in the order of their keys. */
  public void forEachShipped(ShippedRows.Visitor visitor) {
    shippedPending = false;
    for (int i = 0; i < shipped; i++) {
      byte[] key = in.getBlob();
      long rowStamp = in.getLong();
      long rowPosition = in.getVarLong();
      if (rowStamp <= 0 || rowPosition <= 0) {
        throw new CodecException(
            "a shipped row of stamp " + rowStamp + " at position " + rowPosition);
      }
      int length = in.getCount(1);
      visitor.onRow(key, rowStamp, rowPosition, entry, skip(length), length);
    }
    shipped = 0;
  }

  /** Below these offsets of logs 1, 2, 3 and so on the writer needs no log any more. */
  public long[] trimPoints() {
    return trimPoints;
  }

  /** The border that came or went. */
  public Reshape reshape() {
    return reshape;
  }

  /** The sites that get what a site which leaves masters and what never moved. */
  public List<Integer> successors() {
    return successors;
  }

  /** Visits the writes of the present commit, in the order in which they were written. */
  public void forEachWrite(WriteVisitor visitor) {
    writesPending = false;
    for (int i = 0; i < writes; i++) {
      RowKey key = new RowKey(in.getVarInt(), in.getBlob());
      int form = in.getUnsignedByte();
      switch (form) {
        case LogBatchWriter.WRITE_ROW -> {
          int length = in.getCount(1);
          visitor.onWrite(key, entry, skip(length), length);
        }
        case LogBatchWriter.WRITE_DELETE -> visitor.onWrite(key, null, 0, 0);
        case LogBatchWriter.WRITE_DELTA -> {
          long base = in.getLong();
          if (base <= 0) {
            throw new CodecException("a delta to a version of stamp " + base);
          }
          int length = in.getCount(1);
          visitor.onDelta(key, base, entry, skip(length), length);
        }
        default -> throw new CodecException("a write of form " + form);
      }
    }
  }

  /** Where what is skipped begins. */
  private int skip(int length) {
    int offset = in.position();
    in.skip(length);
    return offset;
  }

  private void readCommit(boolean hasResult) {
    stamp = in.getLong();
    session = in.getVarLong();
    sequence = in.getVarLong();
    result = hasResult ? in.getBlob() : null;
    writes = in.getCount(3);
    writesPending = true;
  }

  private void readRelease(int flags) {
    readPartition();
    grantee = in.getUnsignedByte();
    granteeIncarnation = in.getVarInt();
    firstMasterHolds = (flags & LogBatchWriter.FLAG_FIRST_MASTER_LEFT) == 0;
    ships = (flags & LogBatchWriter.FLAG_SHIPPED) != 0;
    shipped = ships ? in.getCount(ShippedRows.LEAST_BYTES) : 0;
    shippedPending = ships;
  }

  private void readTrimPoints() {
    trimPoints = new long[in.getCount(1)];
    for (int i = 0; i < trimPoints.length; i++) {
      trimPoints[i] = in.getVarLong();
      if (trimPoints[i] < 0) {
        throw new CodecException("a negative offset to trim to");
      }
    }
  }

  private void readLeave() {
    int successorCount = in.getCount(1);
    if (successorCount == 0) {
      throw new CodecException("a site that leaves without successors");
    }
    List<Integer> read = new ArrayList<>(successorCount);
    for (int i = 0; i < successorCount; i++) {
      read.add(in.getUnsignedByte());
    }
    successors = read;
  }

  private void readPartition() {
    partition = in.getLong();
    term = in.getVarInt();
  }

  /** Hears the writes of a commit. */
  public interface WriteVisitor {
    /** Ignores all. */
    WriteVisitor NONE =
        new WriteVisitor() {
          @Override
          public void onWrite(RowKey key, byte[] row, int offset, int length) {}

          @Override
          public void onDelta(RowKey key, long base, byte[] delta, int offset, int length) {}
        };

    /**
     * One row; {@code row} is null for a delete, otherwise the array that holds it, valid as long
     * as the entry.
     */
    void onWrite(RowKey key, byte[] row, int offset, int length);

    /**
     * One row of which the record holds only what is other than in the version before it. Rows of
     * the system are never written so; a reader that wants no others need not take it.
     *
     * @param base the stamp of the version before
     * @param delta the array that holds the {@link Delta}, valid as long as the entry
     */
    default void onDelta(RowKey key, long base, byte[] delta, int offset, int length) {
      throw new CodecException("a delta where whole rows are expected: " + key);
    }
  }
}
