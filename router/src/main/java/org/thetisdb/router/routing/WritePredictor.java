package org.thetisdb.router.routing;

import org.agrona.collections.Long2ObjectHashMap;

/**
 * What interactive transactions will write, learned from those that committed: for each first
 * statement (its template, and the first partition that it touches) how often each partition was
 * written. So the site of a transaction is chosen for all that it will write, and what is missing
 * there comes in one move.
 *
 * <p>Bounded: two generations of entries, of which the older one is forgotten when the younger one
 * is full; and so many partitions for each. Not thread-safe.
 */
final class WritePredictor {
  private static final int GENERATION = 8_192;
  private static final int MOST_PARTITIONS = 16;

  /** Counts are halved when so many transactions were counted, so that they follow the workload. */
  private static final int MOST_COUNTED = 64;

  /** What fewer transactions say is chance. */
  private static final int LEAST_COUNTED = 3;

  private Long2ObjectHashMap<Entry> younger = new Long2ObjectHashMap<>();
  private Long2ObjectHashMap<Entry> older = new Long2ObjectHashMap<>();

  /** What followed one first statement. */
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
      java.util.Arrays.fill(counts, kept, MOST_PARTITIONS, 0);
      size = kept;
    }
  }

  /** A transaction that began with this statement wrote these partitions and committed. */
  void learn(long template, Footprint first, long[] written) {
    long key = keyOf(template, first);
    if (key == 0) {
      return;
    }
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
    entry.count(written);
  }

  /** What a transaction writes more often than not that begins so, with what is certain. */
  long[] predict(long template, Footprint first) {
    long key = keyOf(template, first);
    Entry entry = key == 0 ? null : find(key);
    if (entry == null || entry.counted < LEAST_COUNTED) {
      return first.written();
    }
    long[] certain = first.written();
    long[] all = java.util.Arrays.copyOf(certain, certain.length + entry.size);
    int size = certain.length;
    for (int i = 0; i < entry.size; i++) {
      if (2 * entry.counts[i] > entry.counted) {
        all[size++] = entry.partitions[i];
      }
    }
    return Footprint.of(java.util.Arrays.copyOf(all, size), new long[0]).written();
  }

  private Entry find(long key) {
    Entry entry = younger.get(key);
    return entry != null ? entry : older.get(key);
  }

  /** 0 if there is nothing to go by. */
  private static long keyOf(long template, Footprint first) {
    long[] touched = first.written().length > 0 ? first.written() : first.read();
    if (template == 0 || touched.length == 0) {
      return 0;
    }
    long mixed = (template * 0x9e37_79b9_7f4a_7c15L) ^ touched[0];
    return mixed * 0xff51_afd7_ed55_8ccdL;
  }
}
