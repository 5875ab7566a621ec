package org.thetisdb.router.routing.reshape;

import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.IntFunction;
import org.thetisdb.core.key.RowKey;

/**
 * Finds the border that cuts what is written in a range into two parts that can be mastered apart.
 * Borders are whole prefixes of keys, of as few columns as there is a good one with: a border
 * between two warehouses before one between two of their districts. Not thread-safe.
 */
final class BorderFinder {
  /** Fewer writes tell nothing. */
  static final int LEAST_WRITES = 32;

  /** Writes that a border may cut: more often, and the parts belong together. */
  private static final double MOST_CUT = 0.15;

  /**
   * The same of the calls for which a range is moved to and fro. Those that want both parts have
   * two moved in place of one, at once; the others leave the other part alone.
   */
  private static final double MOST_CUT_OF_MOVES = 0.6;

  /** What each part must have of the writes. */
  private static final double LEAST_PART = 0.1;

  /** If so many older writes lie on one side, and newer ones on the other, the writes wander. */
  private static final double WANDERS = 0.8;

  /** What it adds to a border's gain that another table has it, too. */
  private static final double ALIGNED = 0.25;

  /** Borders that are remembered, of all tables. */
  private static final int MOST_KNOWN = 4_096;

  private final ReshapePolicy.KeyPrefixes keys;

  /**
   * Borders that were found. Tables that are written together mostly begin their keys alike, and
   * should be cut alike, or all ranges hang together like the bricks of a wall.
   */
  private final Set<RowKey> known =
      Collections.newSetFromMap(
          new LinkedHashMap<>() {
            private static final long serialVersionUID = 1L;

            @Override
            protected boolean removeEldestEntry(Map.Entry<RowKey, Boolean> eldest) {
              return size() > MOST_KNOWN;
            }
          });

  BorderFinder(ReshapePolicy.KeyPrefixes keys) {
    this.keys = keys;
  }

  /**
   * The best border inside a range; null if there is no good one.
   *
   * @param from where the range begins
   */
  byte[] find(KeySample sample, byte[] from) {
    byte[] border = find(sample, from, MOST_CUT);
    if (border != null) {
      known.add(inAnyTable(border));
    }
    return border;
  }

  /**
   * The best border inside a range that is moved to and fro; null if there is no good one.
   *
   * @param moved what calls wrote there for which it was moved
   * @param from where the range begins
   */
  byte[] findBetweenMoves(KeySample moved, byte[] from) {
    return find(moved, from, MOST_CUT_OF_MOVES);
  }

  /**
   * A border with about as many writes below as above, whatever it cuts; null if there is none.
   *
   * @param from where the range begins
   */
  byte[] findMiddle(KeySample sample, byte[] from) {
    if (sample.size() < LEAST_WRITES) {
      return null;
    }
    byte[] border = null;
    for (int columns = 1; border == null && reaches(sample, columns); columns++) {
      byte[][] candidates = candidates(sample, columns);
      byte[] middle = candidates[candidates.length / 2];
      boolean divides =
          Arrays.compareUnsigned(middle, from) > 0 && !Arrays.equals(middle, candidates[0]);
      border = divides && !wanders(sample::lowest, sample.size(), middle) ? middle : null;
    }
    return border;
  }

  private byte[] find(KeySample sample, byte[] from, double mostCut) {
    if (sample.size() < LEAST_WRITES) {
      return null;
    }
    byte[] border = null;
    for (int columns = 1; border == null && reaches(sample, columns); columns++) {
      border = find(sample, from, columns, mostCut);
    }
    return border;
  }

  /** Whether any of the keys has so many columns: some are only where a range begins. */
  private boolean reaches(KeySample sample, int columns) {
    for (int i = 0; i < sample.size(); i++) {
      if (keys.prefixLength(sample.lowest(i), columns) > 0) {
        return true;
      }
    }
    return false;
  }

  private byte[] find(KeySample sample, byte[] from, int columns, double mostCut) {
    byte[][] candidates = candidates(sample, columns);
    byte[] best = null;
    double bestGain = 0;
    for (int i = 0; i < candidates.length; i++) {
      boolean again = i > 0 && Arrays.equals(candidates[i], candidates[i - 1]);
      if (!again && Arrays.compareUnsigned(candidates[i], from) > 0) {
        double gain = gain(sample, candidates[i], mostCut);
        gain += gain > 0 && known.contains(inAnyTable(candidates[i])) ? ALIGNED : 0;
        if (gain > bestGain && !wanders(sample::highest, sample.size(), candidates[i])) {
          best = candidates[i];
          bestGain = gain;
        }
      }
    }
    return best;
  }

  private static RowKey inAnyTable(byte[] border) {
    return new RowKey(0, border);
  }

  private byte[][] candidates(KeySample sample, int columns) {
    byte[][] candidates = new byte[sample.size()][];
    for (int i = 0; i < candidates.length; i++) {
      RowKey key = sample.lowest(i);
      candidates[i] = Arrays.copyOf(key.bytes(), keys.prefixLength(key, columns));
    }
    Arrays.sort(candidates, Arrays::compareUnsigned);
    return candidates;
  }

  /** How evenly a border divides the writes, less what it cuts; 0 if it is no good. */
  private static double gain(KeySample sample, byte[] border, double mostCut) {
    int below = 0;
    int above = 0;
    for (int i = 0; i < sample.size(); i++) {
      below += isBelow(sample.highest(i), border) ? 1 : 0;
      above += isBelow(sample.lowest(i), border) ? 0 : 1;
    }
    double size = sample.size();
    double cut = (size - below - above) / size;
    double smaller = Math.min(below, above) / size;
    boolean noGood = cut > mostCut || smaller < LEAST_PART;
    return noGood ? 0 : smaller - cut * MOST_CUT / mostCut;
  }

  /**
   * Whether writes go on from one side to the other as time goes by, as keys do that only grow. A
   * border would be behind all that is written before anything could move.
   */
  private static boolean wanders(IntFunction<RowKey> writes, int size, byte[] border) {
    int half = size / 2;
    int olderBelow = 0;
    int newerBelow = 0;
    int below = 0;
    for (int i = 0; i < size; i++) {
      below += isBelow(writes.apply(i), border) ? 1 : 0;
    }
    for (int i = 0; i < half; i++) {
      olderBelow += isBelow(writes.apply(i), border) ? 1 : 0;
      newerBelow += isBelow(writes.apply(size - 1 - i), border) ? 1 : 0;
    }
    int smaller = Math.min(half, Math.min(below, size - below));
    return Math.abs(olderBelow - newerBelow) >= WANDERS * smaller;
  }

  private static boolean isBelow(RowKey key, byte[] border) {
    return Arrays.compareUnsigned(key.bytes(), border) < 0;
  }
}
