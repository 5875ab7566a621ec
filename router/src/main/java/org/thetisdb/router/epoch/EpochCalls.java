package org.thetisdb.router.epoch;

import java.util.BitSet;
import java.util.List;
import java.util.function.BiConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.thetisdb.core.placement.SiteStanding;
import org.thetisdb.core.scheme.SchemeSpec.Dispatch;
import org.thetisdb.core.time.Scheduler;
import org.thetisdb.core.wire.RouterToSite.EraRules;
import org.thetisdb.core.wire.SiteToRouter.EpochCommitted;
import org.thetisdb.core.wire.SiteToRouter.EraBegun;
import org.thetisdb.core.wire.SiteToRouter.Executed;
import org.thetisdb.core.wire.SiteToRouter.OfEra;
import org.thetisdb.router.attempt.CallSender;
import org.thetisdb.router.attempt.Retries;
import org.thetisdb.router.call.CallQueue;
import org.thetisdb.router.call.PendingCall;
import org.thetisdb.router.catalog.Catalog;
import org.thetisdb.router.config.EpochConfig;
import org.thetisdb.router.report.Counters;
import org.thetisdb.router.routing.Placement;
import org.thetisdb.router.routing.Scheme;
import org.thetisdb.router.site.CutDrawer;
import org.thetisdb.router.site.SiteLink;
import org.thetisdb.router.site.SiteTable;
import org.thetisdb.router.term.EngineParts;
import org.thetisdb.router.term.SchemeInForce;

/**
 * Sends updates to run in an era of epochs, under a scheme that has such (decision 0050), and all
 * that cannot run so when none is open: then the keeper runs it alone, as a primary would.
 *
 * <pre>
 *   ALONE --(calls for an era, and the others had their time)--> OPENING
 *   OPENING --(all members have begun)--> OPEN --(others wait, or members change)--> CLOSING
 *   CLOSING --(all is in the log)--> ALONE        any --(a member is lost)--> ALONE
 * </pre>
 *
 * <p>When a member is lost, what is decided and not on its way into the log is forgotten at all
 * sites, and those calls run again, unseen by their clients. Calls wait here in the order in which
 * they came; the table of calls bounds how many. Owned by the engine's thread.
 */
public final class EpochCalls {
  private static final Logger LOG = LoggerFactory.getLogger(EpochCalls.class);

  /** A member that has not begun by then is left out for a while. */
  private static final long OPENING_US = 100_000;

  /** What is under way when an era closes has so long. */
  private static final long CLOSING_US = 200_000;

  /** Who has lost so many rounds runs alone, where it locks what it needs. */
  private static final int MOST_ROUNDS = 48;

  /** So much may be decided and wait for the keeper's log, be it that clients have gone. */
  private static final int MOST_DECISIONS = 20_000;

  private static final int NUMBER_BITS = 32;

  private enum State {
    ALONE,
    OPENING,
    OPEN,
    CLOSING
  }

  private final SchemeInForce inForce;
  private final Placement placement;
  private final Scheme scheme;
  private final SiteTable sites;
  private final CutDrawer cuts;
  private final Scheduler scheduler;
  private final Counters counters;
  private final Catalog catalog;
  private final CallSender sender;
  private final Retries retries;
  private final Route route;
  private final BiConsumer<PendingCall, Executed> onCommitted;
  private final EpochConfig config;
  private final long epochUs;
  private final CallQueue forEra = new CallQueue();
  private final CallQueue forKeeper = new CallQueue();
  private final BatchFilling filling;
  private final EraCandidates candidates;
  private State state = State.ALONE;
  private long sinceUs;
  private long lastEra;
  private int aloneUnderWay;
  private Era era;
  private EraHomes homes;

  /** One that is over, of which an epoch may still come into the keeper's log; or null. */
  private Era last;

  private boolean stepping;
  private boolean epochDue;
  private boolean shut;
  private boolean closed;

  /** Routes a call anew. */
  @FunctionalInterface
  public interface Route {
    void again(PendingCall call);
  }

