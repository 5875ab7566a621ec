package org.thetisdb.router.scheme.epoch;

import java.util.List;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.scheme.SchemeSpec.Dispatch;
import org.thetisdb.core.time.Clock;
import org.thetisdb.core.wire.SiteToRouter;
import org.thetisdb.core.wire.SiteToRouter.OfEpochView;
import org.thetisdb.core.wire.SiteToRouter.RunExclusively;
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
 * Sends updates to run in an epoch view, under a scheme that has such (decision 0050), and all that
 * cannot run so when none is open: then the epoch coordinator runs it alone, as a primary would.
 * When epoch views open and close is said by the {@link EpochViewCycle}.
 *
 * <p>Calls wait here in the order in which they came; the table of calls bounds how many. Owned by
 * the engine's thread.
 */
public final class EpochCalls extends OneSiteScheme {
  /** A call that has lost so many rounds runs alone, where it locks what it needs. */
  private static final int MOST_ROUNDS = 48;

  private final Placement placement;
  private final Scheme scheme;
  private final SiteTable sites;
  private final CallSender sender;
  private final EpochConfig config;
  private final CallPort calls;
  private final WaitingForEpoch waiting;
  private final BatchFilling filling;
  private final OrderWatch watch;
  private final EpochReads reads;
  private final Clock clock;
  private final EpochViewCycle cycle;

  /** No epoch view is open; those of one router epoch have numbers of their own. */
  public EpochCalls(SchemeParts all) {
    super(all, scheme -> scheme.dispatch() == Dispatch.IN_EPOCHS);
    EngineParts parts = all.engine();
    this.placement = parts.placement();
    this.scheme = parts.scheme();
    this.sites = parts.sites();
    this.sender = all.sender();
    this.config = all.config().epochs();
    this.calls = all.calls();
    this.waiting = new WaitingForEpoch(calls);
    this.filling =
        new BatchFilling(
            waiting.forEpochView(), config.batches(), parts.scheduler(), new Batched());
    this.watch = new OrderWatch(parts.scheduler(), new Ordered());
    this.clock = parts.scheduler().clock();
    EpochTables tables = new EpochTables(all.config().readMostly(), clock.nowUs());
    this.reads = new EpochReads(tables, parts.counters());
    this.cycle =
        new EpochViewCycle(
            parts,
            all.retries(),
            config,
            new NextEpochView(all.epoch(), parts, all.catalog(), config, tables),
            waiting,
            filling,
            new LastEpochView(sites, sender, calls),
            calls::onCommitted);
  }

  /**
   * Sends an update to an epoch view, or to the epoch coordinator; one that has no place there is
   * routed as any.
   */
  @Override
  public void route(PendingCall call) {
    if (!takes(call)) {
      super.route(call);
    }
  }

