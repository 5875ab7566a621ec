package org.thetisdb.router.scheme.dynamast;

import java.util.random.RandomGenerator;
import org.agrona.collections.Long2ObjectHashMap;
import org.agrona.collections.LongHashSet;
import org.thetisdb.core.id.Stamp;
import org.thetisdb.router.routing.CoAccessCounts;
import org.thetisdb.router.routing.Footprint;
import org.thetisdb.router.routing.Placement;
import org.thetisdb.router.routing.SampleRate;
import org.thetisdb.router.routing.SamplingConfig;
import org.thetisdb.router.routing.sample.LivingKinds;
import org.thetisdb.router.routing.sample.SampledKeys;

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
  /** The load of one update: can be shared out among any few partitions without a rest. */
  public static final long UPDATE_LOAD = 5040;

  /** A partner is close if it is accessed at most so many times as often. */
  private static final int CLOSE = 4;

  /** No partition has this name. */
  private static final long NO_PARTITION = -1;

  private final Placement placement;
  private final SampleRate rate;
  private final SampleQueue queue;
  private final LivingKinds kinds = new LivingKinds();
  private final int pairedPartitions;
  private final Long2ObjectHashMap<PartitionStats> partitions = new Long2ObjectHashMap<>();

  /** Kinds that nobody runs any more, whose samples are being taken out. */
  private final LongHashSet silent = new LongHashSet();

  private final LongHashSet reshaped = new LongHashSet();
  private final long[] siteLoad;
  private long totalLoad;

  /** Statistics over the placement; {@link #onMoved} must be notified of each move. */
  public AccessStatistics(Placement placement, SamplingConfig config, RandomGenerator random) {
    this.placement = placement;
    this.rate = new SampleRate(config.workPerS(), random);
    this.queue = new SampleQueue(config.capacity(), config.windowUs());
    this.pairedPartitions = config.pairedPartitions();
    this.siteLoad = new long[Stamp.MAX_SITE + 1];
  }

  /** Takes note of an update of no known kind, if the sample wants it. */
  public void observe(Footprint footprint, long nowUs) {
    observe(footprint, LivingKinds.UNKNOWN, nowUs);
  }

  /**
   * Takes note of an update, if the sample wants it.
   *
   * @param kind stands for its text or procedure; 0 if that is not known
   */
  public void observe(Footprint footprint, long kind, long nowUs) {
    kinds.onSeen(kind, nowUs);
    silent.remove(kind); // it may have come back before all of its samples were out
    if (!rate.wants(workOf(footprint), nowUs) || !areLive(footprint)) {
      return;
    }
    expire(nowUs, 2);
    if (queue.isFull()) {
      forget(queue.removeOldest());
    }
    Footprint sample = SampledKeys.thin(footprint, placement);
    queue.add(sample, kind, nowUs);
    count(sample);
  }

  /** Borders may have changed since the footprint was made; then it says nothing any more. */
  private boolean areLive(Footprint footprint) {
    boolean live = true;
    for (long partition : footprint.written()) {
      live &= placement.isLive(partition);
    }
    for (long partition : footprint.read()) {
      live &= placement.isLive(partition);
    }
    return live;
  }

  /** Counters that a sample changes: wide updates are sampled more rarely. */
  private int workOf(Footprint footprint) {
    int written = Math.min(footprint.written().length, pairedPartitions);
    int read = Math.min(footprint.read().length, pairedPartitions);
    return written + read + written * (written - 1) / 2 + written * read;
  }

  /** Takes samples that are too old out, at most {@code most} of them. */
  public void expire(long nowUs, int most) {
    for (int i = 0; i < most && queue.oldestIsExpired(nowUs); i++) {
      forget(queue.removeOldest());
    }
  }

  /**
   * Takes samples out of kinds that nobody runs any more, at most {@code most} of them.
   *
   * @return whether a kind has just fallen silent
   */
  boolean forgetSilent(long nowUs, int most) {
    int before = silent.size();
    kinds.takeSilent(silent, nowUs);
    boolean hasFallenSilent = silent.size() > before;
    if (!silent.isEmpty() && queue.removeOf(silent, most, this::forget) < most) {
      silent.clear();
    }
    return hasFallenSilent;
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

  /** The load of all sampled updates; each is {@link #UPDATE_LOAD}, or a little less. */
  public long totalLoad() {
    return totalLoad;
  }

  /** The load of the sampled updates that would run at {@code site} by the present placement. */
  public long loadAt(int site) {
    return siteLoad[site];
  }

  /** The sampled partitions that a site masters. */
  public long[] partitionsAt(int site) {
    return partitions.values().stream()
        .mapToLong(stats -> stats.partition)
        .filter(partition -> placement.master(partition) == site)
        .sorted()
        .toArray();
  }

  /** Whether two partitions are accessed about equally often; see {@link #closeReadMass}. */
  boolean areClose(PartitionStats first, PartitionStats second) {
    return first.accesses <= CLOSE * second.accesses && second.accesses <= CLOSE * first.accesses;
  }

  /**
   * Co-accesses of a partition with partners that are read, or read it, and that {@code site}
   * masters; without partners that are accessed far more often than it is. Such a partner is read
   * by many, and belongs to nobody: a client that followed it would end where all others are.
   */
  int closeReadMass(PartitionStats stats, int site) {
    if (stats.readMass(site) == 0) {
      return 0;
    }
    int sum = 0;
    CoAccessCounts read = stats.readTogether;
    for (int slot = 0; slot < read.slots(); slot++) {
      if (read.countAt(slot) > 0
          && placement.master(read.partitionAt(slot)) == site
          && partitions.get(read.partitionAt(slot)).accesses <= CLOSE * stats.accesses) {
        sum += read.countAt(slot);
      }
    }
    return sum;
  }

  /**
   * A partition is about to have other borders, or to go. What was sampled of it counts no more
   * until {@link #findAgain}.
   */
  void onReshaped(long partition) {
    if (partitions.get(partition) != null) {
      reshaped.add(partition);
      queue.forEach(
          footprint -> {
            if (footprint.touches(partition) && !isTakenOut(footprint, partition)) {
              forget(footprint);
            }
          });
    }
  }

  /** Whether another partition that it touches, reported before, had it taken out already. */
  private boolean isTakenOut(Footprint footprint, long partition) {
    for (LongHashSet.LongIterator each = reshaped.iterator(); each.hasNext(); ) {
      long other = each.nextValue();
      if (other != partition && footprint.touches(other)) {
        return true;
      }
    }
    return false;
  }

  /**
   * The borders have changed: each sample that was taken out counts for the parts in which its keys
   * lie now. Without keys it is forgotten.
   */
  void findAgain() {
    if (reshaped.isEmpty()) {
      return;
    }
    queue.replaceAll(
        footprint -> {
          if (!isTakenOut(footprint, NO_PARTITION)) {
            return footprint;
          }
          Footprint again = SampledKeys.findAgain(footprint, reshaped, placement);
          if (again != null) {
            count(again);
          }
          return again;
        });
    reshaped.clear();
  }

  /** Keeps the sums per site right; to be called for each change of master. */
  public void onMoved(long partition, int from, int to) {
    PartitionStats moved = partitions.get(partition);
    if (moved == null) {
      return;
    }
    siteLoad[from] -= moved.load;
    siteLoad[to] += moved.load;
    CoAccessCounts written = moved.writtenTogether;
    for (int slot = 0; slot < written.slots(); slot++) {
      int count = written.countAt(slot);
      if (count > 0) {
        partitions.get(written.partitionAt(slot)).writtenPartnerMoved(count, from, to);
      }
    }
    CoAccessCounts read = moved.readTogether;
    for (int slot = 0; slot < read.slots(); slot++) {
      int count = read.countAt(slot);
      if (count > 0) {
        partitions.get(read.partitionAt(slot)).readPartnerMoved(count, from, to);
      }
    }
  }

  private void count(Footprint footprint) {
    long load = loadOfEach(footprint);
    for (long partition : footprint.written()) {
      PartitionStats stats = access(partition);
      stats.load += load;
      stats.pairedWrites += footprint.written().length > 1 ? 1 : 0;
      siteLoad[placement.master(partition)] += load;
    }
    totalLoad += load * footprint.written().length;
    for (long partition : footprint.read()) {
      access(partition);
    }
    visitPairs(footprint, true);
  }

  private void forget(Footprint footprint) {
    visitPairs(footprint, false);
    long load = loadOfEach(footprint);
    for (long partition : footprint.written()) {
      PartitionStats stats = partitions.get(partition);
      stats.load -= load;
      stats.pairedWrites -= footprint.written().length > 1 ? 1 : 0;
      siteLoad[placement.master(partition)] -= load;
      leave(partition);
    }
    totalLoad -= load * footprint.written().length;
    for (long partition : footprint.read()) {
      leave(partition);
    }
  }

  private static long loadOfEach(Footprint footprint) {
    return Math.max(1, UPDATE_LOAD / Math.max(1, footprint.written().length));
  }

  private PartitionStats access(long partition) {
    PartitionStats stats = partitions.get(partition);
    if (stats == null) {
      stats = new PartitionStats(partition);
      partitions.put(partition, stats);
    }
    stats.accesses++;
    return stats;
  }

  private void leave(long partition) {
    if (--partitions.get(partition).accesses == 0) {
      partitions.remove(partition);
    }
  }

  /** Counts or forgets the pairs; of very wide updates, those among the first. */
  private void visitPairs(Footprint footprint, boolean add) {
    long[] written = footprint.written();
    long[] read = footprint.read();
    int writtenPaired = Math.min(written.length, pairedPartitions);
    int readPaired = Math.min(read.length, pairedPartitions);
    for (int i = 0; i < writtenPaired; i++) {
      for (int j = i + 1; j < writtenPaired; j++) {
        visitWritten(written[i], written[j], add);
      }
      for (int j = 0; j < readPaired; j++) {
        visitRead(written[i], read[j], add);
      }
    }
  }

  private void visitWritten(long first, long second, boolean add) {
    PartitionStats firstStats = partitions.get(first);
    PartitionStats secondStats = partitions.get(second);
    if (add) {
      firstStats.addWritten(second, placement.master(second));
      secondStats.addWritten(first, placement.master(first));
    } else {
      firstStats.removeWritten(second, placement.master(second));
      secondStats.removeWritten(first, placement.master(first));
    }
  }

  private void visitRead(long first, long second, boolean add) {
    PartitionStats firstStats = partitions.get(first);
    PartitionStats secondStats = partitions.get(second);
    if (add) {
      firstStats.addRead(second, placement.master(second));
      secondStats.addRead(first, placement.master(first));
    } else {
      firstStats.removeRead(second, placement.master(second));
      secondStats.removeRead(first, placement.master(first));
    }
  }
}
