package org.thetisdb.router.scheme.morphosys;

import java.util.Arrays;
import org.agrona.collections.IntHashSet;
import org.agrona.collections.LongHashSet;
import org.thetisdb.core.id.Stamp;
import org.thetisdb.router.routing.CoAccessCounts;
import org.thetisdb.router.routing.Footprint;

/**
 * E of a plan: what transactions save within the horizon if some partitions get another master, in
 * microseconds. Latencies of transactions are predicted for the placement as it is and as it would
 * be: of some that were sampled, and of pairs that the model generates (MorphoSys, section 5.3.1).
 * Changes of masters that they would need no longer, or anew, count with their costs.
 *
 * <p>Not thread-safe, allocates nothing once warm.
 */
final class BenefitEstimate {
  /** Sampled transactions whose latency is predicted for one plan. */
  private static final int MOST_SAMPLED = 48;

  /** Of a plan with more partitions, so many generate transactions. */
  private static final int MOST_GENERATING = 16;

  /** What a torn transaction has brought together serves the next one. */
  private static final double CHANGES_PER_TORN = 0.5;

  private final WorkloadModel model;
  private final SiteForecast forecast;
  private final double horizonS;
  private final LongHashSet moving = new LongHashSet();
  private final int[] writtenAt = new int[Stamp.MAX_SITE + 1];
  private final double[] loadFrom = new double[Stamp.MAX_SITE + 1];
  private final double[] writesFrom = new double[Stamp.MAX_SITE + 1];

  /** Masters of a transaction's partitions, now and with the moves; grow with the longest one. */
  private int[] sitesNow = new int[64];

  private int[] sitesThen = new int[64];
  private int target;
  private boolean isPartial;

  /** Copies are taken to be at a site that lacks them; at none if that is 0. */
  private int copiedTo;

  private LongHashSet copied = moving;

  /** Partitions that the transaction lacks of which the latency was predicted last. */
  private int missing;

  private int tornNow;
  private int tornThen;

  /** What is saved in a second since ranges are on their way less often. */
  private double inTransit;

  /**
   * An estimate.
   *
   * @param horizonUs for how long what is learned is taken to hold
   */
  BenefitEstimate(WorkloadModel model, SiteForecast forecast, long horizonUs) {
    this.model = model;
    this.forecast = forecast;
    this.horizonS = horizonUs / 1e6;
  }

  /** For how long what is learned is taken to hold, in seconds. */
  double horizonS() {
    return horizonS;
  }

  /**
   * What is saved if partitions are mastered at a site, from now on and for the horizon.
   *
   * @param partitions of which some may be there already
   */
  double of(long[] partitions, int count, int site) {
    moving.clear();
    target = site;
    isPartial = forecast.isPartial();
    for (int i = 0; i < count; i++) {
      if (forecast.master(partitions[i]) != site) {
        moving.add(partitions[i]);
      }
    }
    if (moving.isEmpty()) {
      return 0;
    }
    double queues = queues(partitions, count);
    double calls = (sampled(partitions, count) + generated(partitions, count)) / 2;
    return (queues + calls + inTransit) * horizonS;
  }

  /** The same, if the site had copies of some partitions that it lacks. */
  double withCopies(long[] partitions, int site, LongHashSet copies) {
    copied = copies;
    copiedTo = site;
    double saved = of(partitions, partitions.length, site);
    copiedTo = 0;
    return saved;
  }

  /** What is saved in queues, in a second. */
  private double queues(long[] partitions, int count) {
    int sites = forecast.sites();
    Arrays.fill(loadFrom, 0, sites + 1, 0);
    Arrays.fill(writesFrom, 0, sites + 1, 0);
    for (int i = 0; i < count; i++) {
      PartitionUse use = moving.contains(partitions[i]) ? model.of(partitions[i]) : null;
      if (use != null) {
        int from = forecast.master(partitions[i]);
        double part = isPartial ? runningAtTarget(use) : 1;
        loadFrom[from] += part * use.load;
        writesFrom[from] += part * use.writes;
      }
    }
    double gain = 0;
    for (int from = 1; from <= sites; from++) {
      if (loadFrom[from] > 0) {
        gain += forecast.queueGain(from, target, loadFrom[from], writesFrom[from]);
      }
    }
    return gain;
  }

  /**
   * What sampled transactions save that touch what moves, in a second, beside queues; and what all
   * save that wait for a range which such transactions have go to and fro.
   */
  private double sampled(long[] partitions, int count) {
    double saved = 0;
    inTransit = 0;
    int touching = 0;
    int most = Math.max(1, MOST_SAMPLED / Math.max(1, moving.size()));
    for (int i = 0; i < count; i++) {
      PartitionUse use = moving.contains(partitions[i]) ? model.of(partitions[i]) : null;
      if (use != null) {
        touching += use.samples.size();
        saved += sampled(use, most) * use.samples.size();
      }
    }
    return touching == 0 ? 0 : saved * forecast.perSampled();
  }

