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
import org.thetisdb.core.wire.SiteToRouter.EpochViewBegun;
import org.thetisdb.core.wire.SiteToRouter.Executed;
import org.thetisdb.core.wire.SiteToRouter.OfEpochView;
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
 * When an epoch view opens and closes, and when its epochs end (decision 0050).
 *
 * <pre>
 *   ALONE --(calls for an epoch view, and the others had their time)--> OPENING
 *   OPENING --(all members have begun)--> OPEN --(others wait, or members change)--> CLOSING
 *   CLOSING --(all is in the log)--> ALONE        any --(a member is lost)--> ALONE
 * </pre>
 *
 * <p>When a member is lost, what is decided and not on its way into the log is forgotten at all
 * sites, and those calls run again, unseen by their clients. Owned by the engine's thread.
 */
final class EpochViewCycle {
  private static final Logger LOG = LoggerFactory.getLogger(EpochViewCycle.class);

  /** A member that has not begun by then is left out for a while. */
  private static final long OPENING_US = 100_000;

  /** What is under way when an epoch view closes has so long. */
  private static final long CLOSING_US = 200_000;

  /**
   * So much may be decided and wait for the epoch coordinator's log, be it that clients have gone.
   */
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
  private final WaitingForEpoch waiting;
  private final BatchFilling filling;
  private final LastEpochView last;
  private final EpochViewCandidates candidates;
  private final NextEpochView next;
  private final EpochOutcomes outcomes;
  private State state = State.ALONE;
  private long sinceUs;
  private EpochView epochView;
  private boolean stepping;
  private boolean epochDue;
  private long epochEndedUs;
  private boolean shut;
  private boolean closed;

  /** No epoch view is open. */
  EpochViewCycle(
      EngineParts parts,
      Retries retries,
      EpochConfig config,
      NextEpochView next,
      WaitingForEpoch waiting,
      BatchFilling filling,
      LastEpochView last,
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
    this.candidates = new EpochViewCandidates(sites, scheduler.clock());
    this.outcomes = new EpochOutcomes(this, last, filling, counters, retries, onCommitted);
  }

  /** Whether the scheme has epochs. */
  boolean isOn() {
    return inForce.spec().dispatch() == Dispatch.IN_EPOCHS;
  }

  /** Whether the scheme has epochs, and this router leads. */
  boolean isInUse() {
    return isOn() && !closed;
  }

  /** Whether no epoch view is open, and nothing is decided that is not in the log. */
  boolean isAlone() {
    return state == State.ALONE;
  }

  /** Whether an epoch view is open that calls can be sent to now. */
  boolean takesCalls() {
    return state == State.OPEN && !shut && epochView.log().decisions() < MOST_DECISIONS;
  }

  /** The epoch view that opens, is open or closes; null if there is none. */
  EpochView epochView() {
    return epochView;
  }

  /** The same, while this router leads. */
  EpochView present() {
    return closed ? null : epochView;
  }

  /** Another scheme is in force. */
  void onSchemeChanged() {
    if (state != State.ALONE) {
      breakEpochView("the scheme has changed");
    }
  }

