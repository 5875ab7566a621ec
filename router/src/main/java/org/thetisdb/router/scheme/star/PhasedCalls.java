package org.thetisdb.router.scheme.star;

import java.util.BitSet;
import java.util.List;
import org.thetisdb.core.id.PartitionId;
import org.thetisdb.core.scheme.SchemeSpec.Dispatch;
import org.thetisdb.core.time.Scheduler;
import org.thetisdb.core.wire.RouterToSite.SetPhase;
import org.thetisdb.core.wire.SiteToRouter;
import org.thetisdb.core.wire.SiteToRouter.PhaseSet;
import org.thetisdb.router.attempt.CallSender;
import org.thetisdb.router.call.CallQueue;
import org.thetisdb.router.call.PendingCall;
import org.thetisdb.router.call.ReadRule;
import org.thetisdb.router.call.SchemeState;
import org.thetisdb.router.move.Moves;
import org.thetisdb.router.readmostly.PhaseTables;
import org.thetisdb.router.report.Counters;
import org.thetisdb.router.routing.Footprint;
import org.thetisdb.router.routing.Placement;
import org.thetisdb.router.routing.Scheme;
import org.thetisdb.router.scheme.CallPort;
import org.thetisdb.router.scheme.OneSiteScheme;
import org.thetisdb.router.scheme.SchemeParts;
import org.thetisdb.router.site.SiteLink;
import org.thetisdb.router.site.SiteTable;
import org.thetisdb.router.site.SuccessorChoice;
import org.thetisdb.router.term.EngineParts;
import org.thetisdb.router.term.SchemeInForce;

/**
 * Sends updates in the phase of their kind, under a scheme that has phases (decision 0038): those
 * that touch what one site masters go there in a partitioned phase, all others to the master of a
 * single-master phase. Each waits here for its phase, in the order in which it came; the table of
 * calls bounds how many. Owned by the engine's thread.
 */
public final class PhasedCalls extends OneSiteScheme {
  private final SchemeInForce inForce;
  private final Placement placement;
  private final Scheme scheme;
  private final SiteTable sites;
  private final SuccessorChoice successors;
  private final Scheduler scheduler;
  private final Counters counters;
  private final Moves moves;
  private final CallSender sender;
  private final CallPort calls;
  private final PhaseTimes times;
  private final PhaseCoordinator coordinator;
  private final PhaseTables tables;
  private final CallQueue partitioned = new CallQueue();
  private final CallQueue crossing = new CallQueue();

  /** Statements of interactive transactions that write tables which are closed. */
  private final CallQueue awaitsOpen = new CallQueue();

  private final int[] underWay = new int[PhaseKind.COUNT];
  private final long[] committed = new long[PhaseKind.COUNT];
  private boolean stepping;
  private boolean closed;

  /** No call waits. */
  public PhasedCalls(SchemeParts all) {
    super(all, scheme -> scheme.dispatch() == Dispatch.BY_PHASE);
    EngineParts parts = all.engine();
    this.inForce = parts.inForce();
    this.placement = parts.placement();
    this.scheme = parts.scheme();
    this.sites = parts.sites();
    this.successors = parts.successors();
    this.scheduler = parts.scheduler();
    this.counters = parts.counters();
    this.moves = all.moves();
    this.sender = all.sender();
    this.calls = all.calls();
    this.times = new PhaseTimes(all.config().phases().iterationUs());
    this.coordinator =
        new PhaseCoordinator(
            all.epoch(),
            all.config().readMostly(),
            new Sites(),
            new PhaseDemand(),
            times,
            scheduler.clock().nowUs());
    this.tables = coordinator.tables();
  }

  /** Whether the scheme has phases. */
  private boolean isOn() {
    return serves(inForce.spec());
  }

  @Override
  public ReadRule readRule(PendingCall call) {
    return ReadRule.BY_SCHEME;
  }

  /** Sends an update in its phase; one that has none is routed as any. */
  @Override
  public void route(PendingCall call) {
    if (!takes(call)) {
      super.route(call);
    }
  }

  @Override
  public void onSchemeChanged() {
    if (isOn() && !closed) {
      coordinator.restart(nowUs());
    }
  }

  /** Nobody writes what others master, as far as phases go. */
  @Override
  public boolean isSettled() {
    return !isOn() || coordinator.isPartitioned();
  }

  @Override
  public void shut() {
    releaseWaiting();
  }

  /** Calls that wait for a phase are routed anew. */
  private void releaseWaiting() {
    for (PendingCall call : partitioned.releaseAll()) {
      calls.route(call);
    }
    for (PendingCall call : crossing.releaseAll()) {
      calls.route(call);
    }
    for (PendingCall call : awaitsOpen.releaseAll()) {
      calls.route(call);
    }
  }

