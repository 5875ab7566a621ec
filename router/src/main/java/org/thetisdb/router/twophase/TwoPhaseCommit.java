package org.thetisdb.router.twophase;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeMap;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ErrorCode.Effect;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.time.Scheduler;
import org.thetisdb.core.wire.KeySet;
import org.thetisdb.core.wire.RouterToSite.GiveWay;
import org.thetisdb.core.wire.RouterToSite.HoldPlace;
import org.thetisdb.core.wire.RouterToSite.Observed;
import org.thetisdb.core.wire.RouterToSite.Step;
import org.thetisdb.core.wire.SiteToRouter.AwaitedRow;
import org.thetisdb.core.wire.SiteToRouter.Executed;
import org.thetisdb.core.wire.SiteToRouter.Voted;
import org.thetisdb.router.attempt.CallSender;
import org.thetisdb.router.attempt.Retries;
import org.thetisdb.router.call.CallEnd;
import org.thetisdb.router.call.CallPart;
import org.thetisdb.router.call.PendingCall;
import org.thetisdb.router.call.ReadRule;
import org.thetisdb.router.routing.Route;
import org.thetisdb.router.site.SiteTable;
import org.thetisdb.router.term.EngineParts;

/**
 * Has transactions prepared at their participants, and run at their coordinators (decision 0031);
 * or run there first, and validated by their participants (decision 0049); or run in fragments by
 * all of their masters, of which one commits (decision 0150). All participants are asked at once,
 * and the coordinator last. Of those that wait for each other in a cycle the youngest gives back
 * what it has, and begins anew (decision 0078).
 *
 * <p>The decision is a record in the coordinator's log, not here. This router knows only which
 * attempts may still be decided, and notifies sites; what they find prepared beside those, when
 * they have applied all that was acknowledged, was aborted. Owned by the engine's thread.
 */
public final class TwoPhaseCommit {
  private static final KeySet NO_KEYS = new KeySet(List.of(), List.of(), List.of());

  /**
   * How long one step of an attempt may wait at a site; doubles with each round that is lost.
   * Cycles through rows are found long before; this ends those through moves of partitions.
   */
  private static final int STEP_MS = 1_000;

  private static final int MOST_DOUBLINGS = 3;

  private final SiteTable sites;
  private final CallEnd end;
  private final CallSender sender;
  private final Retries retries;
  private final Scheduler scheduler;

  /** Which attempts may be decided yet, and what sites hear of that. */
  private final OutcomeNews news;

  /** Of these, those that sites have a step of, or are about to get one. */
  private final Map<Long, PendingCall> underWay = new TreeMap<>();

  private final DeadlockCycles cycles = new DeadlockCycles();
  private final StandingAttempts standing = new StandingAttempts();

  /** COMMITs that have waited too long for rows, and try again. */
  private final Set<PendingCall> patient = new LinkedHashSet<>();

  private long votedAlone;

  /** The attempts of one epoch, whose numbers no other epoch gives. */
  public TwoPhaseCommit(
      int epoch, EngineParts parts, CallEnd end, CallSender sender, Retries retries) {
    this.end = end;
    this.sites = parts.sites();
    this.scheduler = parts.scheduler();
    this.sender = sender;
    this.retries = retries;
    this.news = new OutcomeNews(epoch, parts);
  }

  /** Begins an attempt. */
  public void begin(PendingCall call, Route route) {
    long id = news.begin();
    begin(
        call,
        call.reads() == ReadRule.VALIDATED
            ? DistributedAttempt.thatValidates(id, route.site())
            : new DistributedAttempt(id, route.site(), route.participants()));
  }

  /**
   * Begins an attempt of which each master runs a fragment.
   *
   * @param home which of them commits it, when all others have voted
   * @param others one at least
   * @param atHome what it is going to meet there, in turn with those that others prepare there
   * @param fragments what they do about undecided rows: FRAGMENT, SPECULATE or BLOCK
   */
  public void beginInFragments(
      PendingCall call, int home, int[] others, KeySet atHome, Step fragments) {
    long id = news.begin();
    DistributedAttempt attempt = DistributedAttempt.inFragments(id, home, others, fragments);
    if (atHome.largest() > 0 && sites.isReady(home)) {
      sites.link(home).send(new HoldPlace(id, atHome));
      attempt.holdPlace();
    }
    begin(call, attempt);
  }

