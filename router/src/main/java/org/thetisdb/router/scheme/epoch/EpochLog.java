package org.thetisdb.router.scheme.epoch;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.id.Stamp;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.core.wire.RouterToSite.CommitEpoch;
import org.thetisdb.core.wire.RouterToSite.EpochOver;
import org.thetisdb.core.wire.RouterToSite.EpochViewCommit;
import org.thetisdb.core.wire.RouterToSite.EpochViewRules;
import org.thetisdb.core.wire.RouterToSite.Fence;
import org.thetisdb.core.wire.RouterToSite.RowImage;
import org.thetisdb.core.wire.SiteToRouter.EpochCommitted;
import org.thetisdb.core.wire.SiteToRouter.Executed;
import org.thetisdb.core.wire.SiteToRouter.Fenced;
import org.thetisdb.core.wire.SiteToRouter.RanInEpochView;
import org.thetisdb.router.call.PendingCall;
import org.thetisdb.router.site.SiteLink;

/**
 * What an epoch view has decided, on its way into the epoch coordinator's log (decision 0050), in
 * one order. An epoch takes as many of the decisions, from the first on, as there are when it ends;
 * one epoch at a time.
 *
 * <p>In logical time (decision 0067) an epoch ends with a fence: nobody decides anything at an
 * earlier time any more, and all that was decided up to there is here.
 *
 * <p>Owned by the engine's thread.
 */
final class EpochLog {
  /** The low bits of a transaction id that tell apart what sites have decided at one time. */
  private static final int SITE_BITS = 8;

  /** What one message to the epoch coordinator holds, but for one transaction that is longer. */
  private static final long MESSAGE_BYTES = 256 << 10;

  private final EpochViewMembers members;
  private final EpochViewRules rules;
  private final EpochView.Listener listener;
  private final ArrayDeque<Decided> decided = new ArrayDeque<>();

  /** What was decided in epochs that have ended, in the order in which the log takes it. */
  private final ArrayDeque<Decided> ready = new ArrayDeque<>();

  private final long[] own = new long[Stamp.MAX_SITE + 1];
  private List<Decided> inFlight = List.of();
  private boolean waitsForLog;

  /** What the epoch coordinator has reported of what it has. */
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

  /** Whether an epoch could not end since the one before was on its way. */
  private boolean overdue;

  /**
   * A transaction that was decided.
   *
   * @param site where it ran, if it was decided there; else 0
   */
  record Decided(PendingCall call, RanInEpochView ran, long tid, long order, int site) {
    private static final Comparator<Decided> IN_LOGICAL_TIME =
        Comparator.comparingLong(Decided::tid).thenComparingLong(Decided::order);

    /** What it takes of a message. */
    long bytes() {
      long bytes = ran.value().length;
      for (RowImage row : ran.rows()) {
        bytes += row.key().bytes().length + (row.image() == null ? 0 : row.image().length);
      }
      return bytes;
    }
  }

  EpochLog(EpochViewMembers members, EpochView.Listener listener) {
    this.members = members;
    this.rules = members.rules();
    this.listener = listener;
  }

  /** The first transaction id above a clock. */
  static long idAfter(long clock) {
    return ((clock >>> SITE_BITS) + 1) << SITE_BITS;
  }

  /** A member reports what it has. */
  void absorb(VersionVector vector) {
    reported = reported.max(vector);
  }

  /** All that members have reported of what they have. */
  VersionVector reported() {
    return reported;
  }