  /**
   * Holds a statement of an interactive transaction that writes a table which is closed, until that
   * is open: it has no phase.
   *
   * @return whether it is held
   */
  @Override
  public boolean holds(PendingCall statement) {
    if (!isOn() || statement.isCommit() || statement.isReconnaissance()) {
      return false;
    }
    boolean mayGo = true;
    for (long partition : statement.footprint().written()) {
      int table = PartitionId.table(partition);
      tables.onWrite(table, nowUs());
      if (!Placement.isPinned(partition) && !tables.isOpen(table)) {
        tables.wantOpen(table);
        mayGo = false;
      }
    }
    if (!mayGo) {
      awaitsOpen.add(statement);
      step();
    }
    return !mayGo;
  }

  @Override
  public void onSitesChanged() {
    if (isOn() && !closed) {
      coordinator.onSitesChanged(nowUs());
    }
  }

  @Override
  public void onSiteLost(SiteLink link) {
    onSitesChanged();
  }

  @Override
  public boolean on(SiteLink from, SiteToRouter said) {
    if (said instanceof PhaseSet set) {
      onPhaseSet(set.site(), set.phase());
      return true;
    }
    return false;
  }

  /** A phase is in force at a site. */
  private void onPhaseSet(int site, long phase) {
    if (isOn()) {
      coordinator.onPhaseSet(site, phase, nowUs());
      step();
    }
  }

  @Override
  public void close() {
    closed = true;
  }

  /**
   * Sends an update, or has it wait for its phase.
   *
   * @return whether it was taken; if not, it has no phase, and is routed as any
   */
  private boolean takes(PendingCall call) {
    if (!isOn() || Placement.isAnyPinned(call.footprint().written())) {
      return false;
    }
    BitSet masters = mastersOfAll(call.footprint());
    boolean isOpen = isAllOpen(call.footprint());
    if (!isOpen) {
      sites.roster().counting().forEach(masters::set); // it takes all to write what is closed
    }
    int site = masters.nextSetBit(0);
    boolean isOne = isOpen && masters.cardinality() == 1 && !successors.hasSuccessor(site);
    if (call.reroutes() == 0) {
      times.onCall(!isOne);
      learnOfTables(call.footprint(), isOne);
    }
    if (isOne) {
      takePartitioned(call, site);
    } else {
      takeCrossing(call, masters);
    }
    return true;
  }

  /**
   * Which sites master what a call reads or writes, beside what may be read everywhere; all sites
   * if that cannot be listed.
   */
  private BitSet mastersOfAll(Footprint footprint) {
    BitSet masters = mastersOf(footprint.written());
    for (long partition : footprint.read()) {
      if (!tables.isReadEverywhere(PartitionId.table(partition))) {
        masters.set(placement.master(partition));
      }
    }
    if (masters.isEmpty()) {
      masters = mastersOf(footprint.read());
    }
    if (footprint.readsMore()) {
      sites.roster().counting().forEach(masters::set);
    }
    return masters;
  }

  private BitSet mastersOf(long[] partitions) {
    BitSet masters = new BitSet();
    for (long partition : partitions) {
      masters.set(placement.master(partition));
    }
    return masters;
  }

  private boolean isAllOpen(Footprint footprint) {
    for (long partition : footprint.written()) {
      if (!tables.isOpen(PartitionId.table(partition))) {
        return false;
      }
    }
    return true;
  }

  /**
   * Which tables are written, and which had best be read at all sites: none where not all hold all
   * rows.
   */
  private void learnOfTables(Footprint footprint, boolean isOne) {
    long nowUs = nowUs();
    for (long partition : footprint.written()) {
      tables.onWrite(PartitionId.table(partition), nowUs);
    }
    if (sites.roster().isPartial()) {
      return;
    }
    if (!footprint.readsMore() && (isOne || isOneWithoutRested(footprint, nowUs))) {
      for (long partition : footprint.read()) {
        int table = PartitionId.table(partition);
        if (tables.isReadEverywhere(table)) {
          tables.onSaved(table, nowUs);
        } else if (!isOne && tables.isReadMostly(table, nowUs)) {
          tables.onCrossed(table, nowUs);
        }
      }
    }
  }

  /** Whether one site masters all of a call, beside what it reads of tables that nobody writes. */
  private boolean isOneWithoutRested(Footprint footprint, long nowUs) {
    BitSet masters = mastersOf(footprint.written());
    for (long partition : footprint.read()) {
      if (!tables.isReadMostly(PartitionId.table(partition), nowUs)) {
        masters.set(placement.master(partition));
      }
    }
    return masters.cardinality() == 1;
  }

