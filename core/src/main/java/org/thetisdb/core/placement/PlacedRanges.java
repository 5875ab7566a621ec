package org.thetisdb.core.placement;

import java.util.ArrayList;
import java.util.List;
import org.thetisdb.core.id.PartitionId;
import org.thetisdb.core.id.Stamp;

/**
 * Which site masters which partitions of a grid at first, where somebody has said so: ranges of
 * neighbouring partitions of one table, in order, without overlap. What lies in none of them is
 * placed by the grid. Immutable, so any thread may ask; equal if the ranges are.
 */
public final class PlacedRanges {
  /** More ranges than these are refused: a node of the registry holds them. */
  public static final int MOST_RANGES = 10_000;

  /** Nothing is said of any partition. */
  public static final PlacedRanges NONE = new PlacedRanges(List.of());

  private final List<PlacedRange> ranges;
  private final long[] firsts;
  private final long[] lasts;
  private final int[] sites;

  /**
   * Neighbouring partitions of one table.
   *
   * @param first the first partition
   * @param last the last one, which belongs to the range
   * @param site which site masters them, from 1
   */
  public record PlacedRange(long first, long last, int site) {
    /** Checks that there is such a range. */
    public PlacedRange {
      if (first > last || PartitionId.table(first) != PartitionId.table(last)) {
        throw new IllegalArgumentException(
            PartitionId.toString(first) + " to " + PartitionId.toString(last) + " is no range");
      }
      if (site < 1 || site > Stamp.MAX_SITE) {
        throw new IllegalArgumentException("there is no site " + site);
      }
    }

    /** {@code table/first..last site}. */
    @Override
    public String toString() {
      return PartitionId.toString(first) + ".." + PartitionId.index(last) + " " + site;
    }

    /**
     * The range that {@link #toString} has written.
     *
     * @throws IllegalArgumentException if it has not
     */
    public static PlacedRange parse(String text) {
      String[] words = text.strip().split("/|\\.\\.| ", -1);
      if (words.length != 4) {
        throw new IllegalArgumentException("\"" + text + "\" is not table/first..last site");
      }
      int table = Integer.parseInt(words[0]);
      return new PlacedRange(
          PartitionId.of(table, Long.parseLong(words[1])),
          PartitionId.of(table, Long.parseLong(words[2])),
          Integer.parseInt(words[3]));
    }
  }

  private PlacedRanges(List<PlacedRange> ranges) {
    this.ranges = ranges;
    this.firsts = ranges.stream().mapToLong(PlacedRange::first).toArray();
    this.lasts = ranges.stream().mapToLong(PlacedRange::last).toArray();
    this.sites = ranges.stream().mapToInt(PlacedRange::site).toArray();
  }

  /**
   * Ranges in order.
   *
   * @throws IllegalArgumentException if they overlap, are not in order, or are too many
   */
  public static PlacedRanges of(List<PlacedRange> ranges) {
    if (ranges.size() > MOST_RANGES) {
      throw new IllegalArgumentException(ranges.size() + " ranges are more than " + MOST_RANGES);
    }
    for (int i = 1; i < ranges.size(); i++) {
      if (ranges.get(i).first() <= ranges.get(i - 1).last()) {
        throw new IllegalArgumentException(
            "the range " + ranges.get(i) + " does not lie behind " + ranges.get(i - 1));
      }
    }
    return new PlacedRanges(List.copyOf(ranges));
  }

  /** Which site masters a partition at first; 0 if nothing says so. */
  public int site(long partition) {
    int index = indexOf(partition);
    return index < 0 ? 0 : sites[index];
  }

  /** The range of a partition; null if it lies in none. */
  public PlacedRange find(long partition) {
    int index = indexOf(partition);
    return index < 0 ? null : ranges.get(index);
  }

  private int indexOf(long partition) {
    int low = 0;
    int high = firsts.length - 1;
    while (low <= high) {
      int middle = (low + high) >>> 1;
      if (partition < firsts[middle]) {
        high = middle - 1;
      } else if (partition > lasts[middle]) {
        low = middle + 1;
      } else {
        return middle;
      }
    }
    return -1;
  }

  /** What is said of partitions from one to another, in order; what reaches beyond is cut. */
  public List<PlacedRange> within(long first, long last) {
    List<PlacedRange> found = new ArrayList<>();
    for (PlacedRange range : first > last ? NONE.ranges : ranges) {
      if (range.first() <= last && range.last() >= first) {
        found.add(
            new PlacedRange(
                Math.max(first, range.first()), Math.min(last, range.last()), range.site()));
      }
    }
    return found;
  }

  /**
   * With these ranges in place of what was said of partitions from one to another. Neighbours of
   * one site become one range.
   *
   * @param by in order, all of them between the two
   * @throws IllegalArgumentException if there would be too many
   */
  public PlacedRanges with(long first, long last, List<PlacedRange> by) {
    List<PlacedRange> all = new ArrayList<>(ranges.size() + by.size() + 1);
    for (PlacedRange range : ranges) {
      if (range.first() < first) {
        add(all, new PlacedRange(range.first(), Math.min(range.last(), first - 1), range.site()));
      }
    }
    by.forEach(range -> add(all, range));
    for (PlacedRange range : ranges) {
      if (range.last() > last) {
        add(all, new PlacedRange(Math.max(range.first(), last + 1), range.last(), range.site()));
      }
    }
    return of(all);
  }

  private static void add(List<PlacedRange> all, PlacedRange next) {
    PlacedRange before = all.isEmpty() ? null : all.get(all.size() - 1);
    if (before != null
        && before.last() + 1 == next.first()
        && before.site() == next.site()
        && PartitionId.table(before.first()) == PartitionId.table(next.first())) {
      all.set(all.size() - 1, new PlacedRange(before.first(), next.last(), next.site()));
    } else {
      all.add(next);
    }
  }

  /** The highest site of any range; 0 if there is no range. */
  public int highestSite() {
    int highest = 0;
    for (int site : sites) {
      highest = Math.max(highest, site);
    }
    return highest;
  }

  /** The ranges, in order. */
  public List<PlacedRange> ranges() {
    return ranges;
  }

  /** All ranges in one line. */
  @Override
  public String toString() {
    return String.join(",", ranges.stream().map(PlacedRange::toString).toList());
  }

  /**
   * The ranges that {@link #toString} has written.
   *
   * @throws IllegalArgumentException if it has not
   */
  public static PlacedRanges parse(String line) {
    List<PlacedRange> ranges = new ArrayList<>();
    if (!line.isBlank()) {
      for (String each : line.split(",", MOST_RANGES + 2)) {
        ranges.add(PlacedRange.parse(each));
      }
    }
    return of(ranges);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof PlacedRanges that && ranges.equals(that.ranges);
  }

  @Override
  public int hashCode() {
    return ranges.hashCode();
  }
}
