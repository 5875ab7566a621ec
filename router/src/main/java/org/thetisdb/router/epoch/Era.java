package org.thetisdb.router.epoch;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.id.Stamp;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.core.wire.RouterToSite;
import org.thetisdb.core.wire.RouterToSite.BeginEra;
import org.thetisdb.core.wire.RouterToSite.CloseEra;
import org.thetisdb.core.wire.RouterToSite.CommitEpoch;
import org.thetisdb.core.wire.RouterToSite.EpochOver;
import org.thetisdb.core.wire.RouterToSite.EraCommit;
import org.thetisdb.core.wire.RouterToSite.EraRules;
import org.thetisdb.core.wire.RouterToSite.Fence;
import org.thetisdb.core.wire.RouterToSite.Forget;
import org.thetisdb.core.wire.RouterToSite.Install;
import org.thetisdb.core.wire.RouterToSite.InstallBatch;
import org.thetisdb.core.wire.RouterToSite.RowImage;
import org.thetisdb.core.wire.RouterToSite.Validate;
import org.thetisdb.core.wire.SiteToRouter.BatchChecked;
import org.thetisdb.core.wire.SiteToRouter.EpochCommitted;
import org.thetisdb.core.wire.SiteToRouter.EraBegun;
import org.thetisdb.core.wire.SiteToRouter.Executed;
import org.thetisdb.core.wire.SiteToRouter.Fenced;
import org.thetisdb.core.wire.SiteToRouter.RanInEra;
import org.thetisdb.core.wire.SiteToRouter.Validated;
import org.thetisdb.router.attempt.OpenEra;
import org.thetisdb.router.call.PendingCall;
import org.thetisdb.router.site.SiteLink;
import org.thetisdb.router.site.SiteTable;

/**
 * One era of epochs (decision 0050): the attempts that run in it, and what was decided, in one
 * order. All that sites learn of each other's transactions passes here, so the order in which
 * decisions come here is one in which they could have run one by one. An epoch takes as many of
 * them, from the first on, as there are when it ends, and the keeper puts them into its log; one
 * epoch at a time.
 *
 * <p>In logical time (decision 0067) the order is that of transaction ids, and among those that
 * have the same one that of decisions. An epoch then ends with a fence: nobody decides anything at
 * an earlier time any more, and all that was decided up to there is here.
 *
 * <p>Owned by the engine's thread.
 */
final class Era implements OpenEra {
  private static final int SITE_BITS = 8;

  /** What one message to the keeper holds, but for one transaction that is longer. */
  private static final long MESSAGE_BYTES = 256 << 10;

  private final long number;
  private final int keeper;
  private final SiteLink keeperLink;
  private final List<Integer> members;
  private final SiteTable sites;
  private final Listener listener;
  private final BitSet stopped = new BitSet();
  private final BitSet begun = new BitSet();
  private final TreeMap<Long, EraAttempt> attempts = new TreeMap<>();
  private final ArrayDeque<Decided> decided = new ArrayDeque<>();

  /** What was decided in epochs that have ended, in the order in which the log takes it. */
  private final ArrayDeque<Decided> ready = new ArrayDeque<>();

  private final EraRules rules;

  /** What is under way, if calls run in batches; else null. */
  private final EraBatch batch;

  private final long[] own = new long[Stamp.MAX_SITE + 1];
  private List<Decided> inFlight = List.of();
  private boolean waitsForLog;

  /** What the keeper has told of what it has. */
  private VersionVector reported = VersionVector.ZERO;

  private long order;
  private long epoch;

  /** The highest transaction id that was decided. */
  private long highest;

  /** The end of the last epoch, and of the last of which all is here. */
  private long floor;

  private long fenced;

  /** Members that have not answered the fence at {@link #floor}. */
  private final BitSet fencing = new BitSet();

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

    /** A batch was decided; these have lost a conflict in it. */
    void onBatch(int committed, List<PendingCall> lost);

    /** Its epoch is in the log. */
    void onCommitted(PendingCall call, Executed executed);

    /** An epoch is in the log. */
    void onEpoch();

