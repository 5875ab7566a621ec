package org.thetisdb.core.placement;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.thetisdb.core.bytes.ByteReader;
import org.thetisdb.core.bytes.ByteWriter;
import org.thetisdb.core.bytes.CodecException;

/**
 * Which sites hold which ranges beside those that hold them by the cluster's settings, as the log
 * says (decision 0054). Each change has the next number, and a record has one change or some; so of
 * two that are reported the one with the higher number holds. What a site holds of a partition is
 * found by search, however many there are (decision 0177). Immutable.
 */
public final class ReplicaSets {
  /** More ranges than these are refused: one row of the log holds all of them. */
  public static final int MOST_RANGES = 4_096;

  /** Nothing was added yet. */
  public static final ReplicaSets NONE = new ReplicaSets(0, List.of());

  /** Two ids, two sites and their incarnations take so much at least. */
  private static final int LEAST_BYTES = 19;

  private static final Comparator<ReplicaRange> BY_SITE_AND_PLACE =
      Comparator.comparingInt(ReplicaRange::site).thenComparingLong(ReplicaRange::first);

  private final long number;
  private final List<ReplicaRange> ranges;

  /** By site, and at each site in the order of their partitions. */
  private final ReplicaRange[] sorted;

  /**
   * Copies the list, and checks it.
   *
   * @param number of the last change: 1, 2, 3 and so on; 0 if there was none
   * @param ranges in the order in which they were added, which is that of their ids
   * @throws IllegalArgumentException if there are too many, two of one site overlap, or their order
   *     is another
   */
  private ReplicaSets(long number, List<ReplicaRange> ranges) {
    this.number = number;
    this.ranges = List.copyOf(ranges);
    if (ranges.size() > MOST_RANGES) {
      throw new IllegalArgumentException(ranges.size() + " ranges are more than " + MOST_RANGES);
    }
    this.sorted = this.ranges.toArray(ReplicaRange[]::new);
    for (int i = 1; i < sorted.length; i++) {
      if (sorted[i].id() <= sorted[i - 1].id()) {
        throw new IllegalArgumentException(sorted[i] + " was not added behind " + sorted[i - 1]);
      }
    }
    Arrays.sort(sorted, BY_SITE_AND_PLACE);
    for (int i = 1; i < sorted.length; i++) {
      if (sorted[i].overlaps(sorted[i - 1])) {
        throw new IllegalArgumentException(sorted[i] + " overlaps with " + sorted[i - 1]);
      }
    }
  }

  /** The number of the last change: 1, 2, 3 and so on; 0 if there was none. */
  public long number() {
    return number;
  }

  /** In the order in which they were added; those of one site do not overlap. */
  public List<ReplicaRange> ranges() {
    return ranges;
  }

  /**
   * With a range more, which nobody holds yet.
   *
   * @throws IllegalArgumentException if there are too many, or one of the site overlaps with it
   */
  public ReplicaSets with(long first, long last, int site) {
    List<ReplicaRange> more = new ArrayList<>(ranges);
    more.add(new ReplicaRange(number + 1, first, last, site, 0, false));
    return new ReplicaSets(number + 1, more);
  }

  /** With a range that an incarnation of its site holds from now on. */
  public ReplicaSets heldBy(long id, int incarnation) {
    return new ReplicaSets(
        number + 1,
        ranges.stream().map(each -> each.id() == id ? each.heldBy(incarnation) : each).toList());
  }

  /** With a range that the checkpoints of its site have from now on. */
  public ReplicaSets savedAt(long id) {
    return new ReplicaSets(
        number + 1, ranges.stream().map(each -> each.id() == id ? each.asSaved() : each).toList());
  }

  /** Without a range. */
  public ReplicaSets without(long id) {
    return new ReplicaSets(number + 1, ranges.stream().filter(each -> each.id() != id).toList());
  }

