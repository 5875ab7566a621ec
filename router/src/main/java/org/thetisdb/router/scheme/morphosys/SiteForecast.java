package org.thetisdb.router.scheme.morphosys;

import org.thetisdb.core.id.Stamp;
import org.thetisdb.router.routing.ClusterView;
import org.thetisdb.router.routing.Measures;
import org.thetisdb.router.routing.Placement;

/**
 * What the inputs of the cost functions are now, and what they would be if some partitions had
 * another master (MorphoSys, section 5.3.2). Not thread-safe.
 */
final class SiteForecast {
  private static final double SECOND_US = 1e6;

  /** Weight of one more look at how many calls are at a site. */
  private static final double AHEAD_WEIGHT = 0.02;

  /** A busier site has more to do than it can; clients wait for it, and come as it lets them. */
  private static final double SATURATED = 0.9;

  /** A range that is on its way for a larger part of the time has no end of those that wait. */
  private static final double ALWAYS = 0.98;

  /** Before it is known: what it takes to apply a write, of what it takes to make it. */
  private static final double OF_A_WRITE = 0.3;

  private final Placement placement;
  private final WorkloadModel model;
  private final LearnedCosts costs;
  private final ClusterView cluster;
  private final Measures measures;
  private final double[] ahead = new double[Stamp.MAX_SITE + 1];
  private double behind;

  /** The mean of all sites that can be used. */
  private double meanAhead;

  SiteForecast(
      Placement placement,
      WorkloadModel model,
      LearnedCosts costs,
      ClusterView cluster,
      Measures measures) {
    this.placement = placement;
    this.model = model;
    this.costs = costs;
    this.cluster = cluster;
    this.measures = measures;
  }

  /** How busy a site's processor is, 0 to 1. */
  double busy(int site) {
    return measures.busy(site);
  }

  /** Updates that run in a second, of all sites. */
  double updatesPerS() {
    return measures.updatesPerS();
  }

  /** Updates in a second for each one in the sample. */
  double perSampled() {
    return measures.updatesPerS() / Math.max(1, model.updates());
  }

  /** Updates in a second that are a part of the sampled load. */
  double perSecond(double load) {
    return load / Math.max(1.0, (double) model.totalLoad()) * measures.updatesPerS();
  }

  /** How busy it keeps a processor to write so many partitions in a second. */
  double busyOf(double writesPerS) {
    double measured = measures.serviceUs() / SECOND_US / model.writesPerUpdate();
    return writesPerS * (costs.isCpuKnown() ? costs.cpuOfWrite() : measured);
  }

  /**
   * Microseconds that all calls wait for service in a second less, if updates go elsewhere.
   *
   * @param load of the sample that goes
   * @param writes of the sample that go
   */
  double queueGain(int from, int to, double load, double writes) {
    double updates = perSecond(load);
    double busy = busyOf(writes * perSampled());
    if (isSaturated(from)) {
      return relief(from, to, load) - (waits(to, 0, busy) - waits(to, 0, 0));
    }
    double before = waits(from, 0, 0) + waits(to, 0, 0);
    return before - waits(from, -updates, -busy) - waits(to, updates, busy);
  }

  /**
   * What is saved where work leaves a saturated site. Who waits for such a site comes again as soon
   * as it is done. So as many wait as before, for the busier one of both, and what they do in a
   * second grows as the work of that one gets less.
   */
  private double relief(int from, int to, double load) {
    double all = (double) model.loadAt(from);
    double part = all <= 0 ? 0 : Math.min(1, load / all);
    double room = 1 - measures.busy(to) - part * measures.busy(from);
    return ahead[from] * SECOND_US * Math.min(part, room);
  }

  /** Microseconds that updates at a site wait for service in a second, with some more of them. */
  private double waits(int site, double moreUpdates, double moreBusy) {
    double updates = Math.max(0, perSecond((double) model.loadAt(site)) + moreUpdates);
    return updates * costs.service(Math.max(0, ahead[site] + lengthens(site, moreBusy)));
  }

  private double lengthens(int site, double moreBusy) {
    double busy = measures.busy(site);
    return LearnedCosts.queue(busy + moreBusy) - LearnedCosts.queue(busy);
  }

