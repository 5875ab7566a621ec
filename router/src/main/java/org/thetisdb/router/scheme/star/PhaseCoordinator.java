package org.thetisdb.router.scheme.star;

import java.util.BitSet;
import org.thetisdb.core.id.Stamp;
import org.thetisdb.core.wire.RouterToSite.TableRights;
import org.thetisdb.router.readmostly.PhaseTables;
import org.thetisdb.router.readmostly.ReadMostlyConfig;

/**
 * Alternates the two phases of STAR (thesis, section 3.3.3; decision 0038). A machine that is
 * stepped: it hears of sites, of their answers, of demand and of time, and sends sites the phase.
 *
 * <pre>
 *   PARTITIONED --(some call crosses, and its time is over or nobody else has work)--> SINGLE_MASTER
 *   SINGLE_MASTER --(others wait, and its time is over or none crosses; or its master is lost)-->
 *       PARTITIONED
 * </pre>
 *
 * <p>A phase has a number that rises. It <em>settles</em> when all that take part have said that it
 * is in force there; its time runs from then on. Calls may be sent before, behind the message that
 * announces the phase: the sites hold them until what they need is there. Safety does not rest on
 * this class at all, but on what sites have lent each other by their logs.
 *
 * <p>A site that is lost takes no part, unless it has a failover successor; then that one lends in
 * its place. If the master of a phase is lost, the phase is over; what was lent to it comes back by
 * its log, from itself or from its failover successor. A new router begins with a partitioned phase
 * of its own. Not thread-safe.
 */
public final class PhaseCoordinator {
  /** No call of a kind for this share of an iteration: the phase has nothing to do. */
  private static final int IDLE_SHARE = 20;

  /** A single-master phase for which nobody waits lasts so many iterations at most. */
  private static final int MOST_ITERATIONS = 10;

  private static final int EPOCH_SHIFT = 32;

  private final Cluster cluster;
  private final Demand demand;
  private final PhaseTimes times;
  private final PhaseTables tables;

  /** Sites that lend, or have lent, in this phase. */
  private final BitSet lenders = new BitSet();

  /** Sites that have been sent this phase, or one of this router that does not concern them. */
  private final BitSet told = new BitSet();

  /** Sites whose answer is waited for. */
  private final BitSet awaited = new BitSet();

  private long phase;

  /** The master of all; 0 in a partitioned phase. */
  private int master;

  private int masterIncarnation;
  private long beganUs;
  private long settledUs;
  private boolean settled;
  private long idleSinceUs;
  private long committedBefore;
  private long switches;
  private long switchingUs;

  /** The sites, as far as phases concern them. */
  public interface Cluster {
    /** The highest number that was given to a site. */
    int sites();

    /** Whether calls can be sent to a site. */
    boolean isUsable(int site);

    /** Whether a site is usable, or has a failover successor. */
    boolean isReachable(int site);

    /** Whether a site may run calls, and nobody has taken its place; it may be cut off. */
    boolean mayServe(int site);

    /** The site that is to be master of all; 0 if there is none. */
    int designated();

    /** The incarnation of a usable site. */
    int incarnation(int site);

    /** Sends a reachable site a phase; see {@link org.thetisdb.core.wire.RouterToSite.SetPhase}. */
    void tell(int site, long phase, int master, int incarnation, BitSet lenders);

    /** Calls that waited for a phase may be able to go on. */
    void onPhase();
  }

  /** What calls want. */
  public interface Demand {
    /** Whether a call that crosses partitions waits or is under way. */
    boolean isAnyCrossing();

    /** Whether a call that crosses partitions waits for its phase. */
    boolean isCrossingWaiting();

    /** Whether one that does not, or a change of masters, waits for a partitioned phase. */
    boolean isPartitionedWaiting();

    /** Whether a call that does not cross is under way. */
    boolean isPartitionedUnderWay();

    /** How many calls have committed so far that cross, or do not. */
    long committed(boolean crossing);
  }

  /**
   * Begins with a partitioned phase that was sent to no site yet.
   *
   * @param epoch of the router; its phases come after those of earlier routers
   */
  public PhaseCoordinator(
      int epoch,
      ReadMostlyConfig readMostly,
      Cluster cluster,
      Demand demand,
      PhaseTimes times,
      long nowUs) {
    this.cluster = cluster;
    this.demand = demand;
    this.times = times;
    this.phase = (long) epoch << EPOCH_SHIFT;
    this.tables = new PhaseTables(readMostly, Stamp.MAX_SITE, cluster::mayServe, phase);
    this.beganUs = nowUs;
    this.idleSinceUs = nowUs;
  }

  /**
   * Begins anew with a partitioned phase, which all sites are sent: calls had no phases for a
   * while.
   */
  public void restart(long nowUs) {
    told.clear();
    lenders.clear();
    master = 0;
    settled = false;
    tables.reset(phase + 1);
    begin(0, nowUs);
  }

  /** Which tables are read at all sites. */
  public PhaseTables tables() {
    return tables;
  }

  /** What sites are sent of tables in this phase. */
  public TableRights rights() {
    return tables.rights();
  }

  /** Whether each site has what it masters, and has said so. */
  public boolean isPartitioned() {
    return master == 0 && settled;
  }

  /** The number of the phase. */
  public long phase() {
    return phase;
  }

  /** The master of all; 0 in a partitioned phase. */
  public int master() {
    return master;
  }

  /** How often a single-master phase has begun. */
  public long switches() {
    return switches;
  }

  /** How long phases took to settle, all together, in microseconds. */
  public long switchingUs() {
    return switchingUs;
  }

  /** How long to wait between two steps, in microseconds. */
  public long stepUs() {
    return Math.max(1, times.iterationUs() / IDLE_SHARE);
  }

