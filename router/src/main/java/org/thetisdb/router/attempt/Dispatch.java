package org.thetisdb.router.attempt;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.core.placement.Mastership;
import org.thetisdb.core.time.Clock;
import org.thetisdb.core.wire.RouterToSite.Execute;
import org.thetisdb.core.wire.RouterToSite.TransactionRef;
import org.thetisdb.router.call.CallPart;
import org.thetisdb.router.call.PendingCall;
import org.thetisdb.router.call.SqlCursor;
import org.thetisdb.router.call.SqlTransaction;
import org.thetisdb.router.routing.Placement;
import org.thetisdb.router.routing.Scheme;
import org.thetisdb.router.site.CutDrawer;
import org.thetisdb.router.site.CutSender;
import org.thetisdb.router.site.SiteLink;
import org.thetisdb.router.term.EngineParts;
import org.thetisdb.sql.call.ControlCall;
import org.thetisdb.sql.call.CursorCall;

/** Sends calls to sites. Owned by the engine's thread. */
final class Dispatch {
  private static final int TELL_TIMEOUT_MS = 1_000;
  private static final byte[] NO_ARGUMENTS = {};

  /** The time of one in so many attempts is taken; a mask. */
  private static final int TIMED = 7;

  private final Placement placement;
  private final Scheme scheme;
  private final CutDrawer cuts;
  private final CutSender cutSender;
  private final Clock clock;
  private final RandomGenerator random;
  private long lastAttempt;

  Dispatch(EngineParts parts) {
    this.placement = parts.placement();
    this.scheme = parts.scheme();
    this.cuts = parts.cuts();
    this.cutSender = parts.cutSender();
    this.clock = parts.scheduler().clock();
    this.random = parts.random();
  }

  /** Sends the call's next attempt. */
  void send(PendingCall call, SiteLink link) {
    call.beginAttempt(++lastAttempt, link);
    boolean isTimed = (call.attemptId() & TIMED) == 0;
    boolean repetition = call.repetition || call.mayHaveRun();
    VersionVector needed = neededVector(call, repetition);
    cutSender.beforeCall(link, needed);
    boolean overSites = call.transaction() != null && call.transaction().isOverSites();
    List<Mastership> written = written(call, overSites ? link.site() : 0);
    boolean asksTimes = isTimed && time(call, link, needed);
    link.send(execute(call, repetition, needed, leftMs(call), written, asksTimes), call);
  }

  /**
   * Sends a part of a call in a scheme's own form, beside what other sites may have of its attempt.
   *
   * @param mostMs how long it may wait at the site
   * @param seen what the site must have beside what the call needs
   * @param hears what becomes of it
   */
  void sendPart(
      PendingCall call, SiteLink link, int mostMs, VersionVector seen, Form form, CallPart hears) {
    call.beginBeside(++lastAttempt, link);
    call.takeNoTime();
    boolean repetition = call.repetition || call.mayHaveRun();
    VersionVector needed = neededVector(call, repetition).max(seen);
    cutSender.beforeCall(link, needed);
    int waitMs = Math.min(mostMs, leftMs(call));
    Execute part = execute(call, repetition, needed, waitMs, written(call, link.site()), false);
    link.send(lastAttempt, form.of(part), hears);
  }

  /** Sends a call in a scheme's own form, by which its site knows what it must have before. */
  void sendBare(PendingCall call, SiteLink link, Form form) {
    call.beginAttempt(++lastAttempt, link);
    call.takeNoTime();
    Execute run = execute(call, false, call.vector, leftMs(call), List.of(), false);
    link.send(lastAttempt, form.of(run), call);
  }

  private Execute execute(
      PendingCall call,
      boolean repetition,
      VersionVector needed,
      int timeoutMs,
      List<Mastership> written,
      boolean asksTimes) {
    return new Execute(
        call.attemptId(),
        call.session,
        call.sequence,
        repetition,
        call.isReconnaissance(),
        call.isFresh(),
        timeOf(call),
        random.nextLong(),
        timeoutMs,
        needed,
        call.procedure,
        call.jarVersion(),
        call.arguments,
        written,
        call.plan(),
        refOf(call),
        asksTimes);
  }

