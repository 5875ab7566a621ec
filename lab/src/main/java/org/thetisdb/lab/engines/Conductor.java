package org.thetisdb.lab.engines;

import java.util.BitSet;
import java.util.List;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.core.time.EngineThread;
import org.thetisdb.core.time.Scheduler;
import org.thetisdb.core.wire.RouterToSite.Cut;
import org.thetisdb.core.wire.RouterToSite.SetPhase;
import org.thetisdb.core.wire.SiteToRouter.PhaseSet;
import org.thetisdb.lab.engines.CallCounts.Count;
import org.thetisdb.lab.engines.GeneratorSession.Kind;
import org.thetisdb.router.config.RouterConfig;
import org.thetisdb.router.scheme.star.PhaseCoordinator;
import org.thetisdb.router.scheme.star.PhaseTimes;

/**
 * What a router does beside calls: draws cuts, and switches phases under a scheme that has them. On
 * an event loop of its own, which has little to do. All methods belong to that event loop.
 */
final class Conductor implements PhaseCoordinator.Cluster, PhaseCoordinator.Demand {
  private final EngineThread line;
  private final List<Generator> generators;
  private final long cutIntervalUs;
  private final PhaseTimes times;

  /** Null if there are no phases. */
  private final PhaseCoordinator phases;

  private VersionVector cut = VersionVector.ZERO;
  private long cuts;
  private long comePartitioned;
  private long comeCrossing;

  /**
   * A conductor that has not begun.
   *
   * @param generators in the order of their sites; all have shaken hands
   * @param config how phases go; null if the scheme has none
   */
  Conductor(
      EngineThread line, List<Generator> generators, long cutIntervalUs, RouterConfig config) {
    this.line = line;
    this.generators = generators;
    this.cutIntervalUs = cutIntervalUs;
    this.times = config == null ? null : new PhaseTimes(config.phases().iterationUs());
    this.phases =
        config == null
            ? null
            : new PhaseCoordinator(
                Generator.EPOCH, config.readMostly(), this, this, times, nowUs());
  }

  /** Begins, for as long as the event loop lives. */
  void start() {
    drawCuts();
    if (phases != null) {
      phases.onSitesChanged(nowUs());
      stepPhases();
    }
  }

  private long nowUs() {
    return line.clock().nowUs();
  }

  private void drawCuts() {
    drawCut();
    Scheduler.Timer unused = line.schedule(cutIntervalUs, this::drawCuts);
  }

  /** Sends all sites the newest cut, if it is news; it is returned in any case. */
  VersionVector drawCut() {
    VersionVector newest = cut;
    for (Generator each : generators) {
      newest = newest.max(each.seen());
    }
    if (!newest.equals(cut)) {
      cut = newest;
      Cut drawn = new Cut(Generator.EPOCH, ++cuts, newest);
      generators.forEach(each -> each.send(drawn));
    }
    return cut;
  }

  private void stepPhases() {
    countCalls();
    long nowUs = nowUs();
    generators.forEach(each -> each.tableUse().tell(phases.tables(), nowUs));
    phases.step(nowUs);
    Scheduler.Timer unused = line.schedule(phases.stepUs(), this::stepPhases);
  }

  /** A site has reported to its generator that a phase is in force. */
  void onPhaseSet(PhaseSet set) {
    phases.onPhaseSet(set.site(), set.phase(), nowUs());
    phases.step(nowUs());
  }

  /** Of calls that came since the last time nobody knows in which order they did. */
  private void countCalls() {
    long partitioned = sum(Count.COME, Kind.PARTITIONED);
    long crossing = sum(Count.COME, Kind.CROSSING);
    long newCrossing = crossing - comeCrossing;
    long all = partitioned - comePartitioned + newCrossing;
    for (long i = 1; i <= all; i++) {
      times.onCall(i * newCrossing / all != (i - 1) * newCrossing / all);
    }
    comePartitioned = partitioned;
    comeCrossing = crossing;
  }

  /** How often phases were switched and how long that took, for people; empty without phases. */
  String report() {
    return phases == null
        ? ""
        : "There were %,d single-master phases; a switch took %,d us; the last shares: %,d and %,d us.\n"
            .formatted(
                phases.switches(),
                phases.switchingUs() / Math.max(1, 2 * phases.switches()),
                times.partitionedUs(),
                times.singleMasterUs());
  }

  private long sum(Count count, Kind kind) {
    long sum = 0;
    for (Generator each : generators) {
      sum += each.tally().get(count, kind);
    }
    return sum;
  }

  @Override
  public boolean isAnyCrossing() {
    return isCrossingWaiting() || sum(Count.UNDER_WAY, Kind.CROSSING) > 0;
  }

  @Override
  public boolean isCrossingWaiting() {
    return sum(Count.WAITING, Kind.CROSSING) > 0;
  }

  @Override
  public boolean isPartitionedWaiting() {
    return sum(Count.WAITING, Kind.PARTITIONED) > 0;
  }

  @Override
  public boolean isPartitionedUnderWay() {
    return sum(Count.UNDER_WAY, Kind.PARTITIONED) > 0;
  }

  @Override
  public long committed(boolean crossing) {
    return sum(Count.COMMITTED, crossing ? Kind.CROSSING : Kind.PARTITIONED);
  }

  @Override
  public int sites() {
    return generators.size();
  }

  @Override
  public boolean isUsable(int site) {
    return true;
  }

  @Override
  public boolean isReachable(int site) {
    return true;
  }

  @Override
  public boolean mayServe(int site) {
    return site <= sites();
  }

  @Override
  public int designated() {
    return 1;
  }

  @Override
  public int incarnation(int site) {
    return generators.get(site - 1).shookHands().join().incarnation();
  }

  @Override
  public void tell(int site, long phase, int master, int incarnation, BitSet lenders) {
    SetPhase told =
        new SetPhase(
            phase, master, incarnation, lenders.stream().boxed().toList(), 0, phases.rights());
    Generator generator = generators.get(site - 1);
    generator.line().execute(() -> generator.enter(told));
  }

  @Override
  public void onPhase() {
    // Generators release what waits when they hear of the phase.
  }
}