  /** Whether a call may be sent to a usable site that masters all that it touches. */
  public boolean mayRunAt(int site) {
    return told.get(site) && !lenders.get(site);
  }

  /** Whether the master of this phase has what a site masters, or gets it. */
  public boolean mayRunAtMaster(int site) {
    return master != 0 && (site == master || lenders.get(site));
  }

  /** Sites have come, are lost, or have a failover successor. */
  public void onSitesChanged(long nowUs) {
    for (int site = 1; site <= cluster.sites(); site++) {
      if (!cluster.isUsable(site)) {
        told.clear(site);
      }
    }
    if (master != 0 && !isMasterThere()) {
      begin(0, nowUs);
      return;
    }
    BitSet gone = new BitSet();
    for (int site = awaited.nextSetBit(0); site >= 0; site = awaited.nextSetBit(site + 1)) {
      gone.set(site, !cluster.isReachable(site));
    }
    awaited.andNot(gone);
    boolean shrinks = lenders.intersects(gone);
    lenders.andNot(gone);
    for (int site = 1; site <= cluster.sites(); site++) {
      if (cluster.isUsable(site) && !told.get(site)) {
        told.set(site);
        if (master == 0) {
          awaited.set(site);
        }
        // In a single-master phase it goes on with what is its own, as soon as that is not lent.
        shrinks |= lenders.get(site);
        lenders.clear(site);
        cluster.tell(site, phase, 0, 0, new BitSet());
      }
    }
    if (shrinks) {
      cluster.tell(master, phase, master, masterIncarnation, lenders);
    }
    settleIfAll(nowUs);
    cluster.onPhase();
  }

  private boolean isMasterThere() {
    return cluster.designated() == master
        && told.get(master)
        && cluster.incarnation(master) == masterIncarnation;
  }

  /** A site has said that a phase is in force there. */
  public void onPhaseSet(int site, long which, long nowUs) {
    tables.onPhaseSet(site, which);
    if (which == phase && awaited.get(site)) {
      awaited.clear(site);
      settleIfAll(nowUs);
    }
  }

  private void settleIfAll(long nowUs) {
    if (!settled && awaited.isEmpty()) {
      settled = true;
      settledUs = nowUs;
      idleSinceUs = nowUs;
      switchingUs += nowUs - beganUs;
    }
  }

  /** Whether a step is due from time to time. */
  public boolean isActive() {
    return master != 0 || demand.isAnyCrossing() || tables.isPhaseWanted();
  }

  /** Switches the phase if it is time. */
  public void step(long nowUs) {
    if (!settled) {
      return;
    }
    if (master == 0) {
      stepPartitioned(nowUs);
    } else {
      stepSingleMaster(nowUs);
    }
  }

  private void stepPartitioned(long nowUs) {
    if (demand.isPartitionedUnderWay()) {
      idleSinceUs = nowUs;
    }
    boolean isOver = nowUs - settledUs >= times.partitionedUs();
    boolean isIdle = nowUs - idleSinceUs >= stepUs();
    int next = cluster.designated();
    if (demand.isCrossingWaiting() && (isOver || isIdle) && next != 0 && told.get(next)) {
      begin(next, nowUs);
    } else if (isOver && tables.isPhaseWanted()) {
      begin(0, nowUs);
    }
  }

  private void stepSingleMaster(long nowUs) {
    if (demand.isAnyCrossing()) {
      idleSinceUs = nowUs;
    }
    boolean isIdle = nowUs - idleSinceUs >= stepUs();
    boolean isOver = nowUs - settledUs >= times.singleMasterUs();
    boolean isLong = nowUs - settledUs >= MOST_ITERATIONS * times.iterationUs();
    if (demand.isPartitionedWaiting() ? isIdle || isOver : isIdle || isLong) {
      begin(0, nowUs);
    }
  }

  /** Begins the next phase. */
  private void begin(int nextMaster, long nowUs) {
    if (settled) {
      long committed = demand.committed(master != 0);
      times.onPhase(master != 0, nowUs - settledUs, committed - committedBefore);
    }
    phase++;
    tables.onPhase(phase, nowUs);
    beganUs = nowUs;
    settled = false;
    awaited.clear();
    committedBefore = demand.committed(nextMaster != 0);
    int before = master;
    master = nextMaster;
    if (nextMaster == 0) {
      beginPartitioned(before);
    } else {
      beginSingleMaster();
    }
    settleIfAll(nowUs);
    cluster.onPhase();
  }

  /** The master is notified first: what it gives back the others wait for. */
  private void beginPartitioned(int before) {
    if (before != 0) {
      tellPartitioned(before);
    }
    for (int site = 1; site <= cluster.sites(); site++) {
      if (site != before) {
        tellPartitioned(site);
      }
    }
    lenders.clear();
  }

  private void tellPartitioned(int site) {
    if (cluster.isUsable(site)) {
      told.set(site);
      awaited.set(site);
      cluster.tell(site, phase, 0, 0, new BitSet());
    }
  }

  private void beginSingleMaster() {
    switches++;
    masterIncarnation = cluster.incarnation(master);
    for (int site = 1; site <= cluster.sites(); site++) {
      if (site != master && cluster.isReachable(site)) {
        lenders.set(site);
        awaited.set(site);
        cluster.tell(site, phase, master, masterIncarnation, new BitSet());
      }
    }
    awaited.set(master);
    cluster.tell(master, phase, master, masterIncarnation, lenders);
  }

  @Override
  public String toString() {
    return (master == 0 ? "partitioned" : "master " + master)
        + (settled ? " phase " : " phase, not settled, ")
        + phase;
  }
}
