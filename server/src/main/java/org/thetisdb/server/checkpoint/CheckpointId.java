package org.thetisdb.server.checkpoint;

import java.util.Comparator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Names one checkpoint. Of two checkpoints of one site the greater is the newer.
 *
 * @param site that wrote it
 * @param incarnation of the site, so that one which was believed dead and wakes writes under other
 *     names than its successor
 * @param number within the incarnation, from 1
 */
public record CheckpointId(int site, int incarnation, int number)
    implements Comparable<CheckpointId> {
  private static final Comparator<CheckpointId> ORDER =
      Comparator.comparingInt(CheckpointId::site)
          .thenComparingInt(CheckpointId::incarnation)
          .thenComparingInt(CheckpointId::number);

  private static final Pattern TEXT = Pattern.compile("site-(\\d{3})-(\\d{10})-(\\d{10})");

  /** Checks the ranges. */
  public CheckpointId {
    if (site < 1 || site > 255 || incarnation < 0 || number < 0) {
      throw new IllegalArgumentException(
          "a checkpoint of site %d, incarnation %d, number %d"
              .formatted(site, incarnation, number));
    }
  }

  /** The id that {@link #toString} wrote; null for any other text. */
  public static CheckpointId parse(String text) {
    Matcher parts = TEXT.matcher(text);
    if (!parts.matches()) {
      return null;
    }
    try {
      return new CheckpointId(
          Integer.parseInt(parts.group(1)),
          Integer.parseInt(parts.group(2)),
          Integer.parseInt(parts.group(3)));
    } catch (IllegalArgumentException outOfRange) {
      return null;
    }
  }

  @Override
  public int compareTo(CheckpointId other) {
    return ORDER.compare(this, other);
  }

  /** A form for people and file names. */
  @Override
  public String toString() {
    return "site-%03d-%010d-%010d".formatted(site, incarnation, number);
  }
}
