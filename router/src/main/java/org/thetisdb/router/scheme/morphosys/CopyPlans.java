package org.thetisdb.router.scheme.morphosys;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.agrona.collections.IntHashSet;
import org.agrona.collections.LongHashSet;
import org.thetisdb.core.placement.ReplicaRange;
import org.thetisdb.core.placement.ReplicaSets;
import org.thetisdb.router.routing.ClusterView;
import org.thetisdb.router.routing.CopyChange;
import org.thetisdb.router.routing.Decision.SiteScores;
import org.thetisdb.router.routing.Footprint;
import org.thetisdb.router.routing.Placement;
import org.thetisdb.router.scheme.morphosys.PlanStep.AddCopies;
import org.thetisdb.router.scheme.morphosys.PlanStep.Expected;

/**
 * Plans copies of what is read, where some sites hold only a part of the rows (MorphoSys, section
 * 5.3.3; decision 0172). A group that is accessed together cannot go to a site that lacks what its
 * transactions read. A copy of that saves nothing by itself, so it is weighed with the move that it
 * allows, against the time to fill it and the updates that its site has to apply for it. A copy
 * goes when these cost more than it saves.
 *
 * <p>Not thread-safe.
 */
final class CopyPlans {
  /** Partitions of which copies are planned together. */
  private static final int MOST_LACKING = 1_024;

  /** Transactions of each member of a group that are looked at. */
  private static final int MOST_SAMPLED = 24;

  /** Copies that this strategy asks for; the log has room for as many of others. */
  private static final int MOST_COPIES = ReplicaSets.MOST_RANGES / 2;

  /** Copies that are looked at each time, whether they are to go. */
  private static final int MOST_LOOKED_AT = 64;

  /** A copy stays so long at least: what it was made for takes a while to come. */
  private static final long LEAST_STAY_US = 15_000_000;

  /** Copies are looked at no more often. */
  private static final long LOOK_US = 500_000;

  /** Rows of a copy that goes, and what is told of that, take so long. */
  private static final long ROOM_US = 2_000_000;

  /** What nobody needs now pays back so many times. */
  private static final double TIMES = 2;

  private final Placement placement;
  private final WorkloadModel model;
  private final ClusterView cluster;
  private final SiteForecast forecast;
  private final HolderRules held;
  private final LearnedCosts costs;
  private final BenefitEstimate benefit;
  private final PlanMaker plans;
  private final double lambda;
  private final LongHashSet lacking = new LongHashSet();
  private final LongHashSet members = new LongHashSet();

  /** Copies that plans have made, and since when this router knows of them. */
  private final TreeMap<Long, Long> own = new TreeMap<>();

  private final ReadCopyPlans reads;
  private long nextLookUs;

  /** Before that no other one goes because its site is full. */
  private long nextForRoomUs;

  /** The id of the copy that was looked at last. */
  private Long lookedAt = 0L;

  CopyPlans(
      Placement placement,
      WorkloadModel model,
      ClusterView cluster,
      SiteForecast forecast,
      LearnedCosts costs,
      Weighing weighing) {
    this.placement = placement;
    this.model = model;
    this.cluster = cluster;
    this.forecast = forecast;
    this.costs = costs;
    this.held = weighing.held;
    this.benefit = weighing.benefit;
    this.plans = weighing.plans;
    this.lambda = weighing.lambda;
    this.reads =
        new ReadCopyPlans(placement, model, cluster, forecast, costs, lambda, benefit.horizonS());
  }

  /** What weighs moves, which copies allow. */
  record Weighing(HolderRules held, BenefitEstimate benefit, PlanMaker plans, double lambda) {}

  /**
   * Copies with which a group had better go to another site; null if none pay back twice.
   *
   * @param group partitions that are accessed together
   * @param scores gets what was looked at
   */
  AddCopies forGroup(long[] group, List<SiteScores> scores) {
    members.clear();
    for (long partition : group) {
      members.add(partition);
    }
    AddCopies best = null;
    for (int site = 1; site <= cluster.sites(); site++) {
      if (cluster.isUsable(site)
          && !cluster.holdsAll(site)
          && !cluster.isFullOfCopies(site)
          && held.canGo(group, site)) {
        AddCopies step = at(site, group);
        if (step != null) {
          Expected expected = step.expected();
          double[] values = {expected.costUs(), expected.benefitUs()};
          scores.add(new SiteScores(site, values, expected.net(lambda)));
          boolean better =
              expected.paysBack(lambda, TIMES)
                  && (best == null || expected.net(lambda) > best.expected().net(lambda));
          best = better ? step : best;
        }
      }
    }
    return best;
  }

  /** Copies with which calls that read this had better run at another site; null if none do. */
  AddCopies forRead(long[] read, List<SiteScores> scores) {
    return reads.forRead(read, scores);
  }

  private AddCopies at(int site, long[] group) {
    lacking.clear();
    for (long partition : group) {
      PartitionUse use = model.of(partition);
      if (use == null || !findLacking(use, site)) {
        return null;
      }
    }
    if (lacking.isEmpty()) {
      return null;
    }
    double savedUs = benefit.withCopies(group, site, lacking);
    double costUs =
        plans.costUs(group, group.length, site) + costs.copy(lacking.size()) + refreshUs(site);
    LongHashSet wanted = new LongHashSet();
    wanted.addAll(lacking);
    String reason = "what is written with it could go to site " + site;
    return new AddCopies(wanted, site, reason, new Expected(costUs, savedUs));
  }