  /** The end of the last epoch: nothing is decided at that time or before. */
  long floor() {
    return floor;
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
  boolean waits() {
    return waitsForLog;
  }

  /** Whether an epoch ends: what was decided in it waits for a fence, or for the log. */
  boolean endsEpoch() {
    return waitsForLog || !fencing.isEmpty();
  }

  /** Whether something was decided at a later time than this, in logical time. */
  boolean isEarlier(long tid) {
    return rules.logicalTime() && tid < highest;
  }

  /** Takes a transaction whose id is its place in the order. */
  Decided add(PendingCall call, RanInEpochView ran) {
    order++;
    Decided next = new Decided(call, ran, order << SITE_BITS, order, 0);
    decided.add(next);
    return next;
  }

  /** Takes a transaction that was decided at a site, or over several, which is site 0. */
  Decided add(PendingCall call, RanInEpochView ran, long tid, int site) {
    requireNew(tid);
    order++;
    Decided next = new Decided(call, ran, tid, order, site);
    decided.add(next);
    highest = Math.max(highest, tid);
    return next;
  }

  /** Nothing is decided at a time of which the log may have all. */
  private void requireNew(long tid) {
    if (rules.logicalTime() && tid <= fenced) {
      throw new IllegalStateException("decided at " + tid + ", where an epoch ended at " + fenced);
    }
  }

  /**
   * Whether something should be on its way, and is not since what was before it was, or filled a
   * message: it goes as soon as it may, and does not wait for the end of another epoch.
   */
  boolean isOverdue() {
    return overdue;
  }

  /**
   * Ends an epoch: what was decided goes into the epoch coordinator's log, unless one is on its
   * way.
   */
  void endEpoch() {
    if (endsEpoch() || !hasDecided()) {
      overdue = hasDecided();
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
    members.sites().forEach(fencing::set);
    members.tellAll(new Fence(members.epochView(), floor, false));
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
    members.tellAll(new Fence(members.epochView(), fenced, true));
    sendReady();
  }

  private void sendReady() {
    epoch++;
    inFlight = new ArrayList<>();
    List<EpochViewCommit> commits = new ArrayList<>();
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
    overdue = !ready.isEmpty();
    if (commits.isEmpty()) {
      onCommitted(new EpochCommitted(members.epochView(), epoch, 0, VersionVector.ZERO));
    } else {
      sendEpoch(new CommitEpoch(members.epochView(), epoch, seen, commits));
    }
  }

  private void sendEpoch(CommitEpoch message) {
    try {
      members.send(members.epochCoordinator(), message);
    } catch (ThetisException tooLong) {
      onCommitted(new EpochCommitted(members.epochView(), epoch, 0, VersionVector.ZERO));
    }
  }

  private static EpochViewCommit commitOf(Decided next) {
    return new EpochViewCommit(
        next.call.session,
        next.call.sequence,
        next.ran.catalog(),
        next.ran.existence(),
        next.ran.value(),
        next.ran.rows());
  }

  /** Whether a word of a site is about the epoch that is in flight. */
  boolean isAbout(SiteLink from, EpochCommitted said) {
    return waitsForLog
        && from == members.epochCoordinatorLink()
        && said.epochView() == members.epochView()
        && said.epoch() == epoch;
  }

  /**
   * The epoch coordinator's log has an epoch, or as much of it as the epoch coordinator takes. Only
   * now clients are answered: the rest may still be forgotten (hazard 20).
   */
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
    for (int member : members.sites()) {
      members.send(member, new EpochOver(members.epochView(), over, own[member], reported));
    }
    for (Decided done : ended.subList(0, next)) {
      answer(done);
    }
    List<Decided> refused = ended.subList(next, ended.size());
    for (int i = refused.size() - 1; i >= 0; i--) {
      ready.addFirst(refused.get(i)); // with the rest of the epoch view
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
      RanInEpochView ran = done.ran;
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

  /** Forgets what is not on its way into the log; returns those calls, in their order. */
  List<PendingCall> takeRest() {
    List<PendingCall> calls = new ArrayList<>();
    ready.forEach(each -> calls.add(each.call));
    decided.forEach(each -> calls.add(each.call));
    ready.clear();
    decided.clear();
    return calls;
  }

  /** The epoch coordinator is lost: whether its log has what is in flight is not known here. */
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
}