  /** No era is open; those of one router epoch have numbers of their own. */
  public EpochCalls(
      int epoch,
      EngineParts parts,
      Catalog catalog,
      CallSender sender,
      Retries retries,
      EpochConfig config,
      Route route,
      BiConsumer<PendingCall, Executed> onCommitted) {
    this.inForce = parts.inForce();
    this.placement = parts.placement();
    this.scheme = parts.scheme();
    this.sites = parts.sites();
    this.cuts = parts.cuts();
    this.scheduler = parts.scheduler();
    this.counters = parts.counters();
    this.catalog = catalog;
    this.sender = sender;
    this.retries = retries;
    this.config = config;
    this.epochUs = config.lengthUs();
    this.route = route;
    this.onCommitted = onCommitted;
    this.lastEra = (long) epoch << NUMBER_BITS;
    this.candidates = new EraCandidates(sites, scheduler.clock());
    this.filling = new BatchFilling(forEra, config.batches(), scheduler, new Batched());
  }

  /** Whether the scheme has epochs. */
  public boolean isOn() {
    return inForce.spec().dispatch() == Dispatch.IN_EPOCHS;
  }

  /** Whether nothing is decided that is not in the log. */
  public boolean isSettled() {
    return state == State.ALONE;
  }

  /** Another scheme is in force. */
  public void onSchemeChanged() {
    if (state != State.ALONE) {
      breakEra("the scheme has changed");
    }
  }

  /** No call comes any more for a while: what is decided goes into the log. */
  public void shut() {
    shut = true;
    releaseWaiting();
    step();
  }

  /** Calls come again. */
  public void open() {
    shut = false;
  }

  private void releaseWaiting() {
    for (PendingCall call : forEra.releaseAll()) {
      route.again(call);
    }
    for (PendingCall call : forKeeper.releaseAll()) {
      route.again(call);
    }
  }

  /** This router leads no more. */
  public void close() {
    closed = true;
  }

  /**
   * Sends an update to run in the era, or has it wait for one; or for the time in which none is
   * open.
   *
   * @return whether it was taken; if not, it is routed as any
   */
  public boolean takes(PendingCall call) {
    if (!isOn() || closed || Placement.isAnyPinned(call.footprint.written())) {
      return false;
    }
    if (!isForEra(call)) {
      return waitsForKeeper(call);
    }
    countAlone(call, false);
    if (takesCalls() && !era.inBatches()) {
      run(call);
    } else {
      forEra.add(call);
      filling.onWaiting();
      step();
    }
    return true;
  }

  private boolean takesCalls() {
    return state == State.OPEN && !shut && era.log().decisions() < MOST_DECISIONS;
  }

  /**
   * Holds the COMMIT of an interactive transaction until no era is open.
   *
   * @return whether it is held
   */
  public boolean holds(PendingCall call) {
    return isOn()
        && !closed
        && call.isCommit()
        && call.transaction.mayHaveWritten
        && waitsForKeeper(call);
  }

  private boolean waitsForKeeper(PendingCall call) {
    if (state == State.ALONE) {
      countAlone(call, true);
      return false;
    }
    countAlone(call, false);
    forKeeper.add(call);
    step();
    return true;
  }

  private boolean isForEra(PendingCall call) {
    int keeper = scheme.gathersAt();
    return !call.repetition
        && !call.mayHaveRun
        && !call.fresh
        && !call.runsAlone
        && !(call.asksSerializable && config.snapshots())
        && call.reroutes < MOST_ROUNDS
        && placement.commonMaster(call.footprint.written()) == keeper
        && sites.takesNewWork(keeper);
  }

  private void countAlone(PendingCall call, boolean isAlone) {
    if (call.countsAlone != isAlone) {
      call.countsAlone = isAlone;
      aloneUnderWay += isAlone ? 1 : -1;
    }
  }

  /** A call runs at the primary of most of the keys that it writes, as far as they are known. */
  private void run(PendingCall call) {
    int site = homes.of(call);
    if (!sites.isReady(site)) {
      forEra.add(call);
      return;
    }
    sender.sendInEra(call, site, era);
  }

  /** An attempt was answered: with an error, or by being sent back. */
  public void onAnswered(PendingCall call) {
    if (call.inEra) {
      call.inEra = false;
      if (era != null) {
        era.remove(call.attemptId);
      }
    }
    onBack(call);
  }

  /** An attempt of a call that ran alone is over, or the call is. */
  public void onBack(PendingCall call) {
    if (call.countsAlone) {
      countAlone(call, false);
      step();
    }
  }

  /** A site says something of an era. */
  public void on(SiteLink from, OfEra said) {
    if (said instanceof EpochCommitted committed) {
      onCommitted(from, committed);
      return;
    }
    if (era == null) {
      return;
    }
    if (said instanceof EraBegun begun) {
      onBegun(from, begun);
    } else {
      era.on(from, said);
    }
    endEpochLater();
    if (state == State.CLOSING) {
      step();
    }
  }