  /** Begins an attempt that one site runs, and commits if it stands on nothing undecided there. */
  public void beginAlone(PendingCall call, int site) {
    begin(call, DistributedAttempt.alone(news.begin(), site));
  }

  /** Home cannot run its fragment of a call, which goes another way. */
  public void leaveFragments(PendingCall call) {
    if (has(call)) {
      CallOverSites.of(call).leaveFragments();
      abort(call);
    }
    beginAnew(call);
  }

  private void begin(PendingCall call, DistributedAttempt attempt) {
    CallOverSites.of(call).begin(attempt);
    underWay.put(attempt.id, call);
    step(call);
  }

  /** Whether a call may run in fragments, as far as its runs before have shown. */
  public static boolean mayRunInFragments(PendingCall call) {
    return CallOverSites.mayRunInFragments(call);
  }

  /** A master has run its fragment. When all have, the call is decided, or goes another way. */
  private void onVoted(PendingCall call, Voted vote) {
    if (call.isDone()) {
      end(call);
      return;
    }
    DistributedAttempt attempt = CallOverSites.attemptOf(call);
    attempt.onVoted(vote);
    if (standing.add(attempt.id, vote.below(), underWay::containsKey)) {
      abort(call);
      beginAnew(call);
      return;
    }
    if (!attempt.isDeciding() && vote.parts() > 0) {
      return;
    }
    if (attempt.isAlone()) {
      votedAlone++;
      decideWithThoseBelow(attempt);
    }
    if (attempt.votes().fit()) {
      call.endAttempt();
      call.become(PendingCall.State.ROUTING);
      step(call);
    } else {
      leaveFragments(call);
    }
  }

  /** In their log it follows them without waiting for an append. */
  private void decideWithThoseBelow(DistributedAttempt attempt) {
    NavigableSet<Long> named = attempt.votes().below();
    PendingCall below = named.isEmpty() ? null : underWay.get(named.last());
    if (below != null) {
      attempt.decideAt(CallOverSites.attemptOf(below).coordinator());
    }
  }

  /** An attempt has run, and its coordinator keeps aside what it writes. */
  public void onRan(PendingCall call, Observed observed, int[] participants) {
    CallOverSites.attemptOf(call).onRan(observed, participants);
    step(call);
  }

  private void step(PendingCall call) {
    DistributedAttempt attempt = CallOverSites.attemptOf(call);
    if (attempt.asksSeveral()) {
      askAll(call);
    } else if (sites.isUsable(attempt.next())) {
      if (call.isCommit() && attempt.isDeciding()) {
        call.setMayHaveRun(true);
      }
      send(call, attempt.next(), call);
      if (call.isDone()) {
        end(call); // it is too long for a message
      }
    } else {
      end(call);
      sender.hold(call, attempt.next());
    }
  }

  private void askAll(PendingCall call) {
    int[] participants = CallOverSites.attemptOf(call).participants();
    for (int site : participants) {
      if (!sites.isUsable(site)) {
        end(call);
        sender.hold(call, site);
        return;
      }
    }
    for (int site : participants) {
      Preparation one = new Preparation(call, sites.link(site), this::onLate, this::onVoted);
      send(call, site, one);
      if (call.isDone()) {
        end(call); // it is too long for a message
        return;
      }
      one.begin(call.attemptId());
    }
  }

  private void send(PendingCall call, int site, CallPart hears) {
    DistributedAttempt attempt = CallOverSites.attemptOf(call);
    call.setDistributed(!attempt.isAlone());
    sender.sendPart(call, site, mostMs(call), attempt.seen(), attempt::partOf, hears);
  }

  /** A site may have prepared something of which nothing will come, and heard of that before. */
  private void onLate(DistributedAttempt attempt, int site) {
    news.tellAborted(attempt.id, List.of(), each -> each == site);
  }

