package org.thetisdb.router.scheme.morphosys;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import org.agrona.collections.IntArrayList;
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
 * What transactions read and write, and what together (MorphoSys, section 5.1): from a damped
 * reservoir of them, in which a new one takes the place of any, and old ones go in any case. So a
 * transaction stays the less likely the older it is, and a new workload is known soon.
 *
 * <p>Transactions that only read are in it, too. Not thread-safe.
 */
final class WorkloadModel {
  /** The load of one update: can be shared out among any few partitions without a rest. */
  static final int UPDATE_LOAD = 720_720;

  /** Transactions that are kept at most; more say little more. */
  private static final int MOST_KEPT = 16_384;

  /** What is older says little of the load of now, however long others remember. */
  private static final long MOST_AGE_US = 10_000_000;

  /** Places that are looked at for something old with each sample. */
  private static final int LOOKED_AT = 2;

  private final Placement placement;
  private final SampleRate rate;
  private final RandomGenerator random;
  private final int pairedPartitions;
  private final long windowUs;
  private final Footprint[] samples;
  private final long[] takenUs;
  private final long[] kinds;
  private final LivingKinds living = new LivingKinds();

  /** Kinds that nobody runs any more, whose transactions are being taken out. */
  private final LongHashSet silent = new LongHashSet();

  /** Places that have to be looked at until these are out. */
  private int silentLeft;

  private final IntArrayList free = new IntArrayList();
  private final Long2ObjectHashMap<PartitionUse> uses = new Long2ObjectHashMap<>();

  /** Places of transactions whose partitions have other borders, and count for nothing now. */
  private final IntArrayList torn = new IntArrayList();

  private final LongHashSet reshaped = new LongHashSet();
  private final long[] loadAt = new long[Stamp.MAX_SITE + 1];
  private final long[] writesAt = new long[Stamp.MAX_SITE + 1];
  private long totalLoad;
  private long reads;
  private long writes;
  private int updates;
  private int kept;
  private int looked;

  /** Has seen nothing yet; {@link #onMoved} must be notified of each move. */
  WorkloadModel(Placement placement, SamplingConfig config, RandomGenerator random) {
    this.placement = placement;
    this.rate = new SampleRate(config.workPerS(), random);
    this.random = random;
    this.pairedPartitions = config.pairedPartitions();
    this.windowUs = Math.min(MOST_AGE_US, config.windowUs());
    this.samples = new Footprint[Math.min(MOST_KEPT, config.capacity())];
    this.takenUs = new long[samples.length];
    this.kinds = new long[samples.length];
    for (int slot = samples.length - 1; slot >= 0; slot--) {
      free.addInt(slot);
    }
  }

  /** Takes note of a transaction of no known kind, if the reservoir wants it. */
  void observe(Footprint footprint, long nowUs) {
    observe(footprint, LivingKinds.UNKNOWN, nowUs);
  }

  /**
   * Takes note of a transaction, if the reservoir wants it.
   *
   * @param kind stands for its text or procedure; 0 if that is not known
   */
  void observe(Footprint footprint, long kind, long nowUs) {
    living.onSeen(kind, nowUs);
    silent.remove(kind); // it may have come back before all of its samples were out
    if (!rate.wants(workOf(footprint), nowUs) || !areLive(footprint)) {
      return;
    }
    expire(nowUs, LOOKED_AT);
    int slot = free.isEmpty() ? random.nextInt(samples.length) : free.removeAt(free.size() - 1);
    if (samples[slot] != null) {
      count(slot, false);
    }
    samples[slot] = SampledKeys.thin(footprint, placement);
    takenUs[slot] = nowUs;
    kinds[slot] = kind;
    count(slot, true);
  }

  /** Transactions of the reservoir, so many at most, in an order of chance. */
  List<ModelCodec.Sample> someSamples(int most) {
    List<ModelCodec.Sample> some = new ArrayList<>();
    int first = random.nextInt(samples.length);
    for (int i = 0; i < samples.length && some.size() < most; i++) {
      int slot = first + i < samples.length ? first + i : first + i - samples.length;
      if (samples[slot] != null) {
        some.add(new ModelCodec.Sample(samples[slot], kinds[slot]));
      }
    }
    return some;
  }

