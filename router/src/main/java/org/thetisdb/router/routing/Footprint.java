package org.thetisdb.router.routing;

import java.util.Arrays;
import java.util.List;
import java.util.function.LongPredicate;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.core.wire.KeySet.KeyRange;

/**
 * The partitions that a call touches: those it writes, and those it only reads; each list sorted
 * and without repetition. It may know the keys, too, so that the partitions can be found again when
 * borders have changed. Immutable by contract: arrays and lists are shared and must not be changed.
 */
public final class Footprint {
  private static final long[] NO_PARTITIONS = {};

  /** Above the keys that tables have. */
  private static final byte[] HIGHEST = {(byte) 0xff, (byte) 0xff, (byte) 0xff, (byte) 0xff};

  /** Touches nothing. */
  public static final Footprint NONE = new Footprint(NO_PARTITIONS, NO_PARTITIONS, false);

  private final long[] written;
  private final long[] read;
  private final boolean readsMore;
  private final long[] unlisted;
  private final List<RowKey> writtenKeys;
  private final List<RowKey> readKeys;
  private final long[] grown;
  private final List<KeyRange> writtenRanges;
  private final List<KeyRange> readRanges;

  private Footprint(long[] written, long[] read, boolean readsMore) {
    this(
        written,
        read,
        readsMore,
        NO_PARTITIONS,
        List.of(),
        List.of(),
        NO_PARTITIONS,
        List.of(),
        List.of());
  }

  private Footprint(
      long[] written,
      long[] read,
      boolean readsMore,
      long[] unlisted,
      List<RowKey> writtenKeys,
      List<RowKey> readKeys,
      long[] grown,
      List<KeyRange> writtenRanges,
      List<KeyRange> readRanges) {
    this.written = written;
    this.read = read;
    this.readsMore = readsMore;
    this.unlisted = unlisted;
    this.writtenKeys = writtenKeys;
    this.readKeys = readKeys;
    this.grown = grown;
    this.writtenRanges = writtenRanges;
    this.readRanges = readRanges;
  }

  /** A footprint from partitions in any order, repeated or not; takes over the arrays. */
  public static Footprint of(long[] written, long[] read) {
    return of(written, read, false);
  }

  /**
   * Like {@link #of(long[], long[])}, with ranges that cover more partitions than can be listed.
   */
  public static Footprint of(long[] written, long[] read, boolean readsMore) {
    long[] distinctWritten = sortedDistinct(written);
    long[] distinctRead = without(sortedDistinct(read), distinctWritten);
    return new Footprint(distinctWritten, distinctRead, readsMore);
  }

  /** The same with the keys, in their order, for which the partitions were found. */
  public Footprint withKeys(List<RowKey> keysWritten, List<RowKey> keysRead) {
    return new Footprint(
        written,
        read,
        readsMore,
        unlisted,
        keysWritten,
        keysRead,
        grown,
        writtenRanges,
        readRanges);
  }

  /** The same with the ranges for which the partitions were found that are read. */
  public Footprint withReadRanges(List<KeyRange> ranges) {
    return new Footprint(
        written, read, readsMore, unlisted, writtenKeys, readKeys, grown, writtenRanges, ranges);
  }

  /**
   * The same with the runs of partitions in which more are read than are listed.
   *
   * @param runs the first and the last partition of each
   */
  public Footprint withUnlisted(long[] runs) {
    return new Footprint(
        written, read, readsMore, runs, writtenKeys, readKeys, grown, writtenRanges, readRanges);
  }

  /** The same, and some of what it reads counts as written; without keys and ranges. */
  public Footprint withWritten(long[] more) {
    long[] all = Arrays.copyOf(written, written.length + more.length);
    System.arraycopy(more, 0, all, written.length, more.length);
    return of(all, read.clone(), readsMore).withUnlisted(unlisted);
  }

  /**
   * The runs of partitions in which more are read than are listed: the first and the last of each,
   * one pair behind the other.
   */
  public long[] unlisted() {
    return unlisted;
  }

