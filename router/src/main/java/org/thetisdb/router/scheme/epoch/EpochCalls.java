package org.thetisdb.router.scheme.epoch;

import java.util.List;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.scheme.SchemeSpec.Dispatch;
import org.thetisdb.core.time.Clock;
import org.thetisdb.core.wire.SiteToRouter;
import org.thetisdb.core.wire.SiteToRouter.OfEra;
import org.thetisdb.core.wire.SiteToRouter.RunAlone;
import org.thetisdb.router.attempt.CallSender;
import org.thetisdb.router.call.PendingCall;
import org.thetisdb.router.config.EpochConfig;
import org.thetisdb.router.routing.Placement;
import org.thetisdb.router.routing.Scheme;
import org.thetisdb.router.scheme.CallPort;
import org.thetisdb.router.scheme.OneSiteScheme;
import org.thetisdb.router.scheme.SchemeParts;
import org.thetisdb.router.site.SiteLink;
import org.thetisdb.router.site.SiteTable;
import org.thetisdb.router.term.EngineParts;

/**
 * Sends updates to run in an era of epochs, under a scheme that has such (decision 0050), and all
 * that cannot run so when none is open: then the keeper runs it alone, as a primary would. When
 * eras open and close is said by the {@link EraCycle}.
 *
 * <p>Calls wait here in the order in which they came; the table of calls bounds how many. Owned by
 * the engine's thread.
 */
public final class EpochCalls extends OneSiteScheme {
  /** Who has lost so many rounds runs alone, where it locks what it needs. */
  private static final int MOST_ROUNDS = 48;

  private final Placement placement;
  private final Scheme scheme;
  private final SiteTable sites;
  private final CallSender sender;
  private final EpochConfig config;
  private final CallPort calls;
  private final WaitingCalls waiting;
  private final BatchFilling filling;
  private final OrderWatch watch;
  private final EraReads reads;
  private final Clock clock;
  private final EraCycle cycle;

  /** No era is open; those of one router epoch have numbers of their own. */
  public EpochCalls(SchemeParts all) {
    super(all, scheme -> scheme.dispatch() == Dispatch.IN_EPOCHS);
    EngineParts parts = all.engine();
    this.placement = parts.placement();
    this.scheme = parts.scheme();
    this.sites = parts.sites();
    this.sender = all.sender();
    this.config = all.config().epochs();
    this.calls = all.calls();
    this.waiting = new WaitingCalls(calls);
    this.filling =
        new BatchFilling(waiting.forEra(), config.batches(), parts.scheduler(), new Batched());
    this.watch = new OrderWatch(parts.scheduler(), new Ordered());
    this.clock = parts.scheduler().clock();
    EraTables tables = new EraTables(config.tables(), clock.nowUs());
    this.reads = new EraReads(tables, parts.counters());
    this.cycle =
        new EraCycle(
            parts,
            all.retries(),
            config,
            new NextEra(all.epoch(), parts, all.catalog(), config, tables),
            waiting,
            filling,
            new LastEra(sites, sender, calls),
            calls::onCommitted);
  }

  /** Sends an update to an era, or to the keeper; one that has no place there is routed as any. */
  @Override
  public void route(PendingCall call) {
    if (!takes(call)) {
      super.route(call);
    }
  }

  /** What was moved to the keeper may run in an era all the same. */
  @Override
  public boolean followsMoves() {
    return false;
  }

  /** Nothing is decided that is not in the log. */
  @Override
  public boolean isSettled() {
    return cycle.isAlone();
  }

  @Override
  public void onSchemeChanged() {
    cycle.onSchemeChanged();
  }

  @Override
  public void shut() {
    cycle.shut();
  }

  @Override
  public void open() {
    cycle.open();
  }

  @Override
  public void close() {
    cycle.close();
  }

  @Override
  public boolean on(SiteLink from, SiteToRouter said) {
    if (said instanceof OfEra news) {
      cycle.on(from, news);
      return true;
    }
    return false;
  }

  @Override
  public void onSitesChanged() {
    cycle.step();
  }

  /** If it is a member, all that is not on its way into the log runs again. */
  @Override
  public void onSiteLost(SiteLink link) {
    cycle.onSiteLost(link);
  }

  /**
   * Sends an update to run in the era, or has it wait for one; or for the time in which none is
   * open.
   *
   * @return whether it was taken; if not, it is routed as any
   */
  private boolean takes(PendingCall call) {
    if (!cycle.isInUse() || Placement.isAnyPinned(call.footprint().written())) {
      return false;
    }
    if (!mayRunInEra(call)) {
      return waitsForKeeper(call);
    }
    waiting.countAlone(call, false);
    if (cycle.takesCalls() && !cycle.era().inBatches()) {
      run(call);
    } else {
      waiting.forEra().add(call);
      filling.onWaiting();
      cycle.step();
    }
    return true;
  }