  /** A call cannot run in an era. */
  public void onAlone(PendingCall call) {
    onAnswered(call);
    if (!call.isDone()) {
      call.runsAlone = true;
      again(call);
    }
  }

  private void onCommitted(SiteLink from, EpochCommitted said) {
    if (era != null && era.log().isAbout(from, said)) {
      era.log().onCommitted(said);
    } else if (last != null && last.log().isAbout(from, said)) {
      last.log().onCommitted(said);
    }
  }

  private void onBegun(SiteLink from, EraBegun begun) {
    if (state != State.OPENING || begun.era() != era.number()) {
      return;
    }
    if (era.onBegun(from.site(), begun, cuts.known())) {
      become(State.OPEN);
      runWaiting();
    }
  }

  private void runWaiting() {
    if (state != State.OPEN || closed) {
      return;
    }
    if (era.inBatches()) {
      filling.onWaiting();
    } else {
      for (PendingCall call : forEra.releaseAll()) {
        route.again(call);
      }
    }
  }

  private void become(State next) {
    state = next;
    sinceUs = nowUs();
  }

  /** An epoch ends some time after something was decided in it. */
  private void endEpochLater() {
    if (era != null && era.log().hasDecided() && !epochDue) {
      epochDue = true;
      // A batch is an epoch, and goes into the log as soon as that has the one before.
      scheduler.schedule(era.inBatches() ? 0 : epochUs, this::endEpoch);
    }
  }

  private void endEpoch() {
    epochDue = false;
    if (era != null && !closed) {
      era.log().endEpoch();
      if (state == State.OPEN) {
        closeIfWanted();
      }
    }
  }

  private void step() {
    if (!stepping && !closed && isOn()) {
      stepping = true;
      scheduler.execute(this::stepNow);
    }
  }

  private void stepNow() {
    stepping = false;
    if (closed || !isOn()) {
      return;
    }
    switch (state) {
      case ALONE -> openIfWanted();
      case OPENING -> giveUpLate();
      case OPEN -> closeIfWanted();
      case CLOSING -> closeIfSettled();
    }
    boolean waits = !forEra.isEmpty() || !forKeeper.isEmpty() || state == State.CLOSING;
    if ((waits || state == State.OPENING) && !stepping) {
      stepping = true;
      scheduler.schedule(Math.max(500, epochUs / 4), this::stepNow);
    }
  }

  private long nowUs() {
    return scheduler.clock().nowUs();
  }

  private void openIfWanted() {
    boolean othersDone = aloneUnderWay == 0 && forKeeper.isEmpty();
    boolean wanted = !forEra.isEmpty() && (othersDone || nowUs() - sinceUs >= epochUs);
    int keeper = scheme.gathersAt();
    if (!wanted || shut || !sites.takesNewWork(keeper) || last != null) {
      reconsider(keeper);
      return;
    }
    List<Integer> members = candidates.now(keeper);
    EraRules rules = EraMembers.rules(inForce.spec(), config);
    boolean reordering = config.batches().reordering();
    era = new Era(new EraMembers(++lastEra, keeper, members, rules, sites), reordering, new Ends());
    homes = new EraHomes(members, catalog);
    become(State.OPENING);
    era.begin();
  }

  /** Who waits for an era while its keeper is lost may have to wait for something else. */
  private void reconsider(int keeper) {
    if (!sites.takesNewWork(keeper) && !forEra.isEmpty()) {
      for (PendingCall call : forEra.releaseAll()) {
        route.again(call);
      }
    }
  }

  private void giveUpLate() {
    if (nowUs() - sinceUs < OPENING_US) {
      return;
    }
    BitSet late = era.late();
    late.stream().forEach(candidates::leaveOut);
    breakEra("sites " + late + " do not begin it");
  }

  /** A batch waits for all of its sites: the next ones are to do without those. */
  private BitSet leaveOutAwaited() {
    BitSet awaited = era.inBatches() ? era.batch().awaited() : new BitSet();
    awaited.stream().forEach(candidates::leaveOut);
    return awaited;
  }

  private void closeIfWanted() {
    boolean othersWait = !forKeeper.isEmpty() && nowUs() - sinceUs >= epochUs;
    if (shut || othersWait || !candidates.now(scheme.gathersAt()).equals(era.members().sites())) {
      become(State.CLOSING);
      closeIfSettled();
    } else if (era.members().keeper() != scheme.gathersAt()) {
      become(State.CLOSING);
    }
  }

