package org.thetisdb.router.scheme.dynamast.paper;

import java.util.Arrays;
import java.util.List;
import org.thetisdb.core.id.Stamp;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.router.routing.ClusterView;
import org.thetisdb.router.routing.CoAccessCounts;
import org.thetisdb.router.routing.Footprint;
import org.thetisdb.router.routing.PaperWeights;
import org.thetisdb.router.routing.Placement;
import org.thetisdb.router.scheme.dynamast.paper.PaperStatistics.PaperCounts;

/**
 * DynaMast's Equation 8 as it is printed: what it is worth to move all that an update writes to one
 * site. One object is prepared per decision and asked for each site. Not thread-safe; kept and used
 * again.
 */
final class PaperScore {
  /** The names of the factors. */
  static final List<String> FACTORS = List.of("balance", "delay", "intra", "inter");

  private final PaperWeights weights;
  private final Placement placement;
  private final PaperStatistics statistics;
  private final ClusterView cluster;

  /** By site: probability of partners there, less that of partners which are torn off. */
  private final double[] intra = new double[Stamp.MAX_SITE + 1];

  private final double[] inter = new double[Stamp.MAX_SITE + 1];

  /** By site: sampled accesses of what the update writes there. */
  private final long[] writtenAt = new long[Stamp.MAX_SITE + 1];

  private final double[] probability = new double[Stamp.MAX_SITE + 1];
  private VersionVector needed = VersionVector.ZERO;
  private long writtenInAll;
  private int liveSites;
  private double distanceBefore;

  PaperScore(
      PaperWeights weights, Placement placement, PaperStatistics statistics, ClusterView cluster) {
    this.weights = weights;
    this.placement = placement;
    this.statistics = statistics;
    this.cluster = cluster;
  }

  /** Points this object at one update. */
  void prepare(Footprint update, VersionVector session) {
    Arrays.fill(intra, 0);
    Arrays.fill(inter, 0);
    Arrays.fill(writtenAt, 0);
    writtenInAll = 0;
    needed = session;
    for (long partition : update.written()) {
      int master = placement.master(partition);
      needed = needed.max(cluster.report(master));
      PaperCounts counts = statistics.of(partition);
      if (counts != null) {
        writtenAt[master] += counts.accesses;
        writtenInAll += counts.accesses;
        addLocality(update, counts.intra, counts.accesses, master, intra);
        addLocality(update, counts.inter, counts.accesses, master, inter);
      }
    }
    liveSites = 0;
    for (int site = 1; site <= cluster.sites(); site++) {
      liveSites += cluster.isUsable(site) ? 1 : 0;
    }
    distanceBefore = balanceDistance(0);
  }

  /**
   * The sum over d2 of P(d2 | d1) * single_sited: 1 for partners at the site to which d1 comes, -1
   * for those at the site which it leaves. Partners that move with d1 come together at every site,
   * and so make no difference.
   */
  private void addLocality(
      Footprint update, CoAccessCounts partners, int accesses, int master, double[] sums) {
    Arrays.fill(probability, 0);
    for (int slot = 0; slot < partners.slots(); slot++) {
      long partner = partners.partitionAt(slot);
      if (partners.countAt(slot) > 0 && Arrays.binarySearch(update.written(), partner) < 0) {
        probability[placement.master(partner)] += partners.countAt(slot) / (double) accesses;
      }
    }
    for (int site = 1; site <= cluster.sites(); site++) {
      sums[site] += site == master ? 0 : probability[site] - probability[master];
    }
  }

  /** Equation 8. Higher is better. */
  double of(int site) {
    return weights.balance() * balance(site)
        - weights.delay() * refreshDelay(site)
        + weights.intra() * intra(site)
        + weights.inter() * inter(site);
  }

  /** The weighted factors of a site, for people; see {@link #FACTORS}. */
  double[] factors(int site) {
    return new double[] {
      weights.balance() * balance(site),
      -weights.delay() * refreshDelay(site),
      weights.intra() * intra(site),
      weights.inter() * inter(site)
    };
  }

  /** Equations 2 to 4: does the move even the load out, and how much does that matter now. */
  double balance(int site) {
    double distanceAfter = balanceDistance(site);
    double rate = Math.max(distanceBefore, distanceAfter);
    return (distanceBefore - distanceAfter) * Math.exp(rate);
  }

  /**
   * Equation 5: how many updates the site has to apply before this one can start. It counts against
   * a site, whatever the sign in Equation 8 as printed.
   */
  double refreshDelay(int site) {
    return cluster.report(site).distanceTo(needed);
  }

  /** Equation 6. */
  double intra(int site) {
    return intra[site];
  }

  /** Equation 7. */
  double inter(int site) {
    return inter[site];
  }

  /** The distance from perfect balance, now (destination 0), or with all at a site. */
  private double balanceDistance(int destination) {
    double total = statistics.accesses();
    if (total == 0) {
      return 0;
    }
    double sum = 0;
    for (int site = 1; site <= cluster.sites(); site++) {
      if (cluster.isUsable(site)) {
        double off =
            1.0 / liveSites - (statistics.accessesAt(site) + gained(site, destination)) / total;
        sum += off * off;
      }
    }
    return Math.sqrt(sum);
  }

  private long gained(int site, int destination) {
    if (destination == 0) {
      return 0;
    }
    return site == destination ? writtenInAll - writtenAt[site] : -writtenAt[site];
  }
}