  /** Takes over what another reservoir has had, as if it were seen now under present borders. */
  void takeOver(List<ModelCodec.Sample> others, long nowUs) {
    for (ModelCodec.Sample other : others) {
      Footprint footprint = SampledKeys.findAgain(other.footprint(), new LongHashSet(), placement);
      if (!free.isEmpty() && footprint != null && areLive(footprint)) {
        living.onSeen(other.kind(), nowUs);
        int slot = free.removeAt(free.size() - 1);
        samples[slot] = footprint;
        takenUs[slot] = nowUs;
        kinds[slot] = other.kind();
        count(slot, true);
      }
    }
  }

  /** Borders may have changed since the footprint was made; then it says nothing any more. */
  private boolean areLive(Footprint footprint) {
    boolean live = footprint.written().length + footprint.read().length > 0;
    for (long partition : footprint.written()) {
      live &= placement.isLive(partition);
    }
    for (long partition : footprint.read()) {
      live &= placement.isLive(partition);
    }
    return live;
  }

  /** Counters that a sample changes: wide transactions are sampled more rarely. */
  private int workOf(Footprint footprint) {
    int touched = footprint.written().length + footprint.read().length;
    int paired = Math.min(touched, pairedPartitions);
    return paired + paired * (paired - 1) / 2;
  }

  /** Looks at so many places, and takes out what is too old, or of a kind that nobody runs. */
  void expire(long nowUs, int places) {
    for (int i = 0; i < places; i++) {
      looked = looked + 1 == samples.length ? 0 : looked + 1;
      boolean isOver =
          nowUs - takenUs[looked] > windowUs || (silentLeft > 0 && silent.contains(kinds[looked]));
      if (samples[looked] != null && isOver) {
        count(looked, false);
        samples[looked] = null;
        free.addInt(looked);
      }
      silentLeft -= silentLeft > 0 ? 1 : 0;
    }
    if (silentLeft == 0) {
      silent.clear();
    }
  }

  /** Looks whether clients do something else now: then what they did goes soon. */
  void lookForSilence(long nowUs) {
    int before = silent.size();
    living.takeSilent(silent, nowUs);
    silentLeft = silent.size() > before ? samples.length : silentLeft;
  }

  /** Transactions in the reservoir that write something. */
  int updates() {
    return updates;
  }

  /** Transactions in the reservoir. */
  int samples() {
    return kept;
  }

  /** Partitions that they touch. */
  int partitions() {
    return uses.size();
  }

  /** What is known of a partition; null if the reservoir does not hold it. */
  PartitionUse of(long partition) {
    return uses.get(partition);
  }

  /** What is known of all partitions; must not be changed. */
  Iterable<PartitionUse> all() {
    return uses.values();
  }

  /** Those of a place in the reservoir, as {@link PartitionUse#samples} has it. */
  Footprint sample(int slot) {
    return samples[slot];
  }

  /** Any transaction of the reservoir; null if that place is empty. */
  Footprint anySample() {
    return samples[random.nextInt(samples.length)];
  }

  /** R(p): the share of reads of a partition in all accesses to partitions. */
  double readShare(long partition) {
    PartitionUse use = uses.get(partition);
    return use == null ? 0 : use.reads / (double) Math.max(1, reads + writes);
  }

  /** W(p): the share of writes of a partition in all accesses to partitions. */
  double writeShare(long partition) {
    PartitionUse use = uses.get(partition);
    return use == null ? 0 : use.writes / (double) Math.max(1, reads + writes);
  }

  /** Writes of partitions for each sampled update, in the mean. */
  double writesPerUpdate() {
    return updates == 0 ? 1 : writes / (double) updates;
  }

  /** Whether a partition is touched more often than they are in the mean. */
  boolean isHot(PartitionUse use) {
    return use.accesses() * (double) uses.size() > reads + writes;
  }

  /** The load of all sampled updates; each is {@link #UPDATE_LOAD}, or a little less. */
  long totalLoad() {
    return totalLoad;
  }

  /** The load of the sampled updates that would run at a site by the present placement. */
  long loadAt(int site) {
    return loadAt[site];
  }

  /** Share of all sampled writes of partitions that are of those which a site masters. */
  double writesAt(int site) {
    return writes == 0 ? 0 : writesAt[site] / (double) writes;
  }