  private void closeIfSettled() {
    if (nowUs() - sinceUs > CLOSING_US && !era.log().endsEpoch()) {
      leaveOutAwaited();
      breakEra("what is under way does not end");
      return;
    }
    era.log().endEpoch();
    if (era != null && state == State.CLOSING && era.isSettled()) {
      era.close();
      era = null;
      beAlone();
    }
  }

  private void beAlone() {
    become(State.ALONE);
    for (PendingCall call : forKeeper.releaseAll()) {
      route.again(call);
    }
    step();
  }

  /** Sites have come, are lost, or are stood in for. */
  public void onSitesChanged() {
    step();
  }

  /** A member is lost: all that is not on its way into the log runs again. */
  public void onSiteLost(SiteLink link) {
    if (last != null && last.members().keeperLink() == link) {
      Era over = last;
      last = null;
      doubt(over);
    }
    if (era != null && era.members().sites().contains(link.site())) {
      Era over = era;
      breakEra("site " + link.site() + " is lost");
      if (over.members().keeperLink() == link) {
        last = null;
        doubt(over);
      }
    }
    step();
  }

  /** The keeper may have committed them: they are asked for again when that is known. */
  private void doubt(Era over) {
    for (PendingCall call : over.log().takeInFlight()) {
      call.mayHaveRun = true;
      call.become(PendingCall.State.ROUTING);
      if (sites.roster().is(over.members().keeper(), SiteStanding.GONE)) {
        route.again(call);
      } else {
        sender.hold(call, over.members().keeper());
      }
    }
  }

  private void breakEra(String why) {
    LOG.info("era {} of epochs ends: {}", era.number() & 0xffffffffL, why);
    counters.erasBroken++;
    Era over = era;
    era = null;
    last = over.log().waits() ? over : null;
    List<PendingCall> calls = over.close();
    become(State.ALONE);
    calls.forEach(this::again);
    beAlone();
  }

  private void again(PendingCall call) {
    call.inEra = false;
    call.sentTo = null;
    call.become(PendingCall.State.ROUTING);
    retries.again(call, false);
  }

  /** Batches of the era that is open. */
  private final class Batched implements BatchFilling.Eras {
    @Override
    public EraBatch fillable() {
      boolean mayFill = !closed && isOn() && takesCalls() && era.inBatches();
      return mayFill && era.batch().isOver() ? era.batch() : null;
    }

    @Override
    public void run(PendingCall call) {
      if (isForEra(call)) {
        EpochCalls.this.run(call);
      } else {
        route.again(call);
      }
    }

    @Override
    public EraBatch present() {
      return closed || era == null ? null : era.batch();
    }

    @Override
    public void onLate(List<EraAttempt> late) {
      if (late.isEmpty()) {
        breakEra("sites " + leaveOutAwaited() + " do not tell of conflicts");
        return;
      }
      for (EraAttempt attempt : late) {
        attempt.site.forget(attempt.transaction);
        candidates.leaveOut(attempt.site.site());
        attempt.call.runsAlone = true;
        if (!attempt.call.isDone()) {
          again(attempt.call);
        }
      }
      step();
    }
  }

  /** What becomes of calls. */
  private final class Ends implements Era.Listener {
    @Override
    public void onDecided(boolean isEarlier, boolean isDoubtful) {
      counters.decided++;
      counters.decidedEarlier += isEarlier ? 1 : 0;
      counters.decidedInDoubt += isDoubtful ? 1 : 0;
    }

    @Override
    public void onAgain(PendingCall call) {
      again(call);
    }

    @Override
    public void onBatch(int committed, List<PendingCall> lost) {
      counters.retried += lost.size();
      filling.onDecided(committed, lost);
      endEpochLater();
      if (state == State.CLOSING) {
        step();
      }
    }

    @Override
    public void onCommitted(PendingCall call, Executed executed) {
      onCommitted.accept(call, executed);
    }

    @Override
    public void onEpoch() {
      counters.epochs++;
      if (last != null) {
        last = null;
        step();
      }
      endEpochLater();
      if (state == State.OPEN && !forEra.isEmpty()) {
        scheduler.execute(EpochCalls.this::runWaiting);
      } else if (state == State.CLOSING) {
        step();
      }
    }

    @Override
    public void onRefused(PendingCall call) {
      call.runsAlone = true;
      if (last != null) {
        Era over = last;
        last = null;
        over.close().forEach(EpochCalls.this::again);
        step();
      } else {
        breakEra("its keeper refuses what was decided");
      }
    }
  }
}
