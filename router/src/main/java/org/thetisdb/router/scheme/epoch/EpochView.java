package org.thetisdb.router.scheme.epoch;

import java.util.BitSet;
import java.util.List;
import java.util.TreeMap;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.core.wire.KeySet;
import org.thetisdb.core.wire.RouterToSite.AbortInEpoch;
import org.thetisdb.core.wire.RouterToSite.CloseEpochView;
import org.thetisdb.core.wire.RouterToSite.EpochViewRules;
import org.thetisdb.core.wire.RouterToSite.Execute;
import org.thetisdb.core.wire.RouterToSite.Install;
import org.thetisdb.core.wire.RouterToSite.RunInEpochView;
import org.thetisdb.core.wire.RouterToSite.Validate;
import org.thetisdb.core.wire.SiteToRouter.BatchChecked;
import org.thetisdb.core.wire.SiteToRouter.EpochViewBegun;
import org.thetisdb.core.wire.SiteToRouter.Executed;
import org.thetisdb.core.wire.SiteToRouter.Fenced;
import org.thetisdb.core.wire.SiteToRouter.Locked;
import org.thetisdb.core.wire.SiteToRouter.OfEpochView;
import org.thetisdb.core.wire.SiteToRouter.RanInEpochView;
import org.thetisdb.core.wire.SiteToRouter.Validated;
import org.thetisdb.router.call.PendingCall;
import org.thetisdb.router.site.SiteLink;

/**
 * One epoch view (decision 0050): the attempts that run in it, and what is decided of them. All
 * that sites learn of each other's transactions passes here, so the order in which decisions come
 * here is one in which they could have run one by one; it is kept by the {@link EpochLog}.
 *
 * <p>In logical time (decision 0067) the order is that of transaction ids, and among those that
 * have the same one that of decisions.
 *
 * <p>Owned by the engine's thread.
 */
final class EpochView {
  private final EpochViewMembers members;
  private final EpochViewRules rules;
  private final Listener listener;
  private final BitSet stopped = new BitSet();
  private final BitSet begun = new BitSet();
  private final TreeMap<Long, EpochAttempt> attempts = new TreeMap<>();

  /** What was decided, on its way into the epoch coordinator's log. */
  private final EpochLog log;

  /** What is under way, if calls run in batches; else null. */
  private final EpochBatch batch;

  /** The order in which calls lock, if they do before they run; else null. */
  private final EpochOrder order;

  /** What becomes of calls. */
  interface Listener {
    /**
     * One was decided.
     *
     * @param isEarlier whether at an earlier time than one before it
     * @param isDoubtful whether it is not known that it is as if it had run alone, under snapshots
     */
    void onDecided(boolean isEarlier, boolean isDoubtful);

    /** It is to be tried again. */
    void onAgain(PendingCall call);

    /** It has met more than was locked for it, and is to be tried again with this. */
    void onMetMore(PendingCall call, KeySet met);

    /** A batch was decided; these have lost a conflict in it. */
    void onBatch(int committed, List<PendingCall> lost);

    /** Those that lost in a batch, and ran behind it, are over. */
    void onFallbackOver();

    /** Its epoch is in the log. */
    void onCommitted(PendingCall call, Executed executed);

    /** An epoch is in the log. */
    void onEpoch();

    /**
     * The epoch coordinator refuses what is in flight from this call on: the epoch view is over.
     */
    void onRefused(PendingCall call);
  }

  EpochView(EpochViewMembers members, boolean reordering, Listener listener) {
    this.members = members;
    this.rules = members.rules();
    this.listener = listener;
    this.log = new EpochLog(members, listener);
    this.batch =
        rules.inBatches()
            ? new EpochBatch(
                members.epochView(),
                new BatchOrder(rules.snapshots(), reordering),
                attempts,
                members::send,
                this::onBatch)
            : null;
    this.order =
        rules.locksFirst() || rules.mayFallBack()
            ? new EpochOrder(
                members.epochView(), members, attempts, members::send, rules.mayFallBack())
            : null;
  }

  /** Its number, which no other epoch view of any router has. */
  long number() {
    return members.epochView();
  }

  /** The sites that take part. */
  EpochViewMembers members() {
    return members;
  }

  /** What was decided, on its way into the epoch coordinator's log. */
  EpochLog log() {
    return log;
  }

  /** Members that have not begun. */
  BitSet late() {
    return members.without(begun);
  }

  /** Has all members stop to commit anything else. */
  void begin() {
    members.begin(false, VersionVector.ZERO);
  }

  /**
   * A member says how far it is. When all have reported what they have, they get what that is
   * together.
   *
   * @param known all that is known to be acknowledged by anybody
   * @return whether all have begun, now
   */
  boolean onBegun(int site, EpochViewBegun said, VersionVector known) {
    if (said.second()) {
      begun.set(site);
      return late().isEmpty();
    }
    if (!stopped.get(site)) {
      stopped.set(site);
      log.absorb(said.vector());
      if (members.without(stopped).isEmpty()) {
        log.absorb(known);
        members.begin(true, log.reported());
      }
    }
    return false;
  }