  /**
   * What one transaction saves in the mean that touches a partition. One that touches several of
   * those that move counts for each of them by its part.
   */
  private double sampled(PartitionUse use, int most) {
    double saved = 0;
    int looked = 0;
    tornNow = 0;
    tornThen = 0;
    IntHashSet.IntIterator slots = use.samples.iterator();
    while (looked < most && slots.hasNext()) {
      Footprint transaction = model.sample(slots.nextValue());
      looked++;
      if (!transaction.isReadOnly()) {
        int moved = locate(transaction);
        double now = latency(transaction, sitesNow);
        tornNow += missing > 0 ? 1 : 0;
        double then = latency(transaction, sitesThen);
        tornThen += missing > 0 ? 1 : 0;
        saved += (now - then) / Math.max(1, moved);
      }
    }
    if (looked > 0) {
      double eachPerS = CHANGES_PER_TORN * use.samples.size() / looked * forecast.perSampled();
      inTransit += forecast.toAndFroUs(tornNow * eachPerS, (double) use.load);
      inTransit -= forecast.toAndFroUs(tornThen * eachPerS, (double) use.load);
    }
    return looked == 0 ? 0 : saved / looked;
  }

  /**
   * Finds where the partitions of a transaction are mastered now and would be then, those that it
   * writes first; how many of them move.
   */
  private int locate(Footprint transaction) {
    int count = transaction.written().length + transaction.read().length;
    if (count > sitesNow.length) {
      sitesNow = new int[2 * count];
      sitesThen = new int[2 * count];
    }
    int moved = locate(transaction.written(), 0);
    return moved + locate(transaction.read(), transaction.written().length);
  }

  private int locate(long[] partitions, int first) {
    int moved = 0;
    for (int i = 0; i < partitions.length; i++) {
      int site = forecast.master(partitions[i]);
      boolean moves = moving.contains(partitions[i]);
      sitesNow[first + i] = site;
      sitesThen[first + i] = moves ? target : site;
      moved += moves ? 1 : 0;
    }
    return moved;
  }

  /** That part of a transaction's latency that depends on where masters are, without queues. */
  private double latency(Footprint transaction, int[] sites) {
    int writes = transaction.written().length;
    int best = sites[0];
    for (int i = 0; i < writes; i++) {
      int site = sites[i];
      writtenAt[site]++;
      best = writtenAt[site] > writtenAt[best] ? site : best;
    }
    missing = writes - writtenAt[best];
    for (int i = 0; i < writes; i++) {
      writtenAt[sites[i]] = 0;
    }
    boolean elsewhere = false;
    for (int i = writes; i < writes + transaction.read().length; i++) {
      if (sites[i] != best) {
        elsewhere = true;
        missing += isLacking(best, transaction.read()[i - writes]) ? 1 : 0;
      }
    }
    return (missing > 0 ? forecast.laterRemasterUs(missing) : 0)
        + (elsewhere ? forecast.cutWaitUs() : 0);
  }

  /** The part of the updates of a partition that can run where it goes: nothing lacks there. */
  private double runningAtTarget(PartitionUse use) {
    int running = 0;
    int looked = 0;
    IntHashSet.IntIterator slots = use.samples.iterator();
    while (looked < MOST_SAMPLED && slots.hasNext()) {
      Footprint transaction = model.sample(slots.nextValue());
      if (transaction.writes(use.partition)) {
        looked++;
        running += runsAtTarget(transaction) ? 1 : 0;
      }
    }
    return looked == 0 ? 1 : running / (double) looked;
  }

  private boolean runsAtTarget(Footprint transaction) {
    boolean runs = true;
    for (long read : transaction.read()) {
      boolean isThere = moving.contains(read) || forecast.master(read) == target;
      runs &= isThere || !isLacking(target, read);
    }
    return runs;
  }

  /** A call does not run where nothing is of what it reads. */
  private boolean isLacking(int site, long partition) {
    return isPartial
        && !forecast.hasCopy(site, partition)
        && !(site == copiedTo && copied.contains(partition));
  }

  /**
   * What pairs save that the model generates, in a second: each partition that moves with each that
   * it is accessed with, in the four combinations of reads and writes, weighted by how likely they
   * are.
   */
  private double generated(long[] partitions, int count) {
    double saved = 0;
    int generating = 0;
    double changeUs = forecast.laterRemasterUs(1);
    for (int i = 0; i < count && generating < MOST_GENERATING; i++) {
      PartitionUse use = moving.contains(partitions[i]) ? model.of(partitions[i]) : null;
      if (use != null) {
        generating++;
        int from = forecast.master(use.partition);
        saved +=
            saved(use.writtenBoth, from) / perTransaction(use.writtenBoth, use.writes) * changeUs;
        double reads =
            saved(use.writtenWithRead, from) / perTransaction(use.writtenWithRead, use.writes);
        reads += saved(use.readWithWritten, from) / perTransaction(use.readWithWritten, use.reads);
        saved += reads * forecast.cutWaitUs();
      }
    }
    double all = moving.size() / (double) Math.max(1, generating);
    return saved * all * forecast.perSampled();
  }

  /** Pairs that would have one master and have two now, less those that would be torn. */
  private double saved(CoAccessCounts partners, int from) {
    double saved = 0;
    for (int slot = 0; slot < partners.slots(); slot++) {
      int together = partners.countAt(slot);
      if (together > 0 && !moving.contains(partners.partitionAt(slot))) {
        int site = forecast.master(partners.partitionAt(slot));
        saved += site == target ? together : site == from ? -together : 0;
      }
    }
    return saved;
  }

  /** How many partners of a kind a transaction has, in the mean; each counts for its part. */
  private static double perTransaction(CoAccessCounts partners, int transactions) {
    long sum = 0;
    for (int slot = 0; slot < partners.slots(); slot++) {
      sum += partners.countAt(slot);
    }
    return Math.max(1, sum / (double) Math.max(1, transactions));
  }
}