  /** The sampled partitions that a site masters, in the order of their numbers. */
  long[] partitionsAt(int site) {
    return uses.values().stream()
        .mapToLong(use -> use.partition)
        .filter(partition -> placement.master(partition) == site)
        .sorted()
        .toArray();
  }

  /** Keeps the sums by site right; to be called for each change of master. */
  void onMoved(long partition, int from, int to) {
    PartitionUse moved = uses.get(partition);
    if (moved != null) {
      loadAt[from] -= moved.load;
      loadAt[to] += moved.load;
      writesAt[from] -= moved.writes;
      writesAt[to] += moved.writes;
    }
  }

  /**
   * A partition is about to have other borders, or to go. What was sampled of it counts no more
   * until {@link #findAgain}.
   */
  void onReshaped(long partition) {
    PartitionUse use = uses.get(partition);
    if (use == null) {
      return;
    }
    reshaped.add(partition);
    int[] touching = use.samples.stream().mapToInt(Integer::intValue).sorted().toArray();
    for (int slot : touching) {
      count(slot, false);
      torn.addInt(slot);
    }
  }

  /**
   * The borders have changed: each transaction that was taken out counts for the parts in which its
   * keys lie now. Without keys it is forgotten.
   */
  void findAgain() {
    for (int i = 0; i < torn.size(); i++) {
      int slot = torn.getInt(i);
      samples[slot] = SampledKeys.findAgain(samples[slot], reshaped, placement);
      if (samples[slot] == null) {
        free.addInt(slot);
      } else {
        count(slot, true);
      }
    }
    torn.clear();
    reshaped.clear();
  }

  /** Counts a transaction, or takes it out of all that it was counted for. */
  private void count(int slot, boolean add) {
    Footprint footprint = samples[slot];
    int one = add ? 1 : -1;
    long[] written = footprint.written();
    long load = written.length == 0 ? 0 : Math.max(1, UPDATE_LOAD / written.length) * one;
    for (long partition : written) {
      PartitionUse use = use(partition, slot, add);
      int master = placement.master(partition);
      use.writes += one;
      use.load += load;
      loadAt[master] += load;
      writesAt[master] += one;
      totalLoad += load;
      writes += one;
    }
    for (long partition : footprint.read()) {
      use(partition, slot, add).reads += one;
      reads += one;
    }
    countPairs(footprint, add);
    if (!add) {
      dropUnused(written);
      dropUnused(footprint.read());
    }
    updates += written.length > 0 ? one : 0;
    kept += one;
  }

  private PartitionUse use(long partition, int slot, boolean add) {
    PartitionUse use = uses.get(partition);
    if (use == null) {
      use = new PartitionUse(partition);
      uses.put(partition, use);
    }
    if (add) {
      use.samples.add(slot);
    } else {
      use.samples.remove(slot);
    }
    return use;
  }

  private void dropUnused(long[] partitions) {
    for (long partition : partitions) {
      PartitionUse use = uses.get(partition);
      if (use != null && use.accesses() == 0) {
        uses.remove(partition);
      }
    }
  }

  /** Of very wide transactions, those among the first. */
  private void countPairs(Footprint footprint, boolean add) {
    long[] written = first(footprint.written());
    long[] read = first(footprint.read());
    int one = add ? 1 : -1;
    for (int i = 0; i < written.length; i++) {
      PartitionUse use = uses.get(written[i]);
      use.pairs += one * (written.length - 1L + read.length);
      for (int j = 0; j < written.length; j++) {
        if (j != i) {
          use.writtenBoth.change(written[j], add);
        }
      }
      for (long other : read) {
        use.writtenWithRead.change(other, add);
        uses.get(other).readWithWritten.change(written[i], add);
      }
    }
    for (int i = 0; i < read.length; i++) {
      uses.get(read[i]).pairs += (long) one * written.length;
      CoAccessCounts both = uses.get(read[i]).readBoth;
      for (int j = 0; j < read.length; j++) {
        if (j != i) {
          both.change(read[j], add);
        }
      }
    }
  }

  private long[] first(long[] partitions) {
    return partitions.length <= pairedPartitions
        ? partitions
        : Arrays.copyOf(partitions, pairedPartitions);
  }
}
