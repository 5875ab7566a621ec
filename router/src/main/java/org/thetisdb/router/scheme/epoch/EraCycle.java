package org.thetisdb.router.scheme.epoch;

import java.util.BitSet;
import java.util.List;
import java.util.function.BiConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.thetisdb.core.scheme.SchemeSpec.Dispatch;
import org.thetisdb.core.time.EpochLength;
import org.thetisdb.core.time.Scheduler;
import org.thetisdb.core.wire.SiteToRouter.EpochCommitted;
import org.thetisdb.core.wire.SiteToRouter.EraBegun;
import org.thetisdb.core.wire.SiteToRouter.Executed;
import org.thetisdb.core.wire.SiteToRouter.OfEra;
import org.thetisdb.router.attempt.Retries;
import org.thetisdb.router.call.PendingCall;
import org.thetisdb.router.config.EpochConfig;
import org.thetisdb.router.report.Counters;
import org.thetisdb.router.routing.Scheme;
import org.thetisdb.router.site.CutDrawer;
import org.thetisdb.router.site.SiteLink;
import org.thetisdb.router.site.SiteTable;
import org.thetisdb.router.term.EngineParts;
import org.thetisdb.router.term.SchemeInForce;

/**
 * When an era of epochs opens and closes, and when its epochs end (decision 0050).
 *
 * <pre>
 *   ALONE --(calls for an era, and the others had their time)--> OPENING
 *   OPENING --(all members have begun)--> OPEN --(others wait, or members change)--> CLOSING
 *   CLOSING --(all is in the log)--> ALONE        any --(a member is lost)--> ALONE
 * </pre>
 *
 * <p>When a member is lost, what is decided and not on its way into the log is forgotten at all
 * sites, and those calls run again, unseen by their clients. Owned by the engine's thread.
 */
final class EraCycle {
  private static final Logger LOG = LoggerFactory.getLogger(EraCycle.class);

  /** A member that has not begun by then is left out for a while. */
  private static final long OPENING_US = 100_000;

  /** What is under way when an era closes has so long. */
  private static final long CLOSING_US = 200_000;

  /** So much may be decided and wait for the keeper's log, be it that clients have gone. */
  private static final int MOST_DECISIONS = 20_000;

  private enum State {
    ALONE,
    OPENING,
    OPEN,
    CLOSING
  }

  private final SchemeInForce inForce;
  private final Scheme scheme;
  private final SiteTable sites;
  private final CutDrawer cuts;
  private final Scheduler scheduler;
  private final Counters counters;
  private final Retries retries;
  private final EpochLength length;
  private final WaitingCalls waiting;
  private final BatchFilling filling;
  private final LastEra last;
  private final EraCandidates candidates;
  private final NextEra next;
  private final EraOutcomes outcomes;
  private State state = State.ALONE;
  private long sinceUs;
  private Era era;
  private boolean stepping;
  private boolean epochDue;
  private long epochEndedUs;
  private boolean shut;
  private boolean closed;

  /** No era is open. */
  EraCycle(
      EngineParts parts,
      Retries retries,
      EpochConfig config,
      NextEra next,
      WaitingCalls waiting,
      BatchFilling filling,
      LastEra last,
      BiConsumer<PendingCall, Executed> onCommitted) {
    this.inForce = parts.inForce();
    this.scheme = parts.scheme();
    this.sites = parts.sites();
    this.cuts = parts.cuts();
    this.scheduler = parts.scheduler();
    this.counters = parts.counters();
    this.retries = retries;
    this.length = new EpochLength(config.lengthUs());
    this.waiting = waiting;
    this.filling = filling;
    this.last = last;
    this.next = next;
    this.candidates = new EraCandidates(sites, scheduler.clock());
    this.outcomes = new EraOutcomes(this, last, filling, counters, retries, onCommitted);
  }

  /** Whether the scheme has epochs. */
  boolean isOn() {
    return inForce.spec().dispatch() == Dispatch.IN_EPOCHS;
  }

  /** Whether the scheme has epochs, and this router leads. */
  boolean isInUse() {
    return isOn() && !closed;
  }

  /** Whether no era is open, and nothing is decided that is not in the log. */
  boolean isAlone() {
    return state == State.ALONE;
  }

  /** Whether an era is open that calls can be sent to now. */
  boolean takesCalls() {
    return state == State.OPEN && !shut && era.log().decisions() < MOST_DECISIONS;
  }

  /** The era that opens, is open or closes; null if there is none. */
  Era era() {
    return era;
  }

  /** The same, while this router leads. */
  Era present() {
    return closed ? null : era;
  }

  /** Another scheme is in force. */
  void onSchemeChanged() {
    if (state != State.ALONE) {
      breakEra("the scheme has changed");
    }
  }

  /** No call comes any more for a while: what is decided goes into the log. */
  void shut() {
    shut = true;
    waiting.releaseForEra();
    waiting.releaseForKeeper();
    step();
  }

  /** Calls come again. */
  void open() {
    shut = false;
  }

  /** This router leads no more. */
  void close() {
    closed = true;
  }

  /** A site says something of an era. */
  void on(SiteLink from, OfEra said) {
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
    onProgress();
  }

  private void onCommitted(SiteLink from, EpochCommitted said) {
    if (era != null && era.log().isAbout(from, said)) {
      length.onDurable(nowUs() - epochEndedUs);
      era.log().onCommitted(said);
    } else {
      last.onCommitted(from, said);
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
      waiting.releaseForEra();
    }
  }

  /** Something was decided or ended, perhaps the last that the era waits for before it closes. */
  void onProgress() {
    endEpochLater();
    if (state == State.CLOSING) {
      step();
    }
  }