  /** The range with an id; null if there is none. */
  public ReplicaRange find(long id) {
    int low = 0;
    int high = ranges.size() - 1;
    while (low <= high) {
      int middle = (low + high) >>> 1;
      ReplicaRange each = ranges.get(middle);
      if (each.id() == id) {
        return each;
      }
      low = each.id() < id ? middle + 1 : low;
      high = each.id() < id ? high : middle - 1;
    }
    return null;
  }

  /** The range of a site that has a partition; null if there is none. */
  public ReplicaRange at(int site, long partition) {
    ReplicaRange floor = floor(site, partition);
    return floor != null && floor.contains(partition) ? floor : null;
  }

  /** A range of a site that has any of some neighbouring partitions; null if there is none. */
  public ReplicaRange anyOf(int site, long first, long last) {
    ReplicaRange floor = floor(site, last);
    return floor != null && floor.last() >= first ? floor : null;
  }

  /** The range of a site that has all of some neighbouring partitions; null if there is none. */
  public ReplicaRange around(int site, long first, long last) {
    ReplicaRange at = at(site, first);
    return at != null && at.contains(last) ? at : null;
  }

  /** The last range of a site that begins at a partition or in front of it. */
  private ReplicaRange floor(int site, long partition) {
    int low = 0;
    int high = sorted.length - 1;
    while (low <= high) {
      int middle = (low + high) >>> 1;
      ReplicaRange each = sorted[middle];
      boolean isBehind = each.site() > site || (each.site() == site && each.first() > partition);
      low = isBehind ? low : middle + 1;
      high = isBehind ? middle - 1 : high;
    }
    return high >= 0 && sorted[high].site() == site ? sorted[high] : null;
  }

  /** The later one of these and others. */
  public ReplicaSets later(ReplicaSets other) {
    return other.number > number ? other : this;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ReplicaSets sets && sets.number == number && sets.ranges.equals(ranges);
  }

  @Override
  public int hashCode() {
    return 31 * Long.hashCode(number) + ranges.hashCode();
  }

  @Override
  public String toString() {
    return "change " + number + " " + ranges;
  }

  /** Writes the record. */
  public void encode(ByteWriter out) {
    List<Long> saved = ranges.stream().filter(ReplicaRange::saved).map(ReplicaRange::id).toList();
    // A record of a release that saved none has no list of them, and a number that says so.
    out.putVarLong(saved.isEmpty() ? number : -number).putVarInt(ranges.size());
    ranges.forEach(each -> each.encode(out));
    if (!saved.isEmpty()) {
      out.putVarInt(saved.size());
      saved.forEach(out::putVarLong);
    }
  }

  /** The record as the value of a row. */
  public byte[] toByteArray() {
    ByteWriter out = new ByteWriter();
    encode(out);
    return out.toByteArray();
  }

  /**
   * Reads a record.
   *
   * @throws CodecException if there is none
   */
  public static ReplicaSets decode(ByteReader in) {
    long told = in.getVarLong();
    long number = Math.abs(told);
    int count = in.getCount(LEAST_BYTES);
    if (number < 0 || count > MOST_RANGES) {
      throw new CodecException("change " + number + " of replicas, with " + count + " ranges");
    }
    List<ReplicaRange> ranges = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      ranges.add(ReplicaRange.decode(in));
    }
    try {
      if (told < 0) {
        markSaved(ranges, in);
      }
      return new ReplicaSets(number, ranges);
    } catch (IllegalArgumentException e) {
      throw new CodecException(String.valueOf(e.getMessage()));
    }
  }

  private static void markSaved(List<ReplicaRange> ranges, ByteReader in) {
    int count = in.getCount(1);
    Set<Long> saved = new HashSet<>();
    for (int i = 0; i < count; i++) {
      saved.add(in.getVarLong());
    }
    ranges.replaceAll(each -> saved.contains(each.id()) ? each.asSaved() : each);
  }
}
