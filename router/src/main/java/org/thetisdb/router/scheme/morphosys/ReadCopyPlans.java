package org.thetisdb.router.scheme.morphosys;

import java.util.List;
import org.agrona.collections.LongHashSet;
import org.thetisdb.router.routing.ClusterView;
import org.thetisdb.router.routing.CoAccessCounts;
import org.thetisdb.router.routing.Decision.SiteScores;
import org.thetisdb.router.routing.Placement;
import org.thetisdb.router.scheme.morphosys.PlanStep.AddCopies;
import org.thetisdb.router.scheme.morphosys.PlanStep.Expected;

/**
 * Plans copies for calls that only read (decision 0179). Such a call runs at a site that holds all
 * that it reads; if only sites with every row do, they get all of these. A copy of what such a call
 * reads, and of what is mostly read with it, lets those calls go to an idle site. It saves what
 * they and others wait less, against the time to fill it and the updates that its site has to
 * apply.
 *
 * <p>Not thread-safe.
 */
final class ReadCopyPlans {
  /** Partitions of which copies are planned together. */
  private static final int MOST = 1_024;

  /** What is read with it by a smaller part of the calls does not come along. */
  private static final double OFTEN = 0.2;

  private static final double TIMES = 2;

  private final Placement placement;
  private final WorkloadModel model;
  private final ClusterView cluster;
  private final SiteForecast forecast;
  private final LearnedCosts costs;
  private final double lambda;
  private final double horizonS;
  private final LongHashSet group = new LongHashSet();
  private final LongHashSet lacking = new LongHashSet();

  ReadCopyPlans(
      Placement placement,
      WorkloadModel model,
      ClusterView cluster,
      SiteForecast forecast,
      LearnedCosts costs,
      double lambda,
      double horizonS) {
    this.placement = placement;
    this.model = model;
    this.cluster = cluster;
    this.forecast = forecast;
    this.costs = costs;
    this.lambda = lambda;
    this.horizonS = horizonS;
  }

  /**
   * Copies with which calls that read this had better run at another site; null if none pay back
   * twice, or such a site is there already.
   *
   * @param read what one call reads, all of it
   * @param scores gets what was looked at
   */
  AddCopies forRead(long[] read, List<SiteScores> scores) {
    int full = leastBusyFullSite();
    if (full == 0 || read.length == 0) {
      return null;
    }
    findGroup(read);
    AddCopies best = null;
    for (int site = 1; site <= cluster.sites(); site++) {
      if (cluster.isUsable(site) && !cluster.holdsAll(site)) {
        if (holdsAll(read, site)) {
          return null;
        }
        AddCopies step = cluster.isFullOfCopies(site) ? null : at(site, full, read.length);
        if (step != null) {
          Expected expected = step.expected();
          double[] values = {expected.costUs(), expected.benefitUs()};
          scores.add(new SiteScores(site, values, expected.net(lambda)));
          boolean isBetter = best == null || expected.net(lambda) > best.expected().net(lambda);
          best = expected.paysBack(lambda, TIMES) && isBetter ? step : best;
        }
      }
    }
    return best;
  }

  /** The site with every row to which calls go that no other one can have; 0 if none is there. */
  int leastBusyFullSite() {
    int least = 0;
    for (int site = 1; site <= cluster.sites(); site++) {
      boolean isFull = cluster.isUsable(site) && cluster.holdsAll(site);
      if (isFull && (least == 0 || forecast.busy(site) < forecast.busy(least))) {
        least = site;
      }
    }
    return least;
  }

  private void findGroup(long[] read) {
    group.clear();
    for (long partition : read) {
      group.add(partition);
    }
    for (long partition : read) {
      PartitionUse use = model.of(partition);
      for (int slot = 0; use != null && slot < use.readBoth.slots(); slot++) {
        addIfOften(use, use.readBoth, slot);
      }
    }
  }

  private void addIfOften(PartitionUse use, CoAccessCounts together, int slot) {
    boolean isOften = together.countAt(slot) > OFTEN * use.reads;
    if (isOften && group.size() < MOST) {
      group.add(together.partitionAt(slot));
    }
  }

  private boolean holdsAll(long[] read, int site) {
    boolean holds = true;
    for (long partition : read) {
      holds &= isThere(partition, site);
    }
    return holds;
  }

  private boolean isThere(long partition, int site) {
    return placement.master(partition) == site || cluster.hasCopy(site, partition);
  }

  private AddCopies at(int site, int full, int ofOneCall) {
    lacking.clear();
    double reads = 0;
    double writes = 0;
    LongHashSet.LongIterator each = group.iterator();
    while (each.hasNext()) {
      long partition = each.nextValue();
      PartitionUse use = model.of(partition);
      reads += use == null ? 0 : use.reads;
      if (!isThere(partition, site)) {
        lacking.add(partition);
        writes += use == null ? 0 : use.writes;
      }
    }
    double savedUs = forecast.readGain(full, site, reads / ofOneCall) * horizonS;
    double costUs = costs.copy(lacking.size()) + forecast.refreshUs(site, writes) * horizonS;
    LongHashSet wanted = new LongHashSet();
    wanted.addAll(lacking);
    String reason = "what reads it could run at site " + site;
    return new AddCopies(wanted, site, reason, new Expected(costUs, savedUs));
  }
}