  /** An epoch is in the log. */
  void onEpoch() {
    onProgress();
    if (state == State.OPEN && !waiting.forEra().isEmpty()) {
      scheduler.execute(this::runWaiting);
    }
  }

  /** An epoch ends some time after something was decided in it. */
  private void endEpochLater() {
    if (era != null && era.log().hasDecided() && !epochDue) {
      epochDue = true;
      // A batch is an epoch, and goes into the log as soon as that has the one before.
      boolean isAtOnce = era.inBatches() || era.log().isOverdue();
      counters.epochLengthUs = length.us();
      scheduler.schedule(isAtOnce ? 0 : length.us(), this::endEpoch);
    }
  }

  private void endEpoch() {
    epochDue = false;
    if (era != null && !closed) {
      endEpochOf(era.log());
      if (state == State.OPEN) {
        closeIfWanted();
      }
    }
  }

  private void endEpochOf(EraLog log) {
    if (!log.endsEpoch()) {
      epochEndedUs = nowUs();
    }
    log.endEpoch();
  }

  private void become(State next) {
    state = next;
    sinceUs = nowUs();
  }

  private long nowUs() {
    return scheduler.clock().nowUs();
  }

  /** Looks soon whether an era is to open or to close. */
  void step() {
    if (!stepping && isInUse()) {
      stepping = true;
      scheduler.execute(this::stepNow);
    }
  }

  private void stepNow() {
    stepping = false;
    if (!isInUse()) {
      return;
    }
    switch (state) {
      case ALONE -> openIfWanted();
      case OPENING -> giveUpLate();
      case OPEN -> closeIfWanted();
      case CLOSING -> closeIfSettled();
    }
    boolean waits = waiting.isAny() || state == State.CLOSING;
    if ((waits || state == State.OPENING) && !stepping) {
      stepping = true;
      scheduler.schedule(Math.max(500, length.mostUs() / 4), this::stepNow);
    }
  }

  private void openIfWanted() {
    boolean othersDone = waiting.isNoneAlone();
    boolean wanted =
        !waiting.forEra().isEmpty() && (othersDone || nowUs() - sinceUs >= length.mostUs());
    int keeper = scheme.gathersAt();
    if (!wanted || shut || !sites.takesNewWork(keeper) || last.isThere()) {
      reconsider(keeper);
      return;
    }
    era = next.of(keeper, candidates.now(keeper), outcomes);
    become(State.OPENING);
    era.begin();
  }

  /** Who waits for an era while its keeper is lost may have to wait for something else. */
  private void reconsider(int keeper) {
    if (!sites.takesNewWork(keeper)) {
      waiting.releaseForEra();
    }
  }

  private void giveUpLate() {
    if (nowUs() - sinceUs < OPENING_US) {
      return;
    }
    breakEra("sites " + candidates.leaveOut(era.late()) + " do not begin it");
  }

  private void closeIfWanted() {
    boolean othersWait = !waiting.forKeeper().isEmpty() && nowUs() - sinceUs >= length.mostUs();
    List<Integer> members = candidates.now(scheme.gathersAt());
    if (shut || othersWait || !next.isLike(era.members(), members)) {
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
    endEpochOf(era.log());
    if (era != null && state == State.CLOSING && era.isSettled()) {
      era.close();
      era = null;
      beAlone();
    }
  }

  private void beAlone() {
    become(State.ALONE);
    waiting.releaseForKeeper();
    step();
  }

  /** A site is lost; an era needs all its members. */
  void onSiteLost(SiteLink link) {
    last.onSiteLost(link);
    if (era != null && era.members().sites().contains(link.site())) {
      breakEra("site " + link.site() + " is lost");
      last.onSiteLost(link);
    }
    step();
  }

  /** These have not run in time, or, if there are none, sites do not tell of conflicts. */
  void onLate(List<EraAttempt> late) {
    if (late.isEmpty()) {
      breakEra("sites " + leaveOutAwaited() + " do not tell of conflicts");
      return;
    }
    for (EraAttempt attempt : late) {
      attempt.site.forget(attempt.transaction);
      candidates.leaveOut(attempt.site.site());
      attempt.state.runAlone();
      if (!attempt.call.isDone()) {
        again(attempt.call);
      }
    }
    step();
  }

  /** A batch waits for all of its sites: the next ones are to do without those. */
  private BitSet leaveOutAwaited() {
    return candidates.leaveOut(era.awaited());
  }

  /** The oldest call of the order does not end, or, then, could not be called back. */
  void onLate(EraAttempt oldest, boolean isSecond) {
    BitSet silent = candidates.leaveOut(oldest.silent());
    if (isSecond || oldest.waitsForLocks()) {
      breakEra("sites " + silent + " do not run a call, or do not lock for it");
    } else {
      oldest.state.runAlone(); // it may be the call for which its site waits for something
      era.order().callBack(oldest);
      step();
    }
  }

  /** Ends the era at once: all that is not on its way into the log runs again. */
  void breakEra(String why) {
    LOG.info("era {} of epochs ends: {}", era.number() & 0xffffffffL, why);
    counters.erasBroken++;
    Era over = era;
    era = null;
    last.keep(over);
    List<PendingCall> calls = over.close();
    become(State.ALONE);
    calls.forEach(this::again);
    beAlone();
  }

  /** Tries a call again that did not come to its end in an era. */
  void again(PendingCall call) {
    EraCall.of(call).leaveEra();
    call.endAttempt();
    call.become(PendingCall.State.ROUTING);
    retries.again(call, false);
  }
}
