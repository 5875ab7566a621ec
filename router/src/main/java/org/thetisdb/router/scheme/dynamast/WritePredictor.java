package org.thetisdb.router.scheme.dynamast;

import java.util.Arrays;
import org.agrona.collections.Long2ObjectHashMap;
import org.thetisdb.router.routing.Beginning;
import org.thetisdb.router.routing.Footprint;

/**
 * What interactive transactions will write, learned from those that committed: for what is known of
 * their beginning, how often each partition was written. So the site of a transaction is chosen for
 * all that it will write, and what is missing there comes in one move.
 *
 * <p>A beginning is looked at in several ways: the first statement's text and the first partition
 * that it touches; its text and one of its first parameters, such as the number of a warehouse; its
 * text alone. The one counts that has the most to say. A search by name gives no partition, and a
 * text alone says nothing once each part of a table has its own place.
 *
 * <p>Bounded: two generations of entries, of which the older one is forgotten when the younger one
 * is full; and so many partitions for each. Not thread-safe.
 */
final class WritePredictor {
  private static final int GENERATION = 8_192;
  private static final int MOST_PARTITIONS = 16;

  /** Counts are halved when so many transactions were counted, so that they follow the workload. */
  private static final int MOST_COUNTED = 64;

  /** What fewer transactions say is chance, and better than nothing where that is all there is. */
  private static final int LEAST_COUNTED = 3;

  private static final long MIX = 0x9e37_79b9_7f4a_7c15L;
  private static final long MIX_MORE = 0xff51_afd7_ed55_8ccdL;

  private final long[] keys = new long[Beginning.MOST_VALUES + 2];

  private Long2ObjectHashMap<Entry> younger = new Long2ObjectHashMap<>();
  private Long2ObjectHashMap<Entry> older = new Long2ObjectHashMap<>();

  /** What followed one way to begin. */
  private static final class Entry {
    private final long[] partitions = new long[MOST_PARTITIONS];
    private final int[] counts = new int[MOST_PARTITIONS];
    private int size;
    private int counted;

    void count(long[] written) {
      if (++counted > MOST_COUNTED) {
        halve();
      }
      for (long partition : written) {
        int place = placeOf(partition);
        if (place < MOST_PARTITIONS) {
          partitions[place] = partition;
          counts[place]++;
          size = Math.max(size, place + 1);
        }
      }
    }

    private boolean isLikely(int place) {
      return 2 * counts[place] > counted;
    }

    /** How many partitions are written more often than not; 0 if too few were counted. */
    int likely(int leastCounted) {
      int likely = 0;
      for (int i = 0; i < size && counted >= leastCounted; i++) {
        likely += isLikely(i) ? 1 : 0;
      }
      return likely;
    }

    /** These, and those that are written more often than not. */
    long[] with(long[] certain) {
      long[] all = Arrays.copyOf(certain, certain.length + size);
      int found = certain.length;
      for (int i = 0; i < size; i++) {
        if (isLikely(i)) {
          all[found++] = partitions[i];
        }
      }
      return Footprint.of(Arrays.copyOf(all, found), new long[0]).written();
    }

    private int placeOf(long partition) {
      int place = 0;
      while (place < size && partitions[place] != partition) {
        place++;
      }
      return place;
    }

    private void halve() {
      counted /= 2;
      int kept = 0;
      for (int i = 0; i < size; i++) {
        if (counts[i] > 1) {
          partitions[kept] = partitions[i];
          counts[kept++] = counts[i] / 2;
        }
      }
      Arrays.fill(counts, kept, MOST_PARTITIONS, 0);
      size = kept;
    }
  }

  /** A transaction that began so wrote these partitions and committed. */
  void learn(Beginning beginning, long[] written) {
    int ways = findKeys(beginning);
    for (int way = 0; way < ways; way++) {
      entryOf(keys[way]).count(written);
    }
  }

  private Entry entryOf(long key) {
    Entry entry = younger.get(key);
    if (entry == null) {
      entry = older.get(key);
      entry = entry == null ? new Entry() : entry;
      if (younger.size() >= GENERATION) {
        older = younger;
        younger = new Long2ObjectHashMap<>();
      }
      younger.put(key, entry);
    }
    return entry;
  }

  /** What a transaction writes more often than not that begins so, with what is certain. */
  long[] predict(Beginning beginning) {
    long[] certain = beginning.first().written();
    Entry best = null;
    int most = 0;
    int leastCounted = touched(beginning).length == 0 ? 1 : LEAST_COUNTED;
    int ways = findKeys(beginning);
    for (int way = 0; way < ways; way++) {
      Entry entry = find(keys[way]);
      int likely = entry == null ? 0 : entry.likely(leastCounted);
      if (likely > most) {
        best = entry;
        most = likely;
      }
    }
    return best == null ? certain : best.with(certain);
  }

  private Entry find(long key) {
    Entry entry = younger.get(key);
    return entry != null ? entry : older.get(key);
  }

  /** The keys of the ways in which a beginning is looked at, the closest look first. */
  private int findKeys(Beginning beginning) {
    if (beginning.template() == 0) {
      return 0;
    }
    long[] touched = touched(beginning);
    int ways = 0;
    if (touched.length > 0) {
      keys[ways++] = key(beginning.template(), 1, touched[0]);
    }
    long[] values = beginning.values();
    for (int i = 0; i < Math.min(values.length, Beginning.MOST_VALUES); i++) {
      keys[ways++] = key(beginning.template(), 2 + i, values[i]);
    }
    keys[ways++] = key(beginning.template(), 0, 0);
    return ways;
  }

  private static long[] touched(Beginning beginning) {
    Footprint first = beginning.first();
    return first.written().length > 0 ? first.written() : first.read();
  }

  private static long key(long template, int kind, long value) {
    long mixed = (template * MIX) ^ (value + kind) * MIX_MORE;
    return (mixed ^ (mixed >>> 32)) * MIX;
  }
}