  /** The same without some of the partitions that it only reads. */
  public Footprint withoutRead(LongPredicate which) {
    long[] kept = Arrays.stream(read).filter(which.negate()).toArray();
    return kept.length == read.length
        ? this
        : new Footprint(
            written,
            kept,
            readsMore,
            unlisted,
            writtenKeys,
            readKeys,
            grown,
            writtenRanges,
            readRanges);
  }

  /**
   * The same, with the written partitions whose keys are found while the call runs.
   *
   * @param in the ranges in which these keys will be
   */
  public Footprint withGrown(long[] partitions, List<KeyRange> in) {
    return new Footprint(
        written, read, readsMore, unlisted, writtenKeys, readKeys, partitions, in, readRanges);
  }

  /** Of the partitions that are written, those in which keys are found while the call runs. */
  public long[] grown() {
    return grown;
  }

  /** The ranges in which these keys will be. */
  public List<KeyRange> writtenRanges() {
    return writtenRanges;
  }

  /** A key below the end of a range, and above all others for which borders are looked for. */
  public static RowKey lastIn(KeyRange range) {
    return new RowKey(range.tableId(), below(range.to()));
  }

  private static byte[] below(byte[] end) {
    if (end.length == 0) {
      return HIGHEST;
    }
    int last = end.length - 1;
    if (end[last] == 0) {
      return Arrays.copyOf(end, last);
    }
    byte[] below = Arrays.copyOf(end, end.length + 1);
    below[last]--;
    below[last + 1] = (byte) 0xff;
    return below;
  }

  /** The ranges that are read. */
  public List<KeyRange> readRanges() {
    return readRanges;
  }

  /** Where the ranges begin that are written in; a new list, for what takes samples. */
  public List<RowKey> growsFrom() {
    return writtenRanges.stream().map(each -> new RowKey(each.tableId(), each.from())).toList();
  }

  /** Keys that are written, in their order; none if they are not known. */
  public List<RowKey> writtenKeys() {
    return writtenKeys;
  }

  /** Keys that are only read, of those that were named one by one. */
  public List<RowKey> readKeys() {
    return readKeys;
  }

  /** The partitions that are written. */
  public long[] written() {
    return written;
  }

  /** The partitions that are read and not written. */
  public long[] read() {
    return read;
  }

  /** The partitions that are written or read. */
  public long[] all() {
    if (read.length == 0) {
      return written;
    }
    long[] all = Arrays.copyOf(written, written.length + read.length);
    System.arraycopy(read, 0, all, written.length, read.length);
    return all;
  }

  /** Whether more partitions are read than are listed: such a call hardly ever finds one master. */
  public boolean readsMore() {
    return readsMore;
  }

  /** Whether nothing is written. */
  public boolean isReadOnly() {
    return written.length == 0;
  }

  /** Whether a partition is written or read. */
  public boolean touches(long partition) {
    return writes(partition) || Arrays.binarySearch(read, partition) >= 0;
  }

  /** Whether a partition is written. */
  public boolean writes(long partition) {
    return Arrays.binarySearch(written, partition) >= 0;
  }

  private static long[] sortedDistinct(long[] values) {
    if (values.length < 2) {
      return values;
    }
    Arrays.sort(values);
    int kept = 1;
    for (int i = 1; i < values.length; i++) {
      if (values[i] != values[kept - 1]) {
        values[kept++] = values[i];
      }
    }
    return kept == values.length ? values : Arrays.copyOf(values, kept);
  }

  private static long[] without(long[] values, long[] sortedOut) {
    int kept = 0;
    for (long value : values) {
      if (Arrays.binarySearch(sortedOut, value) < 0) {
        values[kept++] = value;
      }
    }
    return kept == values.length ? values : Arrays.copyOf(values, kept);
  }

  @Override
  public String toString() {
    return "writes " + Arrays.toString(written) + ", reads " + Arrays.toString(read);
  }
}
