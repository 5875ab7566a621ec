package org.thetisdb.core.placement;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.thetisdb.core.bytes.ByteReader;
import org.thetisdb.core.bytes.ByteWriter;
import org.thetisdb.core.bytes.CodecException;

/**
 * Which sites hold which ranges beside those that hold them by the cluster's settings, as the log
 * says (decision 0054). Each change is one record, and has the next number; so of two that are
 * reported the one with the higher number holds. Immutable.
 *
 * @param number of the last change: 1, 2, 3 and so on; 0 if there was none
 * @param ranges in the order in which they were added; those of one site do not overlap
 */
public record ReplicaSets(long number, List<ReplicaRange> ranges) {
  /** More ranges than these are refused: one row of the log holds all of them. */
  public static final int MOST_RANGES = 512;

  /** Nothing was added yet. */
  public static final ReplicaSets NONE = new ReplicaSets(0, List.of());

  /** Two ids, two sites and their incarnations take so much at least. */
  private static final int LEAST_BYTES = 19;

  /** Copies the list, and checks it. */
  public ReplicaSets {
    ranges = List.copyOf(ranges);
    if (ranges.size() > MOST_RANGES) {
      throw new IllegalArgumentException(ranges.size() + " ranges are more than " + MOST_RANGES);
    }
    for (int i = 0; i < ranges.size(); i++) {
      for (int other = 0; other < i; other++) {
        if (ranges.get(i).overlaps(ranges.get(other))) {
          throw new IllegalArgumentException(ranges.get(i) + " overlaps with " + ranges.get(other));
        }
      }
    }
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
    for (ReplicaRange each : ranges) {
      if (each.id() == id) {
        return each;
      }
    }
    return null;
  }

  /** The later one of these and others. */
  public ReplicaSets later(ReplicaSets other) {
    return other.number > number ? other : this;
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