  /**
   * Microseconds that all calls wait for service in a second less, if calls that only read go to
   * another site.
   *
   * @param reads how many of the sample go
   */
  double readGain(int from, int to, double reads) {
    double readsPerS = reads * perSampled();
    double busy = readsPerS * measures.serviceUs() / SECOND_US;
    if (isSaturated(from)) {
      double part = Math.min(1, busy / measures.busy(from));
      double room = Math.max(0, 1 - measures.busy(to) - busy);
      double saved = ahead[from] * SECOND_US * Math.min(part, room);
      return saved - (waits(to, readsPerS, busy) - waits(to, readsPerS, 0));
    }
    double before = waits(from, readsPerS, 0) + waits(to, 0, 0);
    return before - waits(from, 0, -busy) - waits(to, readsPerS, busy);
  }

  /** Takes note of how many calls are at sites; to be called many times in a second. */
  void look() {
    double sum = 0;
    int usable = 0;
    for (int site = 1; site <= cluster.sites(); site++) {
      ahead[site] += AHEAD_WEIGHT * (cluster.queued(site) - ahead[site]);
      if (cluster.isUsable(site)) {
        sum += ahead[site];
        usable++;
      }
    }
    meanAhead = sum / Math.max(1, usable);
  }

  /** The highest number of a site. */
  int sites() {
    return cluster.sites();
  }

  /** Calls that are at a site, in the mean of the last moments. */
  double ahead(int site) {
    return ahead[site];
  }

  /** Whether a site has more to do than it can. */
  boolean isSaturated(int site) {
    return measures.busy(site) > SATURATED;
  }

  /**
   * Microseconds that calls wait in a second for a range that goes to and fro: while it is on its
   * way it serves nobody, so it is a queue of its own.
   *
   * @param changesPerS how often it changes its master
   * @param load of the sample that is the range's
   */
  double toAndFroUs(double changesPerS, double load) {
    double changeUs = laterRemasterUs(1);
    double away = Math.min(ALWAYS, changesPerS * changeUs / SECOND_US);
    return perSecond(load) * changeUs / 2 * away / (1 - away);
  }

  /** u_s: of the updates that a site applies for others, the share of those of partitions. */
  double shareOfUpdates(int site, double writes) {
    double applied = 1 - model.writesAt(site);
    return applied <= 0 ? 0 : Math.min(1, writes / applied);
  }

  /** v_n - v_r: positions that a site lacks of what another one has done. */
  double behind(int site, int other) {
    return cluster.report(site).distanceTo(cluster.report(other));
  }

  /** What a call waits for that reads what another site masters. */
  double cutWaitUs() {
    return costs.waitUpdates(behind, 0);
  }

  /** A call has waited for updates whose site lacked so many positions. */
  void onWaited(double weight, double positions) {
    behind += weight * (positions - behind);
  }

  /** What it takes to move partitions of one site to another, with those that wait meanwhile. */
  double remasterUs(int from, int to, int partitions, double contention, double load) {
    double tookUs =
        costs.remaster(
            ahead[from],
            ahead[to],
            contention,
            behind(to, from),
            shareOfUpdates(to, contention),
            partitions);
    return tookUs + waitingMeanwhile(load, tookUs);
  }

  /** Calls that come for what moves, or is locked, wait half of that time in the mean. */
  double waitingMeanwhile(double load, double tookUs) {
    return perSecond(load) / SECOND_US * tookUs * tookUs / 2;
  }

  /** What one more change of masters takes that some call will need, in the mean. */
  double laterRemasterUs(int partitions) {
    return costs.remaster(meanAhead, meanAhead, 0, behind, 0, partitions);
  }

  /**
   * Microseconds that calls at a site wait more in a second if it applies updates of others.
   *
   * @param writes of the sample that it would have to apply
   */
  double refreshUs(int site, double writes) {
    double measured = measures.serviceUs() / SECOND_US / model.writesPerUpdate() * OF_A_WRITE;
    double each = costs.isCpuKnown() ? costs.cpuOfUpdate() : measured;
    return waits(site, 0, writes * perSampled() * each) - waits(site, 0, 0);
  }

  /** Whether some sites hold only a part of the rows. */
  boolean isPartial() {
    return cluster.isPartial();
  }

  /** Whether a site holds a partition, whichever site masters it. */
  boolean hasCopy(int site, long partition) {
    return cluster.hasCopy(site, partition);
  }

  /** The master of a partition now. */
  int master(long partition) {
    return placement.master(partition);
  }
}