  /** The time that a call sees; within a transaction it stands still. */
  private long timeOf(PendingCall call) {
    long nowMs = clock.wallMs();
    return call.transaction() == null ? nowMs : call.transaction().seesTimeMs(nowMs);
  }

  /**
   * Takes the time of an update, to learn what a wait for a cut takes.
   *
   * @return whether its site is to take times, too
   */
  private boolean time(PendingCall call, SiteLink link, VersionVector needed) {
    call.takeNoTime();
    if (call.changesNothing() || call.transaction() != null) {
      return false;
    }
    boolean elsewhere = false;
    for (long partition : call.footprint().read()) {
      elsewhere |= placement.master(partition) != link.site();
    }
    boolean asksTimes = scheme.wantsTimes(clock.nowUs());
    boolean needsOthers = asksTimes && (elsewhere || call.hasMovedWritten());
    VersionVector all = needsOthers ? needed.max(cuts.known()) : needed;
    long lacks = asksTimes ? link.report().distanceTo(all) : 0;
    call.takeTime(clock.nowUs(), elsewhere, lacks, link.underWay());
    return asksTimes;
  }

  /** Reconnaissance for a transaction that has no site yet is no part of it. */
  private static TransactionRef refOf(PendingCall call) {
    boolean isPart = call.transaction() != null && call.transaction().hasSite();
    return isPart ? call.transaction().ref() : null;
  }

  /** Has a site forget an interactive transaction; nobody waits for the answer. */
  void sendRollback(SqlTransaction transaction, SiteLink link) {
    tell(link, transaction.session, ControlCall.ROLLBACK, NO_ARGUMENTS, transaction.ref());
  }

  /** Has a site forget the rest of a result; there is no answer. */
  void sendClose(SqlCursor cursor, long session) {
    byte[] arguments = new CursorCall(cursor.siteCursor(), 0).encode();
    tell(cursor.link(), session, CursorCall.CLOSE, arguments, null);
  }

  private void tell(
      SiteLink link, long session, String what, byte[] arguments, TransactionRef transaction) {
    link.send(
        new Execute(
            ++lastAttempt,
            session,
            0,
            false,
            false,
            false,
            clock.wallMs(),
            0,
            TELL_TIMEOUT_MS,
            VersionVector.ZERO,
            what,
            0,
            arguments,
            List.of(),
            null,
            transaction));
  }

  /**
   * What the site must have: what the session saw. A repetition needs all that was acknowledged
   * anywhere, so that the site's table of outcomes holds the first run if there was one (hazard 3).
   * The snapshot of a transaction that may write has all that was acknowledged before it began:
   * with an older one, a call that overwrites what another one committed just before would be
   * refused.
   */
  private VersionVector neededVector(PendingCall call, boolean repetition) {
    boolean begins = call.transaction() != null && call.transaction().takesSnapshotNext();
    return repetition || begins || call.isFresh() ? call.vector.max(cuts.known()) : call.vector;
  }

  private int leftMs(PendingCall call) {
    return (int) Math.max(1, (call.deadlineUs - clock.nowUs()) / 1000);
  }

  /** What a call writes; if it runs over several sites, only what one of them masters. */
  private List<Mastership> written(PendingCall call, int onlyAt) {
    if (call.changesNothing()) {
      return List.of();
    }
    long[] partitions = call.footprint().written();
    if (onlyAt != 0) {
      return writtenAt(onlyAt, partitions);
    }
    if (partitions.length == 1) {
      return List.of(placement.mastership(partitions[0], 0));
    }
    List<Mastership> written = new ArrayList<>(partitions.length);
    for (long partition : partitions) {
      written.add(placement.mastership(partition, 0));
    }
    return written;
  }

  private List<Mastership> writtenAt(int site, long[] partitions) {
    List<Mastership> written = new ArrayList<>(partitions.length);
    for (long partition : partitions) {
      if (placement.master(partition) == site) {
        written.add(placement.mastership(partition, 0));
      }
    }
    return written;
  }
}
