package org.thetisdb.router.scheme.dynamast.paper;

import java.util.random.RandomGenerator;
import org.agrona.collections.Long2ObjectHashMap;
import org.thetisdb.core.id.Stamp;
import org.thetisdb.router.routing.CoAccessCounts;
import org.thetisdb.router.routing.Placement;
import org.thetisdb.router.routing.SamplingConfig;

/**
 * Access and co-access frequencies as DynaMast keeps them (section 5.3): the write sets of sampled
 * transactions, and of those that the same client submits within delta t of one, stand in a history
 * of bounded size. Each adds to the counts of its partitions, and takes them back when it leaves.
 *
 * <p>The sample is an adaptable damped reservoir (Bailis et al., MacroBase, Algorithm 1; DynaMast
 * names it in footnote 5): a transaction replaces a random one of k with the chance k / c, where c
 * is the number of transactions so far, damped: it shrinks by e in ten seconds. So what is old
 * fades at a pace in time, whatever the rate. Not thread-safe.
 */
final class PaperStatistics {
  private static final long DAMP_EVERY_US = 100_000;

  /** 1/e in ten seconds. */
  private static final double DAMPING = Math.exp(-0.01);

  /** Transactions that are paired with one sampled transaction of their client at most. */
  private static final int MOST_FOLLOWERS = 16;

  /** Of wider write sets, a random stretch is paired. */
  private static final int MOST_PAIRED = 24;

  private final Placement placement;
  private final RandomGenerator random;
  private final long deltaTUs;
  private final Sample[] reservoir;
  private final LastSamples lastOf;
  private final Long2ObjectHashMap<PaperCounts> partitions = new Long2ObjectHashMap<>();
  private final long[] accessesAt = new long[Stamp.MAX_SITE + 1];
  private long accesses;
  private int size;
  private double observed;
  private long dampedUs = Long.MIN_VALUE;

  /** A sampled transaction, with what its client wrote soon after. */
  static final class Sample {
    private final long[] written;
    private final long atUs;
    private long[][] followers;
    private int followed;
    private boolean left;

    private Sample(long[] written, long atUs) {
      this.written = written;
      this.atUs = atUs;
    }
  }

  /** How often a partition was written, and what with and before. */
  static final class PaperCounts {
    /** Sampled transactions that wrote it. */
    int accesses;

    /** What they wrote together with it. */
    final CoAccessCounts intra = new CoAccessCounts();

    /** What their clients wrote within delta t after it. */
    final CoAccessCounts inter = new CoAccessCounts();
  }

  PaperStatistics(
      Placement placement, SamplingConfig config, long deltaTUs, RandomGenerator random) {
    this.placement = placement;
    this.random = random;
    this.deltaTUs = deltaTUs;
    this.reservoir = new Sample[config.capacity()];
    this.lastOf = new LastSamples();
  }

  /** Takes note of an update of a session. */
  void observe(long[] written, long session, long nowUs) {
    damp(nowUs);
    observed++;
    follow(written, session, nowUs);
    int slot = slotForNext();
    if (slot < 0) {
      return;
    }
    if (reservoir[slot] != null) {
      forget(reservoir[slot]);
    }
    Sample sample = new Sample(paired(written), nowUs);
    reservoir[slot] = sample;
    count(sample.written);
    lastOf.put(session, sample);
  }

  private void damp(long nowUs) {
    if (dampedUs == Long.MIN_VALUE) {
      dampedUs = nowUs;
    }
    long periods = (nowUs - dampedUs) / DAMP_EVERY_US;
    if (periods > 0) {
      observed *= Math.pow(DAMPING, (double) periods);
      dampedUs += periods * DAMP_EVERY_US;
    }
  }

  /** Where the update goes in; below 0 if it is not sampled. */
  private int slotForNext() {
    if (size < reservoir.length) {
      return size++;
    }
    boolean taken = random.nextDouble() * observed < reservoir.length;
    return taken ? random.nextInt(reservoir.length) : -1;
  }

  private long[] paired(long[] written) {
    if (written.length <= MOST_PAIRED) {
      return written;
    }
    int from = random.nextInt(written.length - MOST_PAIRED + 1);
    return java.util.Arrays.copyOfRange(written, from, from + MOST_PAIRED);
  }

  /**
   * Equation 7's history: the client's sampled transaction of a moment ago was followed by this.
   */
  private void follow(long[] written, long session, long nowUs) {
    Sample sample = lastOf.get(session);
    if (sample == null
        || sample.left
        || nowUs - sample.atUs > deltaTUs
        || sample.followed == MOST_FOLLOWERS) {
      return;
    }
    long[] follower = paired(written);
    if (sample.followers == null) {
      sample.followers = new long[MOST_FOLLOWERS][];
    }
    sample.followers[sample.followed++] = follower;
    visitFollower(sample.written, follower, true);
  }

  private void count(long[] written) {
    for (long partition : written) {
      PaperCounts counts = partitions.get(partition);
      if (counts == null) {
        counts = new PaperCounts();
        partitions.put(partition, counts);
      }
      counts.accesses++;
      accessesAt[placement.master(partition)]++;
      accesses++;
    }
    visitPairs(written, true);
  }

  private void forget(Sample sample) {
    sample.left = true;
    for (int i = 0; i < sample.followed; i++) {
      visitFollower(sample.written, sample.followers[i], false);
    }
    visitPairs(sample.written, false);
    for (long partition : sample.written) {
      accessesAt[placement.master(partition)]--;
      accesses--;
      PaperCounts counts = partitions.get(partition);
      if (--counts.accesses == 0) {
        partitions.remove(partition);
      }
    }
  }

  private void visitPairs(long[] written, boolean add) {
    for (long first : written) {
      for (long second : written) {
        if (first != second) {
          partitions.get(first).intra.change(second, add);
        }
      }
    }
  }

  private void visitFollower(long[] sampled, long[] follower, boolean add) {
    for (long first : sampled) {
      for (long second : follower) {
        if (first != second) {
          partitions.get(first).inter.change(second, add);
        }
      }
    }
  }

  /** What is known of a partition; null if no sampled transaction wrote it. */
  PaperCounts of(long partition) {
    return partitions.get(partition);
  }

  /** Sampled accesses of what a site masters. */
  long accessesAt(int site) {
    return accessesAt[site];
  }

  /** All sampled accesses. */
  long accesses() {
    return accesses;
  }

  /** Transactions in the sample. */
  int samples() {
    return size;
  }

  /** A partition has another master. */
  void onMoved(long partition, int from, int to) {
    PaperCounts moved = partitions.get(partition);
    if (moved != null) {
      accessesAt[from] -= moved.accesses;
      accessesAt[to] += moved.accesses;
    }
  }

  /** The sampled partitions that a site masters. */
  long[] partitionsAt(int site) {
    return partitions.keySet().stream()
        .mapToLong(Long::longValue)
        .filter(partition -> placement.master(partition) == site)
        .sorted()
        .toArray();
  }
}
