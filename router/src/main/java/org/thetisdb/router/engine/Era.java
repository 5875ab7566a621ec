package org.thetisdb.router.engine;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
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
import org.thetisdb.core.wire.RouterToSite.Forget;
import org.thetisdb.core.wire.RouterToSite.Install;
import org.thetisdb.core.wire.RouterToSite.RowImage;
import org.thetisdb.core.wire.RouterToSite.Validate;
import org.thetisdb.core.wire.SiteToRouter.EpochCommitted;
import org.thetisdb.core.wire.SiteToRouter.EraBegun;
import org.thetisdb.core.wire.SiteToRouter.Executed;
import org.thetisdb.core.wire.SiteToRouter.RanInEra;
import org.thetisdb.core.wire.SiteToRouter.Validated;

/**
 * One era of epochs (decision 0050): the attempts that run in it, and what was decided, in one
 * order. All that sites learn of each other's transactions passes here, so the order in which
 * decisions come here is one in which they could have run one by one. An epoch takes as many of
 * them, from the first on, as there are when it ends, and the keeper puts them into its log; one
 * epoch at a time. Owned by the engine's thread.
 */
final class Era {
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
  private final long[] own = new long[Stamp.MAX_SITE + 1];
  private List<Decided> inFlight = List.of();
  private boolean waitsForLog;

  /** What the keeper has told of what it has. */
  private VersionVector reported = VersionVector.ZERO;

  private long order;
  private long epoch;

  /** What becomes of calls. */
  interface Listener {
    /** It is to be tried again. */
    void onAgain(PendingCall call);

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
  private record Decided(PendingCall call, RanInEra ran, long order, int site) {
    long bytes() {
      long bytes = ran.value().length;
      for (RowImage row : ran.rows()) {
        bytes += row.key().bytes().length + (row.image() == null ? 0 : row.image().length);
      }
      return bytes;
    }
  }

  Era(long number, int keeper, List<Integer> members, SiteTable sites, Listener listener) {
    this.number = number;
    this.keeper = keeper;
    this.keeperLink = sites.link(keeper);
    this.members = List.copyOf(members);
    this.sites = sites;
    this.listener = listener;
  }

  long number() {
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
    tellAll(new BeginEra(number, keeper, members, false, VersionVector.ZERO));
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
        tellAll(new BeginEra(number, keeper, members, true, reported));
      }
    }
    return false;
  }

  private void send(int site, RouterToSite message) {
    if (sites.isReady(site)) {
      sites.link(site).send(message);
    }
  }

  /** A call was sent to a member. */
  void add(EraAttempt attempt) {
    attempts.put(attempt.transaction, attempt);
  }

  /** A call was answered in another way than that it has run. */
  void remove(long transaction) {
    attempts.remove(transaction);
  }

  /** Whether nothing is under way, and all that was decided is in the log. */
  boolean isSettled() {
    return attempts.isEmpty() && decided.isEmpty() && !waitsForLog;
  }

  /** How much was decided that no epoch has yet. */
  int decisions() {
    return decided.size();
  }

  /** Whether something was decided that no epoch has yet. */
  boolean hasDecided() {
    return !decided.isEmpty();
  }

  /** Whether an epoch is on its way into the log. */
  boolean waitsForLog() {
    return waitsForLog;
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
      decide(attempt, ran, ran.clock(), site.site());
      return;
    }
    attempt.call.wasDistributed = true;
    attempt.onRan(ran, ran.participants());
    if (attempt.call.isDone() || !isForMembers(ran, site.site())) {
      giveUp(attempt);
      return;
    }
    Validate validate = new Validate(number, attempt.transaction, ran.touched(), ran.versions());
    ran.participants().forEach(participant -> send(participant, validate));
  }

  private boolean isForMembers(RanInEra ran, int site) {
    return !ran.participants().isEmpty()
        && ran.touched() != null
        && !ran.participants().contains(site)
        && members.containsAll(ran.participants());
  }

  /** A participant has validated what is its. */
  void onValidated(int site, Validated said) {
    EraAttempt attempt = attempts.get(said.transaction());
    if (attempt == null || !attempt.onValidated(site, said.valid(), said.clock())) {
      return;
    }
    if (!attempt.isValid() || attempt.call.isDone()) {
      giveUp(attempt);
      return;
    }
    attempts.remove(attempt.transaction);
    long tid = ((attempt.clock() >>> SITE_BITS) + 1) << SITE_BITS;
    decide(attempt, attempt.ran, tid, 0);
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
  private void decide(EraAttempt attempt, RanInEra ran, long tid, int site) {
    order++;
    decided.add(new Decided(attempt.call, ran, order, site));
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

  /** Ends an epoch: what was decided goes into the keeper's log, unless one is on its way. */
  void endEpoch() {
    if (waitsForLog || decided.isEmpty()) {
      return;
    }
    epoch++;
    inFlight = new ArrayList<>();
    List<EraCommit> commits = new ArrayList<>();
    VersionVector seen = VersionVector.ZERO;
    long bytes = 0;
    while (!decided.isEmpty() && (bytes == 0 || bytes + decided.peek().bytes() <= MESSAGE_BYTES)) {
      Decided next = decided.remove();
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
    for (int member : members) {
      send(member, new EpochOver(number, last, own[member], reported));
    }
    for (Decided done : ended.subList(0, next)) {
      answer(done);
    }
    List<Decided> refused = ended.subList(next, ended.size());
    for (int i = refused.size() - 1; i >= 0; i--) {
      decided.addFirst(refused.get(i)); // with the rest of the era
    }
    if (refused.isEmpty()) {
      listener.onEpoch();
    } else {
      listener.onRefused(refused.get(0).call);
    }
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
    for (Decided each : decided) {
      calls.add(each.call);
    }
    for (EraAttempt attempt : attempts.values()) {
      attempt.site.forget(attempt.transaction);
      calls.add(attempt.call);
    }
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