  /** A call's present attempt goes to a member, in this form. */
  RunInEpochView add(PendingCall call, SiteLink site, Execute run) {
    EpochAttempt attempt = new EpochAttempt(call, site);
    attempt.state.enterEpochView();
    attempts.put(attempt.transaction, attempt);
    if (order() != null) {
      order.ask(attempt);
    }
    return new RunInEpochView(number(), run);
  }

  /** A call's present attempt could not be sent. */
  void remove(PendingCall call) {
    EpochCall.of(call).leaveEpochView();
    remove(call.attemptId());
  }

  /** An attempt was answered in another way than that it has run. */
  void remove(long transaction) {
    EpochAttempt attempt = attempts.remove(transaction);
    if (attempt != null && attempt.isInOrder()) {
      release(attempt);
    }
    onRemoved();
  }

  private void onRemoved() {
    if (batch != null && batch.onRemoved()) {
      listener.onFallbackOver();
    }
  }

  /** Whether calls run in batches. */
  boolean inBatches() {
    return batch != null;
  }

  /** The batch that is under way, if calls run in such. */
  EpochBatch batch() {
    return batch;
  }

  /** The order in which calls lock that are under way, if they do before they run; else null. */
  EpochOrder order() {
    return batch == null || batch.fallsBack() ? order : null;
  }

  /** Members for which all calls wait. */
  BitSet awaited() {
    if (order() != null) {
      return order.awaited();
    }
    return batch == null ? new BitSet() : batch.awaited();
  }

  /** Whether nothing is under way, and all that was decided is in the log. */
  boolean isSettled() {
    return attempts.isEmpty() && !log.hasDecided() && !log.waits();
  }

  /** A member says something of an epoch view; of another one than this it is late. */
  void on(SiteLink from, OfEpochView said) {
    if (said instanceof RanInEpochView ran) {
      onRan(from, ran);
    } else if (rules.locksFirst() && said instanceof Validated no && no.epochView() == number()) {
      order.onRefused(from.site(), no.transaction());
    } else if (said instanceof Validated validated && validated.epochView() == number()) {
      onValidated(from.site(), validated);
    } else if (said instanceof BatchChecked checked && checked.epochView() == number()) {
      onChecked(from.site(), checked);
    } else if (said instanceof Locked locked && locked.epochView() == number() && order != null) {
      order.onLocked(from.site(), locked.transaction());
    } else if (said instanceof Fenced fence && fence.epochView() == number()) {
      log.onFenced(from.site(), fence);
    }
  }

  /** A call has run. */
  private void onRan(SiteLink site, RanInEpochView ran) {
    EpochAttempt attempt = attempts.get(ran.attemptId());
    if (attempt == null || attempt.site != site || attempt.ran != null) {
      return;
    }
    attempt.call.endAttempt();
    attempt.state.leaveEpochView();
    if (attempt.isInOrder()) {
      onRanInOrder(attempt, ran);
      return;
    }
    if (ran.decided()) {
      attempts.remove(attempt.transaction);
      decide(attempt, ran, ran.clock(), site.site(), ran.until());
      return;
    }
    if (rules.inBatches()) {
      onRanInBatch(attempt, ran);
      return;
    }
    attempt.call.setDistributed(true);
    long until = rules.logicalTime() ? leastId(ran.clock(), ran.from()) + EpochViewRules.LEASE : 0;
    attempt.onRan(ran, until);
    if (attempt.call.isDone() || !isForMembers(ran, site.site())) {
      giveUp(attempt);
      return;
    }
    ask(attempt, ran.participants(), until);
  }

  private void onRanInBatch(EpochAttempt attempt, RanInEpochView ran) {
    if (ran.participants().isEmpty() || isForMembers(ran, attempt.site.site())) {
      attempt.call.setDistributed(!ran.participants().isEmpty());
      batch.onRan(attempt, ran);
    } else {
      remove(attempt.transaction);
      listener.onAgain(attempt.call);
    }
  }

  /** It is decided by its run, unless that has met more than was locked for it. */
  private void onRanInOrder(EpochAttempt attempt, RanInEpochView ran) {
    attempts.remove(attempt.transaction);
    attempt.call.setDistributed(attempt.locked().cardinality() > 1);
    if (ran.decided()) {
      decide(attempt, ran, ran.clock(), attempt.site.site(), 0);
    } else {
      release(attempt);
      if (!attempt.call.isDone()) {
        listener.onMetMore(attempt.call, ran.touched());
      }
    }
    onRemoved();
  }

