package org.thetisdb.router.routing;

import java.util.random.RandomGenerator;
import org.agrona.collections.Long2ObjectHashMap;

/**
 * What is written together, from a sample of the updates (DynaMast, section 5.3). Sampled
 * footprints stand in a bounded queue; each adds to the access counts of its partitions and to the
 * co-access counts of their pairs, and takes them back when it expires. So the counts follow the
 * workload.
 *
 * <p>Rows that an update only reads count as accessed with those it writes, because an update that
 * reads elsewhere must wait for a cut (decision 0001). Two partitions that are both only read say
 * nothing about each other.
 *
 * <p>Sums per site are kept up to date with every sample and every move, so that scoring a site
 * costs a few additions however many partners a partition has. Not thread-safe.
 */
public final class AccessStatistics {
  private final Placement placement;
  private final SampleRate rate;
  private final SampleQueue queue;
  private final int pairedPartitions;
  private final Long2ObjectHashMap<PartitionStats> partitions = new Long2ObjectHashMap<>();
  private final long[] siteWrites;
  private long totalWrites;

  /** Statistics over the placement; {@link #onMoved} must be told of each move. */
  public AccessStatistics(Placement placement, SamplingConfig config, RandomGenerator random) {
    this.placement = placement;
    this.rate = new SampleRate(config.fullRatePerS(), random);
    this.queue = new SampleQueue(config.capacity(), config.windowUs());
    this.pairedPartitions = config.pairedPartitions();
    this.siteWrites = new long[placement.sites() + 1];
  }

  /** Takes note of an update, if the sample wants it. */
  public void observe(Footprint footprint, long nowUs) {
    if (!rate.wants(nowUs)) {
      return;
    }
    expire(nowUs, 2);
    if (queue.isFull()) {
      forget(queue.removeOldest());
    }
    queue.add(footprint, nowUs);
    count(footprint);
  }

  /** Takes samples that are too old out, at most {@code most} of them. */
  public void expire(long nowUs, int most) {
    for (int i = 0; i < most && queue.oldestIsExpired(nowUs); i++) {
      forget(queue.removeOldest());
    }
  }

  /** Number of updates in the sample. */
  public int samples() {
    return queue.size();
  }

  /** Number of partitions in the sample. */
  public int partitions() {
    return partitions.size();
  }

  /** A sampled footprint; index 0 is the newest. */
  Footprint sample(int index) {
    return queue.fromNewest(index);
  }

  /** What is known of a partition; null if the sample does not hold it. */
  PartitionStats of(long partition) {
    return partitions.get(partition);
  }

  /** Number of writes in the sample; an update that writes three partitions counts three. */
  public long totalWrites() {
    return totalWrites;
  }

  /** How many of the sampled writes go to partitions that {@code site} masters. */
  public long writesAt(int site) {
    return site < siteWrites.length ? siteWrites[site] : 0;
  }

  /** Number of sampled partitions that each site masters; index 0 is unused. For status. */
  public int[] partitionsPerSite() {
    int[] perSite = new int[siteWrites.length];
    for (PartitionStats stats : partitions.values()) {
      perSite[placement.master(stats.partition)]++;
    }
    return perSite;
  }

  /** Keeps the sums per site right; to be called for each change of master. */
  public void onMoved(long partition, int from, int to) {
    PartitionStats moved = partitions.get(partition);
    if (moved == null) {
      return;
    }
    siteWrites[from] -= moved.writes;
    siteWrites[to] += moved.writes;
    CoAccessCounts together = moved.together;
    for (int slot = 0; slot < together.slots(); slot++) {
      if (together.countAt(slot) > 0) {
        partitions.get(together.partitionAt(slot)).otherMoved(together.countAt(slot), from, to);
      }
    }
  }

  private void count(Footprint footprint) {
    for (long partition : footprint.written()) {
      PartitionStats stats = access(partition);
      stats.writes++;
      siteWrites[placement.master(partition)]++;
    }
    totalWrites += footprint.written().length;
    for (long partition : footprint.read()) {
      access(partition);
    }
    forEachPair(footprint, this::countPair);
  }

  private PartitionStats access(long partition) {
    PartitionStats stats = partitions.get(partition);
    if (stats == null) {
      stats = new PartitionStats(partition, siteWrites.length - 1);
      partitions.put(partition, stats);
    }
    stats.accesses++;
    return stats;
  }

  private void forget(Footprint footprint) {
    forEachPair(footprint, this::forgetPair);
    for (long partition : footprint.written()) {
      partitions.get(partition).writes--;
      siteWrites[placement.master(partition)]--;
      leave(partition);
    }
    totalWrites -= footprint.written().length;
    for (long partition : footprint.read()) {
      leave(partition);
    }
  }

  private void leave(long partition) {
    if (--partitions.get(partition).accesses == 0) {
      partitions.remove(partition);
    }
  }

  private void countPair(long first, long second) {
    partitions.get(first).add(second, placement.master(second));
    partitions.get(second).add(first, placement.master(first));
  }

  private void forgetPair(long first, long second) {
    partitions.get(first).remove(second, placement.master(second));
    partitions.get(second).remove(first, placement.master(first));
  }

  /** Visits pairs of which at least one is written; of very wide updates, those among the first. */
  private void forEachPair(Footprint footprint, PairVisitor visitor) {
    long[] written = footprint.written();
    long[] read = footprint.read();
    int writtenPaired = Math.min(written.length, pairedPartitions);
    int readPaired = Math.min(read.length, pairedPartitions);
    for (int i = 0; i < writtenPaired; i++) {
      for (int j = i + 1; j < writtenPaired; j++) {
        visitor.visit(written[i], written[j]);
      }
      for (int j = 0; j < readPaired; j++) {
        visitor.visit(written[i], read[j]);
      }
    }
  }

  @FunctionalInterface
  private interface PairVisitor {
    void visit(long first, long second);
  }
}
