package org.thetisdb.router.routing;

import org.thetisdb.core.id.Stamp;

/**
 * What the router measures of its cluster, as running means: what a move takes, what a wait for a
 * cut takes, what one transaction costs a site's engine thread, and how busy and how far behind
 * each site is. All that the strategy of DynaMast weighs comes from here, so nothing has to be
 * tuned.
 *
 * <p>How busy a site is, is the share of one processor that its engine thread <em>had</em>. A
 * thread that waits for a processor is busy by the clock, and has little. Where the sites of one
 * machine share too few processors, every thread's share stays low however much waits, and so does
 * the queueing that spreading could save: then nothing moves for it. Where a site has a processor
 * of its own, its share rises to 1, and spreading pays.
 *
 * <p>Before the first measurement each mean has a start that is right within an order of magnitude.
 * Fed by the engine on its one thread, from what sites report and from times of calls; not
 * thread-safe, allocates nothing.
 */
public final class Measures {
  /** A site's counters are compared over at least this time. */
  private static final long LEAST_INTERVAL_US = 50_000;

  /** Weight of one more interval in a site's means. */
  private static final double INTERVAL_WEIGHT = 0.3;

  /** Weight of one more move in its mean. */
  private static final double EVENT_WEIGHT = 0.05;

  /**
   * Weights of one more answer in the mean of answers, by whether it was quicker or slower. What is
   * slow has mostly queued at a busy site. Queues have a term of their own in the score, and go
   * away with what is moved; so they are not to count as waits for cuts, too.
   */
  private static final double QUICKER_WEIGHT = 0.2;

  private static final double SLOWER_WEIGHT = 0.005;

  private static final double FIRST_MOVE_US = 1_000;
  private static final double FIRST_CUT_WAIT_US = 1_000;
  private static final double FIRST_SERVICE_US = 20;

  /** A queue beyond this share of a processor is as long as one that is full. */
  private static final double FULL = 0.98;

  private static final double SECOND_US = 1e6;

  private final Site[] sites = new Site[Stamp.MAX_SITE + 1];
  private double moveUs = FIRST_MOVE_US;
  private double cutWaitUs = FIRST_CUT_WAIT_US;
  private double elsewhereUs;
  private double hereUs;
  private double serviceUs = FIRST_SERVICE_US;
  private double sumUsedUs;
  private double sumTransactions;
  private double updatesPerS;
  private long updates;
  private long updatesSinceUs = Long.MIN_VALUE;

  /** What is known of one site. */
  private static final class Site {
    private long atUs;
    private long transactions;
    private long refreshed;
    private long usedUs;
    private double busy;
    private double refreshedPerS;
  }

  /** Nothing measured yet. */
  public Measures() {
    for (int site = 0; site < sites.length; site++) {
      sites[site] = new Site();
    }
  }

  /**
   * A site reported its counters, which grow since it started.
   *
   * @param transactions that it ran
   * @param refreshed refresh transactions that it applied
   * @param usedUs processor time of its engine thread, which applies no refreshes
   */
  public void onLoad(int site, long transactions, long refreshed, long usedUs, long nowUs) {
    Site known = sites[site];
    long intervalUs = nowUs - known.atUs;
    boolean began = usedUs < known.usedUs || transactions < known.transactions || known.atUs == 0;
    if (!began && intervalUs < LEAST_INTERVAL_US) {
      return;
    }
    if (!began) {
      long used = usedUs - known.usedUs;
      long ran = transactions - known.transactions;
      long applied = refreshed - known.refreshed;
      known.busy = mean(known.busy, Math.min(1, used / (double) intervalUs), INTERVAL_WEIGHT);
      known.refreshedPerS =
          mean(known.refreshedPerS, applied * SECOND_US / intervalUs, INTERVAL_WEIGHT);
      onService((double) used, (double) ran);
    }
    known.atUs = nowUs;
    known.transactions = transactions;
    known.refreshed = refreshed;
    known.usedUs = usedUs;
  }

  private void onService(double usedUs, double ran) {
    sumUsedUs = sumUsedUs * (1 - EVENT_WEIGHT) + usedUs;
    sumTransactions = sumTransactions * (1 - EVENT_WEIGHT) + ran;
    if (sumTransactions >= 1) {
      serviceUs = sumUsedUs / sumTransactions;
    }
  }

  /** Work moves: what is known of both sites follows at once, and reports put it right. */
  public void onLoadMoved(int from, int to, double busy) {
    sites[from].busy = Math.max(0, sites[from].busy - busy);
    sites[to].busy = Math.min(1, sites[to].busy + busy);
  }

  /** A group of partitions has moved; the call that needed them waited so long. */
  public void onMoved(long tookUs) {
    moveUs = mean(moveUs, (double) Math.max(1, tookUs), EVENT_WEIGHT);
  }

  /**
   * A site answered an update.
   *
   * @param readElsewhere whether it read what another site masters, and so had to wait for a cut
   */
  public void onUpdateAnswered(boolean readElsewhere, long tookUs) {
    if (readElsewhere) {
      elsewhereUs = elsewhereUs == 0 ? tookUs : unqueued(elsewhereUs, (double) tookUs);
    } else {
      hereUs = hereUs == 0 ? tookUs : unqueued(hereUs, (double) tookUs);
    }
    if (hereUs != 0 && elsewhereUs != 0) {
      cutWaitUs = Math.max(0, elsewhereUs - hereUs);
    }
  }

  /** An update was routed. */
  public void onUpdate(long nowUs) {
    if (updatesSinceUs == Long.MIN_VALUE) {
      updatesSinceUs = nowUs;
    }
    updates++;
    long intervalUs = nowUs - updatesSinceUs;
    if (intervalUs >= LEAST_INTERVAL_US) {
      double rate = updates * SECOND_US / intervalUs;
      updatesPerS = updatesPerS == 0 ? rate : mean(updatesPerS, rate, INTERVAL_WEIGHT);
      updates = 0;
      updatesSinceUs = nowUs;
    }
  }

  /** T_move: what a move takes, in microseconds. */
  public double moveUs() {
    return moveUs;
  }

  /** T_cut: what an update waits that reads what another site masters, in microseconds. */
  public double cutWaitUs() {
    return cutWaitUs;
  }

  /** s: processor time of one transaction on the engine thread, in microseconds. */
  public double serviceUs() {
    return serviceUs;
  }

  /** Updates that are routed in a second. */
  public double updatesPerS() {
    return updatesPerS;
  }

  /** rho: the share of one processor that the site's engine thread had, 0 to 1. */
  public double busy(int site) {
    return sites[site].busy;
  }

  /** How long a site takes to apply so many log positions at its present pace; at most a second. */
  public double lagUs(int site, long positions) {
    double perS = Math.max(1_000, sites[site].refreshedPerS);
    return Math.min(SECOND_US, positions * SECOND_US / perS);
  }

  /** W(rho): how long a transaction queues at a thread that is so busy, in microseconds. */
  public double waitUs(double busy) {
    double share = Math.max(0, Math.min(FULL, busy));
    return serviceUs * share / (1 - share);
  }

  /** lambda * W(rho): microseconds that transactions queue at such a thread in a second. */
  public double waitPerS(double busy) {
    return Math.max(0, busy) * SECOND_US / serviceUs * waitUs(busy);
  }

  /** A mean of what takes long where it has to queue. */
  private static double unqueued(double before, double tookUs) {
    return mean(before, tookUs, tookUs < before ? QUICKER_WEIGHT : SLOWER_WEIGHT);
  }

  private static double mean(double before, double now, double weight) {
    return before + weight * (now - before);
  }
}