  /** How long the next step may wait. A COMMIT waits for no rows at its coordinator. */
  private static int mostMs(PendingCall call) {
    return call.isCommit() && CallOverSites.attemptOf(call).isDeciding()
        ? Integer.MAX_VALUE
        : STEP_MS << Math.min(MOST_DOUBLINGS, call.reroutes());
  }

  /**
   * A site answered the part that it had.
   *
   * @return whether the call goes on; else its client gets the answer
   */
  public boolean takes(PendingCall call, Executed executed) {
    Step step = CallOverSites.attemptOf(call).step();
    if (isCommittedAlone(call, executed)) {
      onDecided(call);
      return false;
    }
    if (executed.errorNumber() != 0 || call.isDone() || step == Step.RUN || step == Step.FRAGMENT) {
      // the site that is to run it, and knows that it has committed before, reports what came of it
      end(call, mayBeDecided(CallOverSites.attemptOf(call)) && !wasRolledBack(executed));
      return call.isDone()
          || triesAgain(call, executed)
          || (step == Step.PREPARE && isUnknown(call, executed));
    }
    boolean prepared = step == Step.PREPARE;
    if (prepared) {
      CallOverSites.attemptOf(call).onPrepared(executed.vector());
      call.become(PendingCall.State.ROUTING);
      step(call);
    } else {
      onDecided(call);
    }
    return prepared;
  }

  private static boolean wasRolledBack(Executed executed) {
    Effect effect =
        executed.errorNumber() == 0 ? null : ErrorCode.ofNumber(executed.errorNumber()).effect();
    return effect == Effect.ABORTED || effect == Effect.NOT_RUN;
  }

  private static boolean isCommittedAlone(PendingCall call, Executed executed) {
    return executed.errorNumber() == 0
        && !call.isDone()
        && CallOverSites.attemptOf(call).isAlone()
        && CallOverSites.attemptOf(call).step() == Step.FRAGMENT;
  }

  /**
   * Ends a call that may have committed before, here or as its client sent it first, as one whose
   * outcome is unknown: a site that is asked to prepare does not look up what became of it (hazard
   * 3).
   */
  private boolean isUnknown(PendingCall call, Executed executed) {
    if (call.isInDoubt() || (call.repetition && call.transaction() == null)) {
      end.fail(call, new ThetisException(ErrorCode.OUTCOME_UNKNOWN, executed.message()));
    }
    return call.isDone();
  }

  /** An attempt that only waited for too long begins anew. */
  private boolean triesAgain(PendingCall call, Executed executed) {
    boolean onlyWaited =
        executed.errorNumber() == ErrorCode.TIMED_OUT.number()
            || executed.errorNumber() == ErrorCode.CONFLICT.number();
    if (!onlyWaited || scheduler.clock().nowUs() >= call.deadlineUs || givesWay(call)) {
      return false;
    }
    call.become(PendingCall.State.ROUTING);
    retries.again(call, false);
    return true;
  }

  /**
   * Whether a COMMIT that has waited too long ends, since an older one has, too: each may wait for
   * rows that the other has locked where it runs. Calls give back all that they have; a transaction
   * keeps what its statements have locked.
   */
  private boolean givesWay(PendingCall call) {
    if (!call.isCommit()) {
      return false;
    }
    if (CallOverSites.of(call).endsInCycle()) {
      return true;
    }
    patient.removeIf(PendingCall::isDone);
    for (PendingCall other : patient) {
      if (other.transaction().order < call.transaction().order) {
        return true;
      }
    }
    patient.add(call);
    return false;
  }

  /**
   * A site reports which waits for which there. The youngest of each cycle gives back what it has,
   * and begins anew.
   */
  public void onAwaited(int site, List<AwaitedRow> waits) {
    cycles.learn(site, waits);
    for (DeadlockCycles.Step step : cycles.toGiveWay(underWay)) {
      PendingCall call = step.call();
      if (step.keeps()) {
        CallOverSites.of(call).endInCycle();
      }
      if (!CallOverSites.attemptOf(call).giveWay() && call.sentTo() != null) {
        call.sentTo().send(new GiveWay(call.attemptId()));
      }
    }
  }

  /** So many calls of one site have voted, since they stand on others. */
  public long votedAlone() {
    return votedAlone;
  }