  /** No call comes any more for a while: what is decided goes into the log. */
  void shut() {
    shut = true;
    waiting.releaseForEpochView();
    waiting.releaseForEpochCoordinator();
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

  /** A site says something of an epoch view. */
  void on(SiteLink from, OfEpochView said) {
    if (said instanceof EpochCommitted committed) {
      onCommitted(from, committed);
      return;
    }
    if (epochView == null) {
      return;
    }
    if (said instanceof EpochViewBegun begun) {
      onBegun(from, begun);
    } else {
      epochView.on(from, said);
    }
    onProgress();
  }

  private void onCommitted(SiteLink from, EpochCommitted said) {
    if (epochView != null && epochView.log().isAbout(from, said)) {
      length.onDurable(nowUs() - epochEndedUs);
      epochView.log().onCommitted(said);
    } else {
      last.onCommitted(from, said);
    }
  }

  private void onBegun(SiteLink from, EpochViewBegun begun) {
    if (state != State.OPENING || begun.epochView() != epochView.number()) {
      return;
    }
    if (epochView.onBegun(from.site(), begun, cuts.known())) {
      become(State.OPEN);
      runWaiting();
    }
  }

  private void runWaiting() {
    if (state != State.OPEN || closed) {
      return;
    }
    if (epochView.inBatches()) {
      filling.onWaiting();
    } else {
      waiting.releaseForEpochView();
    }
  }

  /**
   * Something was decided or ended, perhaps the last that the epoch view waits for before it
   * closes.
   */
  void onProgress() {
    endEpochLater();
    if (state == State.CLOSING) {
      step();
    }
  }

  /** An epoch is in the log. */
  void onEpoch() {
    onProgress();
    if (state == State.OPEN && !waiting.forEpochView().isEmpty()) {
      scheduler.execute(this::runWaiting);
    }
  }

  /** An epoch ends some time after something was decided in it. */
  private void endEpochLater() {
    if (epochView != null && epochView.log().hasDecided() && !epochDue) {
      epochDue = true;
      // A batch is an epoch, and goes into the log as soon as that has the one before.
      boolean isAtOnce = epochView.inBatches() || epochView.log().isOverdue();
      counters.epochLengthUs = length.us();
      scheduler.schedule(isAtOnce ? 0 : length.us(), this::endEpoch);
    }
  }

  private void endEpoch() {
    epochDue = false;
    if (epochView != null && !closed) {
      endEpochOf(epochView.log());
      if (state == State.OPEN) {
        closeIfWanted();
      }
    }
  }

  private void endEpochOf(EpochLog log) {
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

  /** Looks soon whether an epoch view is to open or to close. */
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
        !waiting.forEpochView().isEmpty() && (othersDone || nowUs() - sinceUs >= length.mostUs());
    int epochCoordinator = scheme.gathersAt();
    if (!wanted || shut || !sites.takesNewWork(epochCoordinator) || last.isThere()) {
      reconsider(epochCoordinator);
      return;
    }
    epochView = next.of(epochCoordinator, candidates.now(epochCoordinator), outcomes);
    become(State.OPENING);
    epochView.begin();
  }

  /**
   * A call that waits for an epoch view while its epoch coordinator is lost may have to wait for
   * something else.
   */
  private void reconsider(int epochCoordinator) {
    if (!sites.takesNewWork(epochCoordinator)) {
      waiting.releaseForEpochView();
    }
  }

  private void giveUpLate() {
    if (nowUs() - sinceUs < OPENING_US) {
      return;
    }
    breakEpochView("sites " + candidates.leaveOut(epochView.late()) + " do not begin it");
  }

  private void closeIfWanted() {
    boolean othersWait =
        !waiting.forEpochCoordinator().isEmpty() && nowUs() - sinceUs >= length.mostUs();
    List<Integer> members = candidates.now(scheme.gathersAt());
    if (shut || othersWait || !next.isLike(epochView.members(), members)) {
      become(State.CLOSING);
      closeIfSettled();
    } else if (epochView.members().epochCoordinator() != scheme.gathersAt()) {
      become(State.CLOSING);
    }
  }

  private void closeIfSettled() {
    if (nowUs() - sinceUs > CLOSING_US && !epochView.log().endsEpoch()) {
      leaveOutAwaited();
      breakEpochView("what is under way does not end");
      return;
    }
    endEpochOf(epochView.log());
    if (epochView != null && state == State.CLOSING && epochView.isSettled()) {
      epochView.close();
      epochView = null;
      beAlone();
    }
  }

  private void beAlone() {
    become(State.ALONE);
    waiting.releaseForEpochCoordinator();
    step();
  }

  /** A site is lost; an epoch view needs all its members. */
  void onSiteLost(SiteLink link) {
    last.onSiteLost(link);
    if (epochView != null && epochView.members().sites().contains(link.site())) {
      breakEpochView("site " + link.site() + " is lost");
      last.onSiteLost(link);
    }
    step();
  }

  /** These have not run in time, or, if there are none, sites do not tell of conflicts. */
  void onLate(List<EpochAttempt> late) {
    if (late.isEmpty()) {
      breakEpochView("sites " + leaveOutAwaited() + " do not tell of conflicts");
      return;
    }
    for (EpochAttempt attempt : late) {
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
    return candidates.leaveOut(epochView.awaited());
  }

  /** The oldest call of the order does not end, or, then, could not be called back. */
  void onLate(EpochAttempt oldest, boolean isSecond) {
    BitSet silent = candidates.leaveOut(oldest.silent());
    if (isSecond || oldest.waitsForLocks()) {
      breakEpochView("sites " + silent + " do not run a call, or do not lock for it");
    } else {
      oldest.state.runAlone(); // it may be the call for which its site waits for something
      epochView.order().callBack(oldest);
      step();
    }
  }

  /** Ends the epoch view at once: all that is not on its way into the log runs again. */
  void breakEpochView(String why) {
    LOG.info("epoch view {} ends: {}", epochView.number() & 0xffffffffL, why);
    counters.epochViewsBroken++;
    EpochView over = epochView;
    epochView = null;
    last.keep(over);
    List<PendingCall> calls = over.close();
    become(State.ALONE);
    calls.forEach(this::again);
    beAlone();
  }

  /** Tries a call again that did not come to its end in an epoch view. */
  void again(PendingCall call) {
    EpochCall.of(call).leaveEpochView();
    call.endAttempt();
    call.become(PendingCall.State.ROUTING);
    retries.again(call, false);
  }
}