  private void takePartitioned(PendingCall call, int site) {
    if (!sites.isUsable(site)) {
      sender.hold(call, site);
    } else if (coordinator.mayRunAt(site)) {
      send(call, site, site == scheme.gathersAt() ? null : PhaseKind.PARTITIONED);
    } else {
      partitioned.add(call);
      step();
    }
  }

  private void takeCrossing(PendingCall call, BitSet masters) {
    boolean mayRun = true;
    for (int site = masters.nextSetBit(0); site >= 0; site = masters.nextSetBit(site + 1)) {
      if (!successors.canRelease(site)) {
        sender.hold(call, site);
        return;
      }
      mayRun &= coordinator.mayRunAtMaster(site);
    }
    if (mayRun && sites.isUsable(coordinator.master())) {
      send(call, coordinator.master(), PhaseKind.CROSSING);
    } else {
      crossing.add(call);
      step();
    }
  }

  /** The designated site's calls run in all phases, and count as of none. */
  private void send(PendingCall call, int site, PhaseKind kind) {
    if (kind != null) {
      call.keep(kind);
      underWay[kind.place]++;
    }
    sender.send(call, site);
  }

  @Override
  public void onAnswered(PendingCall call, boolean hasCommitted) {
    onBack(call, hasCommitted);
  }

  @Override
  public boolean onLost(PendingCall call, int site) {
    onBack(call, false);
    return true;
  }

  @Override
  public void onOver(PendingCall call) {
    onBack(call, false);
  }

  /** An attempt of a call is over. */
  private void onBack(PendingCall call, boolean hasCommitted) {
    if (call.schemeState() instanceof PhaseKind kind) {
      underWay[kind.place]--;
      committed[kind.place] += hasCommitted ? 1 : 0;
      call.keep(SchemeState.NONE);
    }
  }

  private void step() {
    if (!stepping && !closed && isOn() && coordinator.isActive()) {
      stepping = true;
      scheduler.execute(this::stepNow);
    }
  }

  private void stepNow() {
    stepping = false;
    if (closed || !isOn()) {
      return;
    }
    coordinator.step(nowUs());
    counters.singleMasterPhases = coordinator.switches();
    counters.phaseSwitchUs = coordinator.switchingUs();
    counters.readEverywhere = coordinator.rights().readEverywhere();
    if (coordinator.isActive() && !stepping) {
      stepping = true;
      scheduler.schedule(coordinator.stepUs(), this::stepNow);
    }
  }

  private long nowUs() {
    return scheduler.clock().nowUs();
  }

  /** What calls want of the phases. */
  private final class PhaseDemand implements PhaseCoordinator.Demand {
    @Override
    public boolean isAnyCrossing() {
      return underWay[PhaseKind.CROSSING.place] > 0 || !crossing.isEmpty();
    }

    @Override
    public boolean isCrossingWaiting() {
      return !crossing.isEmpty();
    }

    @Override
    public boolean isPartitionedWaiting() {
      return !partitioned.isEmpty() || !awaitsOpen.isEmpty() || moves.underWay() > 0;
    }

    @Override
    public boolean isPartitionedUnderWay() {
      return underWay[PhaseKind.PARTITIONED.place] > 0;
    }

    @Override
    public long committed(boolean ofCrossing) {
      return committed[(ofCrossing ? PhaseKind.CROSSING : PhaseKind.PARTITIONED).place];
    }
  }

  /** The sites, as far as phases concern them. */
  private final class Sites implements PhaseCoordinator.Cluster {
    @Override
    public int sites() {
      return sites.sites();
    }

    @Override
    public boolean isUsable(int site) {
      return sites.isUsable(site);
    }

    @Override
    public boolean isReachable(int site) {
      return sites.roster().counts(site) && successors.canRelease(site);
    }

    @Override
    public boolean mayServe(int site) {
      return sites.isUsable(site)
          || (sites.roster().counts(site) && !successors.hasSuccessor(site));
    }

    @Override
    public int designated() {
      return scheme.gathersAt();
    }

    @Override
    public int incarnation(int site) {
      return sites.link(site).info().incarnation();
    }

    @Override
    public void tell(int site, long phase, int master, int incarnation, BitSet lenders) {
      SiteLink link = successors.releaser(site);
      List<Integer> listed = lenders.stream().boxed().toList();
      int onBehalfOf = link.site() == site ? 0 : site;
      link.send(new SetPhase(phase, master, incarnation, listed, onBehalfOf, coordinator.rights()));
    }

    @Override
    public void onPhase() {
      releaseWaiting();
    }
  }
}