  /** Finds what transactions read that a site lacks; false if that is too much, or unknown. */
  private boolean findLacking(PartitionUse use, int site) {
    IntHashSet.IntIterator slots = use.samples.iterator();
    for (int looked = 0; looked < MOST_SAMPLED && slots.hasNext(); looked++) {
      Footprint transaction = model.sample(slots.nextValue());
      if (!transaction.isReadOnly()) {
        if (transaction.readsMore()) {
          return false;
        }
        for (long read : transaction.read()) {
          if (!members.contains(read)
              && placement.master(read) != site
              && !cluster.hasCopy(site, read)) {
            lacking.add(read);
          }
        }
      }
    }
    return lacking.size() <= MOST_LACKING;
  }

  /** What calls at a site wait within the horizon for the updates that copies have it apply. */
  private double refreshUs(int site) {
    long writes = 0;
    LongHashSet.LongIterator each = lacking.iterator();
    while (each.hasNext()) {
      PartitionUse use = model.of(each.nextValue());
      writes += use == null ? 0 : use.writes;
    }
    return forecast.refreshUs(site, (double) writes) * benefit.horizonS();
  }

  /** A copy is made as a plan wanted it, or was, by this router or one before. */
  void onAdded(long id, long nowUs) {
    own.put(id, (Long) nowUs);
  }

  /**
   * A copy that is to go; null if there is none. Only those go that plans have made.
   *
   * @param there all that there are
   */
  CopyChange toRemove(ReplicaSets there, long nowUs) {
    if (nowUs < nextLookUs || own.isEmpty()) {
      return null;
    }
    nextLookUs = nowUs + LOOK_US;
    own.keySet().removeIf(id -> there.find(id) == null);
    ReplicaRange least = null;
    double leastNet = 0;
    for (int looked = 0; looked < MOST_LOOKED_AT && !own.isEmpty(); looked++) {
      Map.Entry<Long, Long> next = own.higherEntry(lookedAt);
      lookedAt = next == null ? (Long) 0L : next.getKey();
      if (next != null) {
        ReplicaRange range = there.find(lookedAt);
        boolean isTooMuch = cluster.isFullOfCopies(range.site()) && nowUs >= nextForRoomUs;
        double net = netUs(range);
        boolean mayGo = isTooMuch || (net <= 0 && nowUs - next.getValue() > LEAST_STAY_US);
        if (mayGo && (least == null || net < leastNet)) {
          least = range;
          leastNet = net;
        }
      }
    }
    return least == null ? null : removal(least, leastNet, nowUs);
  }

  private CopyChange removal(ReplicaRange range, double netUs, long nowUs) {
    if (cluster.isFullOfCopies(range.site())) {
      nextForRoomUs = nowUs + ROOM_US; // until its rows are gone
    }
    String reason =
        netUs > 0
            ? "site " + range.site() + " has no memory for it, and it saves least"
            : "updates of it cost site " + range.site() + " more than it saves";
    return new CopyChange(range.id(), range.first(), range.last(), range.site(), reason);
  }

  /** Whether there are as many as may be. */
  boolean areMost() {
    return own.size() >= MOST_COPIES;
  }

  /** What a copy saves in a second, less what it costs. */
  private double netUs(ReplicaRange range) {
    long needed = 0;
    long writes = 0;
    double readAlone = 0;
    for (PartitionUse use : usesOf(range)) {
      writes += use.writes;
      needed += neededBy(use, range.site());
      readAlone += readAlone(use, range.site());
    }
    double savedUs = needed * forecast.perSampled() * forecast.laterRemasterUs(1);
    int full = reads.leastBusyFullSite();
    savedUs += full == 0 ? 0 : Math.max(0, -forecast.readGain(range.site(), full, readAlone));
    return lambda * savedUs - forecast.refreshUs(range.site(), (double) writes);
  }

  private List<PartitionUse> usesOf(ReplicaRange range) {
    List<PartitionUse> uses = new ArrayList<>();
    if (range.last() - range.first() < MOST_LACKING) {
      for (long cell = range.first(); cell <= range.last(); cell++) {
        PartitionUse use = model.of(cell);
        if (use != null) {
          uses.add(use);
        }
      }
    } else {
      for (PartitionUse use : model.all()) {
        if (range.contains(use.partition)) {
          uses.add(use);
        }
      }
    }
    return uses;
  }

  /** Sampled transactions that read a partition and would not run at a site without its copy. */
  private long neededBy(PartitionUse use, int site) {
    if (placement.master(use.partition) == site) {
      return 0;
    }
    int needed = 0;
    int looked = 0;
    IntHashSet.IntIterator slots = use.samples.iterator();
    while (looked < MOST_SAMPLED && slots.hasNext()) {
      Footprint transaction = model.sample(slots.nextValue());
      looked++;
      boolean isThere =
          !transaction.isReadOnly() && placement.commonMaster(transaction.written()) == site;
      needed += isThere ? 1 : 0;
    }
    return looked == 0 ? 0 : (long) needed * use.samples.size() / looked;
  }

  /** Sampled calls that only read, and read a partition; each counts by its part. */
  private double readAlone(PartitionUse use, int site) {
    if (placement.master(use.partition) == site) {
      return 0;
    }
    double calls = 0;
    int looked = 0;
    IntHashSet.IntIterator slots = use.samples.iterator();
    while (looked < MOST_SAMPLED && slots.hasNext()) {
      Footprint transaction = model.sample(slots.nextValue());
      looked++;
      calls += transaction.isReadOnly() ? 1.0 / Math.max(1, transaction.read().length) : 0;
    }
    return looked == 0 ? 0 : calls * use.samples.size() / looked;
  }

  /** The ids of copies that plans have made. */
  List<Long> own() {
    return List.copyOf(own.keySet());
  }
}