  /** What was moved to the epoch coordinator may run in an epoch view all the same. */
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
    if (said instanceof OfEpochView news) {
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
   * Sends an update to run in the epoch view, or has it wait for one; or for the time in which none
   * is open.
   *
   * @return whether it was taken; if not, it is routed as any
   */
  private boolean takes(PendingCall call) {
    if (!cycle.isInUse() || Placement.isAnyPinned(call.footprint().written())) {
      return false;
    }
    if (!mayRunInEpochView(call)) {
      return waitsForEpochCoordinator(call);
    }
    waiting.countAlone(call, false);
    if (cycle.takesCalls() && !cycle.epochView().inBatches()) {
      run(call);
    } else {
      waiting.forEpochView().add(call);
      filling.onWaiting();
      cycle.step();
    }
    return true;
  }

  /**
   * Holds the COMMIT of an interactive transaction until no epoch view is open.
   *
   * @return whether it is held
   */
  @Override
  public boolean holds(PendingCall call) {
    return cycle.isInUse()
        && call.isCommit()
        && call.transaction().mayHaveWritten()
        && waitsForEpochCoordinator(call);
  }

  private boolean waitsForEpochCoordinator(PendingCall call) {
    if (cycle.isAlone()) {
      waiting.countAlone(call, true);
      return false;
    }
    waiting.countAlone(call, false);
    waiting.forEpochCoordinator().add(call);
    cycle.step();
    return true;
  }

  private boolean mayRunInEpochView(PendingCall call) {
    EpochViewMembers members = cycle.epochView() == null ? null : cycle.epochView().members();
    if (reads.writesClosed(call, members, clock.nowUs())) {
      EpochCall.of(call).runAlone();
    }
    return isForEpochView(call);
  }

  private boolean isForEpochView(PendingCall call) {
    int epochCoordinator = scheme.gathersAt();
    return !call.repetition
        && !call.mayHaveRun()
        && !call.isFresh()
        && !EpochCall.of(call).runsAlone()
        && !(call.asksSerializable() && config.snapshots())
        && call.reroutes() < MOST_ROUNDS
        && placement.commonMaster(call.footprint().written()) == epochCoordinator
        && sites.takesNewWork(epochCoordinator);
  }

  /** A call runs at the primary of most of the keys that it writes, as far as they are known. */
  private void run(PendingCall call) {
    int site = cycle.epochView().members().executorOf(call);
    if (!sites.isReady(site)) {
      waiting.forEpochView().add(call);
      return;
    }
    EpochView epochView = cycle.epochView();
    try {
      sender.sendBare(call, site, run -> epochView.add(call, sites.link(site), run));
    } catch (ThetisException tooLong) {
      epochView.remove(call);
      sender.endUnsent(call, tooLong);
    }
    watch.onSent();
  }

  /** An attempt was answered with an error, or by being sent back. */
  @Override
  public void onAnswered(PendingCall call, boolean hasCommitted) {
    EpochCall state = EpochCall.ofAny(call);
    if (state != null && state.isInEpochView()) {
      state.leaveEpochView();
      if (cycle.epochView() != null) {
        cycle.epochView().remove(call.attemptId());
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
    if (said instanceof RunExclusively alone) {
      onAlone(call, alone.closedTable());
    } else {
      super.on(call, said);
    }
  }

  /** An attempt of a call that ran alone is over, or the call is. */
  private void onBack(PendingCall call) {
    EpochCall state = EpochCall.ofAny(call);
    if (state != null && state.countsAlone()) {
      waiting.countAlone(call, false);
      cycle.step();
    }
  }

  /**
   * A call cannot run in an epoch view.
   *
   * @param closedTable the read-mostly table that it writes; 0 if that is not why
   */
  private void onAlone(PendingCall call, int closedTable) {
    if (closedTable > 0) {
      reads.onClosedMet(closedTable, clock.nowUs());
    }
    onAnswered(call, false);
    if (!call.isDone()) {
      EpochCall.of(call).runAlone();
      cycle.again(call);
    }
  }

  /** The order of locks in the epoch view that is open or closes. */
  private final class Ordered implements OrderWatch.EpochViews {
    @Override
    public EpochOrder present() {
      return cycle.present() == null ? null : cycle.present().order();
    }

    @Override
    public void onLate(EpochAttempt oldest, boolean isSecond) {
      cycle.onLate(oldest, isSecond);
    }
  }

  /** Batches of the epoch view that is open. */
  private final class Batched implements BatchFilling.EpochViews {
    @Override
    public EpochBatch fillable() {
      boolean mayFill = cycle.isInUse() && cycle.takesCalls() && cycle.epochView().inBatches();
      return mayFill && cycle.epochView().batch().isOver() ? cycle.epochView().batch() : null;
    }

    @Override
    public void run(PendingCall call) {
      if (mayRunInEpochView(call)) {
        EpochCalls.this.run(call);
      } else {
        calls.route(call);
      }
    }

    @Override
    public EpochBatch present() {
      return cycle.present() == null ? null : cycle.present().batch();
    }

    @Override
    public void onLate(List<EpochAttempt> late) {
      cycle.onLate(late);
    }
  }
}