  /** Whether a call has an attempt over several sites under way. */
  public boolean has(PendingCall call) {
    return CallOverSites.attemptOf(call) != null;
  }

  /** Whether masters have voted for a call's present attempt on rows that are not decided. */
  public boolean standsOnOthers(PendingCall call) {
    DistributedAttempt attempt = CallOverSites.attemptOf(call);
    return attempt != null && attempt.votes() != null && !attempt.votes().below().isEmpty();
  }

  /** The site that runs a call's present attempt over several sites. */
  public int coordinatorOf(PendingCall call) {
    return CallOverSites.attemptOf(call).coordinator();
  }

  /** A client gives a call up: participants that have not answered need not. */
  public void callOff(PendingCall call) {
    DistributedAttempt attempt = CallOverSites.attemptOf(call);
    if (attempt != null) {
      attempt.callOff();
    }
  }

  /** An attempt is over; the logs that are known here have the decision, if there is one. */
  public void end(PendingCall call) {
    end(call, mayBeDecided(CallOverSites.attemptOf(call)));
  }

  /** Whether home was asked to decide: then its log alone says what came of it. */
  private static boolean mayBeDecided(DistributedAttempt attempt) {
    return attempt.isDeciding();
  }

  /** An attempt is over, and was not committed: nothing of it comes to any log. */
  public void abort(PendingCall call) {
    end(call, false);
  }

  private void end(PendingCall call, boolean mayBeDecided) {
    DistributedAttempt attempt = CallOverSites.attemptOf(call);
    CallOverSites.of(call).end();
    attempt.callOff();
    news.end(attempt.id);
    underWay.remove(attempt.id);
    if (mayBeDecided) {
      standing.decide(attempt.id);
      Arrays.stream(attempt.participants()).forEach(news::tell);
    } else {
      onAborted(attempt);
    }
    if (attempt.holdsPlace() && sites.isReady(attempt.coordinator())) {
      sites.link(attempt.coordinator()).send(new HoldPlace(attempt.id, NO_KEYS));
    }
    if (attempt.validates) {
      news.tell(attempt.coordinator()); // it keeps a run, and locks
    }
  }

  /** An attempt was answered by its coordinator; the log has the decision, if there is one. */
  private void onDecided(PendingCall call) {
    DistributedAttempt attempt = CallOverSites.attemptOf(call);
    standing.decide(attempt.id);
    news.end(attempt.id);
    underWay.remove(attempt.id);
    patient.remove(call);
    CallOverSites.of(call).end();
  }

  /**
   * A site was lost that had a part of an attempt. A coordinator may have decided; that is known
   * when it is back, or another site has closed its log.
   *
   * @return whether the call may have run
   */
  public boolean onLost(PendingCall call, int site) {
    DistributedAttempt attempt = CallOverSites.attemptOf(call);
    if (!attempt.isDeciding()) {
      end(call);
      return false;
    }
    news.onLost(attempt.id, site);
    standing.decide(attempt.id);
    underWay.remove(attempt.id);
    CallOverSites.of(call).end();
    return true;
  }

  /** All that a site had decided is known: it is here, or its log is closed. */
  public void onKnown(int site) {
    news.onKnown(site);
  }

  /** All that older routers began is decided or never will be. */
  public void onServing() {
    news.onServing();
  }

  /**
   * All that stand on an aborted attempt will not be committed either. Those of which no site has
   * the votes begin anew at once; of the others their homes say so.
   */
  private void onAborted(DistributedAttempt aborted) {
    List<Long> doomed = standing.abort(aborted.id);
    news.tellAborted(aborted.id, doomed, site -> aborted.speculates() || aborted.isWith(site));
    List<PendingCall> again = new ArrayList<>(doomed.size());
    for (long each : doomed) {
      PendingCall call = underWay.get(each);
      if (call != null && !CallOverSites.attemptOf(call).isDeciding()) {
        abort(call);
        again.add(call);
      }
    }
    again.forEach(this::beginAnew);
  }

  private void beginAnew(PendingCall call) {
    if (!call.isDone()) {
      call.endAttempt();
      call.become(PendingCall.State.ROUTING);
      retries.again(call, true);
    }
  }
}