  /** A member reports conflicts in a batch. */
  private void onChecked(int site, BatchChecked said) {
    if (batch != null) {
      batch.onChecked(site, said);
    }
  }

  /** A batch was decided: what it has written goes to all members, and the next one reads it. */
  private void onBatch(List<EpochAttempt> committed, int overtaking, List<EpochAttempt> lost) {
    BatchRows rows = new BatchRows(members);
    for (EpochAttempt attempt : committed) {
      rows.add(log.add(attempt.call, attempt.ran));
      listener.onDecided(overtaking-- > 0, false);
    }
    rows.send();
    if (order != null) {
      lost.forEach(attempt -> attempt.state.meet(attempt.ran.touched()));
    }
    listener.onBatch(committed.size(), callsOf(lost));
  }

  private static List<PendingCall> callsOf(List<EpochAttempt> lost) {
    return lost.stream().map(attempt -> attempt.call).filter(call -> !call.isDone()).toList();
  }

  private void ask(EpochAttempt attempt, List<Integer> some, long until) {
    RanInEpochView ran = attempt.ran;
    Validate validate =
        new Validate(
            members.epochView(), attempt.transaction, ran.touched(), ran.versions(), until);
    some.forEach(member -> members.send(member, validate));
  }

  /** The least time at which a transaction may commit: of this epoch. */
  private long leastId(long clock, long from) {
    return Math.max(log.floor() + 1, Math.max(clock, from));
  }

  private boolean isForMembers(RanInEpochView ran, int site) {
    return !ran.participants().isEmpty()
        && ran.touched() != null
        && !ran.participants().contains(site)
        && members.sites().containsAll(ran.participants())
        && members.sites().containsAll(ran.readers());
  }

  /** A participant has validated what is its. */
  private void onValidated(int site, Validated said) {
    EpochAttempt attempt = attempts.get(said.transaction());
    if (attempt == null || !attempt.onValidated(site, said)) {
      return;
    }
    if (!attempt.isValid() || attempt.call.isDone()) {
      giveUp(attempt);
    } else if (rules.logicalTime()) {
      decideInTime(attempt);
    } else {
      attempts.remove(attempt.transaction);
      long tid = EpochLog.idAfter(attempt.clock());
      decide(attempt, attempt.ran, tid, 0, 0);
    }
  }

  /** All have locked and validated; now there must be a time at which all that was read holds. */
  private void decideInTime(EpochAttempt attempt) {
    boolean hasAsked = attempt.tid() > 0;
    long tid = hasAsked ? attempt.tid() : leastId(attempt.clock(), attempt.from());
    long needed = rules.snapshots() ? attempt.from() : tid;
    if (attempt.from() <= tid && needed <= attempt.until()) {
      attempts.remove(attempt.transaction);
      decide(attempt, attempt.ran, tid, 0, attempt.until());
    } else if (hasAsked || attempt.ran.readers().isEmpty()) {
      giveUp(attempt);
    } else {
      attempt.askFor(tid, tid);
      ask(attempt, attempt.ran.readers(), tid);
    }
  }

  private void giveUp(EpochAttempt attempt) {
    attempts.remove(attempt.transaction);
    release(attempt);
    if (!attempt.call.isDone()) {
      listener.onAgain(attempt.call);
    }
  }

  private void release(EpochAttempt attempt) {
    AbortInEpoch forget = new AbortInEpoch(members.epochView(), attempt.transaction);
    attempt.locked().stream().forEach(site -> members.send(site, forget));
  }

  /** Its rows go to all members at once; nobody waits for them (asynchronous replication). */
  private void decide(EpochAttempt attempt, RanInEpochView ran, long tid, int site, long until) {
    boolean isEarlier = log.isEarlier(tid);
    EpochLog.Decided next = log.add(attempt.call, ran, tid, site);
    boolean isDoubtful = rules.logicalTime() && rules.snapshots() && until < tid;
    listener.onDecided(isEarlier, isDoubtful);
    if (!ran.rows().isEmpty()) {
      long locked = site == 0 || attempt.isInOrder() ? attempt.transaction : 0;
      members.tellOthers(
          site, new Install(members.epochView(), locked, tid, next.order(), ran.rows()));
    } else if (site == 0 || attempt.isInOrder()) {
      release(attempt);
    }
  }

  /**
   * Ends the epoch view at all its members, and forgets what is not on its way into the log.
   *
   * @return the calls of which nothing will be in any log, in their order
   */
  List<PendingCall> close() {
    members.tellAll(new CloseEpochView(members.epochView()));
    List<PendingCall> calls = log.takeRest();
    for (EpochAttempt attempt : attempts.values()) {
      attempt.site.forget(attempt.transaction);
      calls.add(attempt.call);
    }
    attempts.clear();
    calls.removeIf(PendingCall::isDone);
    return calls;
  }
}