  /**
   * Holds the COMMIT of an interactive transaction until no era is open.
   *
   * @return whether it is held
   */
  @Override
  public boolean holds(PendingCall call) {
    return cycle.isInUse()
        && call.isCommit()
        && call.transaction().mayHaveWritten()
        && waitsForKeeper(call);
  }

  private boolean waitsForKeeper(PendingCall call) {
    if (cycle.isAlone()) {
      waiting.countAlone(call, true);
      return false;
    }
    waiting.countAlone(call, false);
    waiting.forKeeper().add(call);
    cycle.step();
    return true;
  }

  private boolean mayRunInEra(PendingCall call) {
    EraMembers members = cycle.era() == null ? null : cycle.era().members();
    if (reads.writesClosed(call, members, clock.nowUs())) {
      EraCall.of(call).runAlone();
    }
    return isForEra(call);
  }

  private boolean isForEra(PendingCall call) {
    int keeper = scheme.gathersAt();
    return !call.repetition
        && !call.mayHaveRun()
        && !call.isFresh()
        && !EraCall.of(call).runsAlone()
        && !(call.asksSerializable() && config.snapshots())
        && call.reroutes() < MOST_ROUNDS
        && placement.commonMaster(call.footprint().written()) == keeper
        && sites.takesNewWork(keeper);
  }

  /** A call runs at the primary of most of the keys that it writes, as far as they are known. */
  private void run(PendingCall call) {
    int site = cycle.era().members().homeOf(call);
    if (!sites.isReady(site)) {
      waiting.forEra().add(call);
      return;
    }
    Era era = cycle.era();
    try {
      sender.sendBare(call, site, run -> era.add(call, sites.link(site), run));
    } catch (ThetisException tooLong) {
      era.remove(call);
      sender.endUnsent(call, tooLong);
    }
    watch.onSent();
  }

  /** An attempt was answered with an error, or by being sent back. */
  @Override
  public void onAnswered(PendingCall call, boolean hasCommitted) {
    EraCall state = EraCall.ofAny(call);
    if (state != null && state.isInEra()) {
      state.leaveEra();
      if (cycle.era() != null) {
        cycle.era().remove(call.attemptId());
      }
    }
    onBack(call);
  }

  @Override
  public boolean onLost(PendingCall call, int site) {
    onBack(call);
    return true;
  }

  @Override
  public void onOver(PendingCall call) {
    onBack(call);
  }

  @Override
  public void on(PendingCall call, SiteToRouter said) {
    if (said instanceof RunAlone alone) {
      onAlone(call, alone.closedTable());
    } else {
      super.on(call, said);
    }
  }

  /** An attempt of a call that ran alone is over, or the call is. */
  private void onBack(PendingCall call) {
    EraCall state = EraCall.ofAny(call);
    if (state != null && state.countsAlone()) {
      waiting.countAlone(call, false);
      cycle.step();
    }
  }

  /**
   * A call cannot run in an era.
   *
   * @param closedTable the closed table that it writes; 0 if that is not why
   */
  private void onAlone(PendingCall call, int closedTable) {
    if (closedTable > 0) {
      reads.onClosedMet(closedTable, clock.nowUs());
    }
    onAnswered(call, false);
    if (!call.isDone()) {
      EraCall.of(call).runAlone();
      cycle.again(call);
    }
  }

  /** The order of locks in the era that is open or closes. */
  private final class Ordered implements OrderWatch.Eras {
    @Override
    public EraOrder present() {
      return cycle.present() == null ? null : cycle.present().order();
    }

    @Override
    public void onLate(EraAttempt oldest, boolean isSecond) {
      cycle.onLate(oldest, isSecond);
    }
  }

  /** Batches of the era that is open. */
  private final class Batched implements BatchFilling.Eras {
    @Override
    public EraBatch fillable() {
      boolean mayFill = cycle.isInUse() && cycle.takesCalls() && cycle.era().inBatches();
      return mayFill && cycle.era().batch().isOver() ? cycle.era().batch() : null;
    }

    @Override
    public void run(PendingCall call) {
      if (mayRunInEra(call)) {
        EpochCalls.this.run(call);
      } else {
        calls.route(call);
      }
    }

    @Override
    public EraBatch present() {
      return cycle.present() == null ? null : cycle.present().batch();
    }

    @Override
    public void onLate(List<EraAttempt> late) {
      cycle.onLate(late);
    }
  }
}