    /** The keeper refuses what is in flight from this call on: the era is over. */
    void onRefused(PendingCall call);
  }

  /**
   * A transaction that was decided.
   *
   * @param site where it ran, if it was decided there; else 0
   */
  private record Decided(PendingCall call, RanInEra ran, long tid, long order, int site) {
    static final Comparator<Decided> IN_LOGICAL_TIME =
        Comparator.comparingLong(Decided::tid).thenComparingLong(Decided::order);

    long bytes() {
      long bytes = ran.value().length;
      for (RowImage row : ran.rows()) {
        bytes += row.key().bytes().length + (row.image() == null ? 0 : row.image().length);
      }
      return bytes;
    }
  }

  Era(
      long number,
      int keeper,
      List<Integer> members,
      EraRules rules,
      boolean reordering,
      SiteTable sites,
      Listener listener) {
    this.number = number;
    this.batch =
        rules.inBatches()
            ? new EraBatch(
                number,
                new BatchOrder(rules.snapshots(), reordering),
                attempts,
                this::send,
                this::onBatch)
            : null;
    this.rules = rules;
    this.keeper = keeper;
    this.keeperLink = sites.link(keeper);
    this.members = List.copyOf(members);
    this.sites = sites;
    this.listener = listener;
  }

  @Override
  public long number() {
    return number;
  }

  int keeper() {
    return keeper;
  }

  List<Integer> members() {
    return members;
  }

  /** Members that have not begun. */
  BitSet late() {
    return without(begun);
  }

  private BitSet without(BitSet some) {
    BitSet others = new BitSet();
    members.forEach(others::set);
    others.andNot(some);
    return others;
  }

  /** Has all members stop to commit anything else. */
  void begin() {
    tellAll(new BeginEra(number, keeper, members, rules, false, VersionVector.ZERO));
  }

  private void tellAll(RouterToSite message) {
    members.forEach(member -> send(member, message));
  }

  /**
   * A member says how far it is. When all have told what they have, they are told what that is
   * together.
   *
   * @param known all that is known to be acknowledged by anybody
   * @return whether all have begun, now
   */
  boolean onBegun(int site, EraBegun said, VersionVector known) {
    if (said.second()) {
      begun.set(site);
      return late().isEmpty();
    }
    if (!stopped.get(site)) {
      stopped.set(site);
      reported = reported.max(said.vector());
      if (without(stopped).isEmpty()) {
        reported = reported.max(known);
        tellAll(new BeginEra(number, keeper, members, rules, true, reported));
      }
    }
    return false;
  }

  private void send(int site, RouterToSite message) {
    if (sites.isReady(site)) {
      sites.link(site).send(message);
    }
  }

  @Override
  public void add(PendingCall call, SiteLink site) {
    EraAttempt attempt = new EraAttempt(call, site);
    attempts.put(attempt.transaction, attempt);
  }

  @Override
  public void remove(long transaction) {
    attempts.remove(transaction);
    if (batch != null) {
      batch.onRemoved();
    }
  }

  /** Whether calls run in batches. */
  boolean inBatches() {
    return batch != null;
  }

  /** The batch that is under way, if calls run in such. */
  EraBatch batch() {
    return batch;
  }

  /** Whether nothing is under way, and all that was decided is in the log. */
  boolean isSettled() {
    return attempts.isEmpty() && !hasDecided() && !waitsForLog;
  }

  /** How much was decided that is not on its way into the log yet. */
  int decisions() {
    return decided.size() + ready.size();
  }

  /** Whether something was decided that is not on its way into the log yet. */
  boolean hasDecided() {
    return decisions() > 0;
  }

  /** Whether an epoch is on its way into the log. */
  boolean waitsForLog() {
    return waitsForLog;
  }

  /** Whether an epoch ends: what was decided in it waits for a fence, or for the log. */
  boolean endsEpoch() {
    return waitsForLog || !fencing.isEmpty();
  }

  /** A call has run. */
  void onRan(SiteLink site, RanInEra ran) {
    EraAttempt attempt = attempts.get(ran.attemptId());
    if (attempt == null || attempt.site != site || attempt.ran != null) {
      return;
    }
    attempt.call.sentTo = null;
    attempt.call.inEra = false;
    if (ran.decided()) {
      attempts.remove(attempt.transaction);
      decide(attempt, ran, ran.clock(), site.site(), ran.until());
      return;
    }
    if (rules.inBatches()) {
      onRanInBatch(attempt, ran);
      return;
    }
    attempt.call.wasDistributed = true;
    long until = rules.logicalTime() ? leastId(ran.clock(), ran.from()) + EraRules.LEASE : 0;
    attempt.onRan(ran, until);
    if (attempt.call.isDone() || !isForMembers(ran, site.site())) {
      giveUp(attempt);
      return;
    }
    ask(attempt, ran.participants(), until);
  }

  private void onRanInBatch(EraAttempt attempt, RanInEra ran) {
    if (ran.participants().isEmpty() || isForMembers(ran, attempt.site.site())) {
      attempt.call.wasDistributed = !ran.participants().isEmpty();
      batch.onRan(attempt, ran);
    } else {
      remove(attempt.transaction);
      listener.onAgain(attempt.call);
    }
  }

  /** A member tells of conflicts in a batch. */
  void onChecked(int site, BatchChecked said) {
    if (batch != null) {
      batch.onChecked(site, said);
    }
  }

  /** A batch was decided: what it has written goes to all members, and the next one reads it. */
  private void onBatch(List<EraAttempt> committed, int overtaking, List<EraAttempt> lost) {
    List<RouterToSite.Decided> part = new ArrayList<>();
    long bytes = 0;
    for (EraAttempt attempt : committed) {
      order++;
      Decided next = new Decided(attempt.call, attempt.ran, order << SITE_BITS, order, 0);
      decided.add(next);
      listener.onDecided(overtaking-- > 0, false);
      if (bytes > 0 && bytes + next.bytes() > MESSAGE_BYTES) {
        tellAll(new InstallBatch(number, part));
        part = new ArrayList<>();
        bytes = 0;
      }
      if (!next.ran.rows().isEmpty()) {
        bytes += Math.max(1, next.bytes());
        part.add(new RouterToSite.Decided(next.tid, order, next.ran.rows()));
      }
    }
    if (!part.isEmpty()) {
      tellAll(new InstallBatch(number, part));
    }
    listener.onBatch(committed.size(), callsOf(lost));
  }

  private static List<PendingCall> callsOf(List<EraAttempt> lost) {
    return lost.stream().map(attempt -> attempt.call).filter(call -> !call.isDone()).toList();
  }

  private void ask(EraAttempt attempt, List<Integer> some, long until) {
    RanInEra ran = attempt.ran;
    Validate validate =
        new Validate(number, attempt.transaction, ran.touched(), ran.versions(), until);
    some.forEach(member -> send(member, validate));
  }

  /** The least time at which a transaction may commit: of this epoch. */
  private long leastId(long clock, long from) {
    return Math.max(floor + 1, Math.max(clock, from));
  }

  private boolean isForMembers(RanInEra ran, int site) {
    return !ran.participants().isEmpty()
        && ran.touched() != null
        && !ran.participants().contains(site)
        && members.containsAll(ran.participants())
        && members.containsAll(ran.readers());
  }

  /** A participant has validated what is its. */
  void onValidated(int site, Validated said) {
    EraAttempt attempt = attempts.get(said.transaction());
    if (attempt == null || !attempt.onValidated(site, said)) {
      return;
    }
    if (!attempt.isValid() || attempt.call.isDone()) {
      giveUp(attempt);
    } else if (rules.logicalTime()) {
      decideInTime(attempt);
    } else {
      attempts.remove(attempt.transaction);
      long tid = ((attempt.clock() >>> SITE_BITS) + 1) << SITE_BITS;
      decide(attempt, attempt.ran, tid, 0, 0);
    }
  }

  /** All have locked and validated; now there must be a time at which all that was read holds. */
  private void decideInTime(EraAttempt attempt) {
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

  private void giveUp(EraAttempt attempt) {
    attempts.remove(attempt.transaction);
    release(attempt);
    if (!attempt.call.isDone()) {
      listener.onAgain(attempt.call);
    }
  }

  private void release(EraAttempt attempt) {
    Forget forget = new Forget(number, attempt.transaction);
    attempt.locked().stream().forEach(site -> send(site, forget));
  }

  /** Its rows go to all members at once; nobody waits for them (asynchronous replication). */
  private void decide(EraAttempt attempt, RanInEra ran, long tid, int site, long until) {
    requireNew(tid);
    order++;
    decided.add(new Decided(attempt.call, ran, tid, order, site));
    boolean isDoubtful = rules.logicalTime() && rules.snapshots() && until < tid;
    listener.onDecided(rules.logicalTime() && tid < highest, isDoubtful);
    highest = Math.max(highest, tid);
    if (!ran.rows().isEmpty()) {
      Install install =
          new Install(number, site == 0 ? attempt.transaction : 0, tid, order, ran.rows());
      for (int member : members) {
        if (member != site) {
          send(member, install);
        }
      }
    } else if (site == 0) {
      release(attempt);
    }
  }

  /** Nothing is decided at a time of which the log may have all. */
  private void requireNew(long tid) {
    if (rules.logicalTime() && tid <= fenced) {
      throw new IllegalStateException("decided at " + tid + ", where an epoch ended at " + fenced);
    }
  }

  /** Ends an epoch: what was decided goes into the keeper's log, unless one is on its way. */
  void endEpoch() {
    if (waitsForLog || !fencing.isEmpty() || !hasDecided()) {
      return;
    }
    if (!rules.logicalTime()) {
      ready.addAll(decided);
      decided.clear();
    } else if (ready.isEmpty()) {
      beginFence();
      return;
    }
    sendReady();
  }

  private void beginFence() {
    floor = highest;
    members.forEach(fencing::set);
    tellAll(new Fence(number, floor, false));
  }

  /** A member decides nothing more up to the fence; all that it has decided before came first. */
  void onFenced(int site, Fenced said) {
    if (said.time() != floor || !fencing.get(site)) {
      return;
    }
    fencing.clear(site);
    if (!fencing.isEmpty()) {
      return;
    }
    fenced = floor;
    List<Decided> all = new ArrayList<>();
    decided.removeIf(each -> each.tid <= fenced && all.add(each));
    all.sort(Decided.IN_LOGICAL_TIME);
    ready.addAll(all);
    tellAll(new Fence(number, fenced, true));
    sendReady();
  }

  private void sendReady() {
    epoch++;
    inFlight = new ArrayList<>();
    List<EraCommit> commits = new ArrayList<>();
    VersionVector seen = VersionVector.ZERO;
    long bytes = 0;
    while (!ready.isEmpty() && (bytes == 0 || bytes + ready.peek().bytes() <= MESSAGE_BYTES)) {
      Decided next = ready.remove();
      inFlight.add(next);
      bytes += Math.max(1, next.bytes());
      if (!next.ran.rows().isEmpty()) {
        seen = seen.max(next.call.vector);
        commits.add(commitOf(next));
      }
    }
    waitsForLog = true;
    if (commits.isEmpty()) {
      onCommitted(new EpochCommitted(number, epoch, 0, VersionVector.ZERO));
    } else {
      sendEpoch(new CommitEpoch(number, epoch, seen, commits));
    }
  }

  private void sendEpoch(CommitEpoch message) {
    try {
      send(keeper, message);
    } catch (ThetisException tooLong) {
      onCommitted(new EpochCommitted(number, epoch, 0, VersionVector.ZERO));
    }
  }

  private static EraCommit commitOf(Decided next) {
    return new EraCommit(
        next.call.session,
        next.call.sequence,
        next.ran.catalog(),
        next.ran.existence(),
        next.ran.value(),
        next.ran.rows());
  }

  /** Whether a word of a site is about the epoch that is in flight. */
  boolean isAbout(SiteLink from, EpochCommitted said) {
    return waitsForLog && from == keeperLink && said.era() == number && said.epoch() == epoch;
  }

  /** The keeper's log has an epoch, or as much of it as the keeper takes. */
  void onCommitted(EpochCommitted said) {
    waitsForLog = false;
    reported = reported.max(said.vector());
    List<Decided> ended = inFlight;
    inFlight = List.of();
    int commits = 0;
    long last = 0;
    int next = 0;
    while (next < ended.size()
        && (ended.get(next).ran.rows().isEmpty() || commits < said.commits())) {
      Decided done = ended.get(next++);
      last = done.order;
      if (!done.ran.rows().isEmpty()) {
        commits++;
        own[done.site] += done.site == 0 ? 0 : 1;
      }
    }
    long over = rules.logicalTime() ? upTo(ended, next) : last;
    for (int member : members) {
      send(member, new EpochOver(number, over, own[member], reported));
    }
    for (Decided done : ended.subList(0, next)) {
      answer(done);
    }
    List<Decided> refused = ended.subList(next, ended.size());
    for (int i = refused.size() - 1; i >= 0; i--) {
      ready.addFirst(refused.get(i)); // with the rest of the era
    }
    if (refused.isEmpty()) {
      listener.onEpoch();
    } else {
      listener.onRefused(refused.get(0).call);
    }
  }

  /** The transaction id up to which the log has all. */
  private long upTo(List<Decided> ended, int committed) {
    Decided first = committed < ended.size() ? ended.get(committed) : ready.peek();
    return first == null ? fenced : first.tid - 1;
  }

  private void answer(Decided done) {
    if (!done.call.isDone()) {
      RanInEra ran = done.ran;
      listener.onCommitted(
          done.call,
          new Executed(
              ran.attemptId(),
              ran.errorNumber(),
              ran.message(),
              reported.max(done.call.vector),
              ran.value()));
    }
  }

  /**
   * Ends the era at all its members, and forgets what is not on its way into the log.
   *
   * @return the calls of which nothing will be in any log, in their order
   */
  List<PendingCall> close() {
    tellAll(new CloseEra(number));
    List<PendingCall> calls = new ArrayList<>();
    ready.forEach(each -> calls.add(each.call));
    decided.forEach(each -> calls.add(each.call));
    for (EraAttempt attempt : attempts.values()) {
      attempt.site.forget(attempt.transaction);
      calls.add(attempt.call);
    }
    ready.clear();
    decided.clear();
    attempts.clear();
    calls.removeIf(PendingCall::isDone);
    return calls;
  }

  /** The keeper is lost: whether its log has what is in flight is not known here. */
  List<PendingCall> takeInFlight() {
    List<PendingCall> calls = new ArrayList<>();
    for (Decided each : inFlight) {
      calls.add(each.call);
    }
    calls.removeIf(PendingCall::isDone);
    inFlight = List.of();
    waitsForLog = false;
    return calls;
  }

  /** The link to the keeper as it was when the era began. */
  SiteLink keeperLink() {
    return keeperLink;
  }
}
