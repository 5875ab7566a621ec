package org.thetisdb.server.failover;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.agrona.collections.LongHashSet;
import org.thetisdb.core.id.Stamp;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.core.net.Connection;
import org.thetisdb.core.placement.Mastership;
import org.thetisdb.core.placement.Owner;
import org.thetisdb.core.placement.SiteStanding;
import org.thetisdb.core.wire.RouterToSite.Leave;
import org.thetisdb.core.wire.RouterToSite.Release;
import org.thetisdb.core.wire.SiteToRouter.Released;
import org.thetisdb.core.wire.SiteToRouter.SuccessorReady;
import org.thetisdb.replication.log.LogAppender;
import org.thetisdb.replication.log.LogBatchWriter;
import org.thetisdb.replication.log.SoleWriter;
import org.thetisdb.server.catalog.Catalog;
import org.thetisdb.server.catalog.Holders;
import org.thetisdb.server.catalog.SavedReplicas;
import org.thetisdb.server.commit.GroupCommit;
import org.thetisdb.server.ownership.OwnershipRequest;
import org.thetisdb.server.ownership.TemporaryOwnership;
import org.thetisdb.server.ownership.TemporaryOwnership.Ownership;
import org.thetisdb.server.state.CallRules;
import org.thetisdb.server.state.SiteData;
import org.thetisdb.server.state.SiteLife;
import org.thetisdb.server.state.SiteProgress;

/**
 * Writes the log of a lost site in its place: first the fence of a new incarnation, behind which
 * nothing of the lost one counts, then releases of its partitions. A site that is granted one has
 * applied the whole log up to there, so nothing that was acknowledged is missing (hazards 2 and 8).
 * It commits no transactions and serves no rows.
 *
 * <p>When the site is back it fences this incarnation in its turn; then this one ends. Owned by the
 * engine's event loop.
 */
final class FailoverSuccessor {
  /** Partitions that one answer names. */
  private static final int MOST_NAMED = 256;

  private static final byte[] NO_VALUE = {};

  private final SiteData data;
  private final SiteProgress progress;
  private final SiteLife life;
  private final GroupCommit ownLog;
  private final CallRules scheme;
  private final Holders holders;
  private final int site;
  private final int incarnation;
  private final SoleWriter writer;
  private final Runnable onEnd;
  private final TemporaryOwnership ownerships;
  private final LogBatchWriter batch;
  private final ArrayDeque<ReleaseRequest> requests = new ArrayDeque<>();
  private final LongHashSet given = new LongHashSet();
  private Connection router;
  private long position;
  private boolean acknowledged;
  private boolean applied;

  /** The request whose releases are on their way to the log; null if there is none. */
  private ReleaseRequest underWay;

  private boolean over;

  /**
   * What a router wanted last of the lost site's temporary ownerships, if it is not done yet; else
   * null.
   */
  private OwnershipRequest ownershipRequest;

  /** What was lent, and given back, here for the lost site; null if nothing was. */
  private Ownership lent;

  private Ownership givenBack;

  private boolean waitsForOwnLog;

  /** Whether a row of temporary ownerships is on its way to the log. */
  private boolean writesOwnership;

  FailoverSuccessor(
      SiteData data,
      SiteProgress progress,
      SiteLife life,
      GroupCommit ownLog,
      CallRules scheme,
      int site,
      int incarnation,
      SoleWriter writer,
      Runnable onEnd) {
    this.data = data;
    this.progress = progress;
    this.life = life;
    this.ownLog = ownLog;
    this.scheme = scheme;
    this.holders = new Holders(data.store(), data.roster());
    this.onEnd = onEnd;
    this.ownerships = data.catalog().ownerships();
    this.site = site;
    this.incarnation = incarnation;
    this.writer = writer;
    this.batch = new LogBatchWriter(site, incarnation);
  }

  /** Closes the lost site's log; a router has asked for that. */
  void begin(Connection asking) {
    router = asking;
    writer.append(
        batch.fence(),
        new Appended() {
          @Override
          void onAppended() {
            acknowledged = true;
            tellIfReady();
          }
        });
  }

  /** A router asks for it, perhaps again. */
  void askedBy(Connection asking) {
    router = asking;
    tellIfReady();
  }

  /** A fence of the site's log was applied; all of the log before it, too. */
  void onFence(int fencedIncarnation, VersionVector everything) {
    if (fencedIncarnation == incarnation) {
      applied = true;
      position = everything.get(site);
      tellIfReady();
    } else if (fencedIncarnation > incarnation) {
      end();
    }
  }

  private void tellIfReady() {
    if (isReady()) {
      router.send(new SuccessorReady(site, incarnation, progress.report()));
      next();
    }
  }

  private boolean isReady() {
    return acknowledged && applied && !over;
  }

  /** A router wants the lost site to lend, or not to; a later request takes its place. */
  void lend(OwnershipRequest request) {
    if (lent != null && request.ownership() != null && request.phase() <= lent.phase()) {
      return; // a message that came twice
    }
    if (ownershipRequest == null || ownershipRequest.phase() <= request.phase()) {
      ownershipRequest = request;
    }
    next();
  }

  /** More is applied; something was lent, perhaps, or given back. */
  void onApplied() {
    next();
  }

  /**
   * Does for the lost site what it would do itself: it gives back what was lent to it, and lends
   * what it masters, when it has got it back. Whether that was begun.
   */
  private boolean beginsOwnership() {
    Ownership owed = ownerships.owedBy(site);
    if (owed != null && !owed.equals(givenBack)) {
      givenBack = owed;
      writeOwnership(TemporaryOwnership.givenBackKey(site), owed, null);
      return true;
    }
    if (ownershipRequest == null) {
      return false;
    }
    OwnershipRequest request = ownershipRequest;
    boolean lends = request.ownership() != null;
    if (lends && (owed != null || holder() != site)) {
      return false; // it is given back first
    }
    ownershipRequest = null;
    if (!lends) {
      request.whenDone().accept(progress.report());
      return false;
    }
    lent = request.ownership();
    writeOwnership(TemporaryOwnership.lentKey(site), lent, request);
    return true;
  }

  /** Which site may write what the lost site masters, with what is on its way to the log. */
  private int holder() {
    boolean onItsWay = lent != null && !lent.equals(ownerships.lentBy(site));
    return onItsWay ? lent.borrower() : ownerships.holderFor(site);
  }

  private void writeOwnership(RowKey key, Ownership ownership, OwnershipRequest request) {
    byte[] row = TemporaryOwnership.encode(ownership);
    position++;
    batch.begin(position);
    batch.commit(progress.report().with(site, 0), Stamp.dense(position, site), 0, 0, NO_VALUE, 1);
    batch.write(key, row, row.length);
    writesOwnership = true;
    writer.append(
        batch.finish(),
        new Appended() {
          @Override
          void onAppended() {
            writesOwnership = false;
            if (request != null) {
              request.whenDone().accept(progress.report());
            }
            next();
          }
        });
  }

  /** Handles a router's request for partitions of the lost site. */
  void release(Connection asking, Release request) {
    requests.add(new ReleaseRequest(asking, request, null));
    next();
  }

  /**
   * What this site has given back itself counts here only when its own log has it: else the lost
   * site could lend again what was not given back after all.
   */
  private boolean awaitsOwnLog() {
    boolean waits = progress.placementPosition() > ownLog.durable();
    if (waits && !waitsForOwnLog) {
      waitsForOwnLog = true;
      ownLog.whenDurable(
          progress.placementPosition(),
          () -> {
            waitsForOwnLog = false;
            next();
          });
    }
    return waits;
  }

  private void next() {
    if (!over && awaitsOwnLog()) {
      return;
    }
    if (!over && isReady() && underWay == null && !writesOwnership && beginsOwnership()) {
      return;
    }
    while (underWay == null && !writesOwnership && !requests.isEmpty()) {
      ReleaseRequest request = requests.remove();
      if (request.leave != null) {
        leave(request);
        continue;
      }
      List<Owner> refused = new ArrayList<>();
      List<Mastership> accepted = new ArrayList<>();
      for (Mastership wanted : request.message.released()) {
        if (mayRelease(wanted, request.message)) {
          accepted.add(wanted);
        } else {
          refused.add(data.mastership().describe(wanted));
        }
      }
      if (accepted.isEmpty()) {
        answer(request, refused);
      } else {
        append(request, accepted, refused);
      }
    }
  }

  private boolean mayRelease(Mastership wanted, Release request) {
    int grantee = request.grantee();
    return isReady()
        && (holder() == site || holder() == grantee)
        && !data.roster().is(grantee, SiteStanding.DRAINING)
        && !data.roster().is(grantee, SiteStanding.GONE)
        && (holders.holds(grantee, wanted.partition())
            || SavedReplicas.hasAll(data.catalog().replicas(), wanted.partition(), request))
        && data.mastership().owner(wanted.partition()) == site
        && data.mastership().term(wanted.partition()) + 1 == wanted.term()
        && !given.contains(wanted.partition());
  }

  private void append(ReleaseRequest request, List<Mastership> accepted, List<Owner> refused) {
    VersionVector dependencies = progress.report().with(site, 0);
    batch.begin(position + 1);
    for (Mastership partition : accepted) {
      position++;
      given.add(partition.partition());
      batch.release(
          dependencies,
          partition.partition(),
          partition.term(),
          request.message.grantee(),
          request.message.granteeIncarnation(),
          holders.firstMasterHoldsAfter(
              partition.partition(), request.message.grantee(), scheme.movesRows()),
          null);
    }
    underWay = request;
    writer.append(
        batch.finish(),
        new Appended() {
          @Override
          void onAppended() {
            underWay = null;
            answer(request, refused);
            next();
          }
        });
  }

  private void answer(ReleaseRequest request, List<Owner> refused) {
    request.router.send(new Released(request.moveId(), progress.report(), refused));
  }

  /** A router wants the lost site to leave for good. */
  void leave(Connection asking, Leave request) {
    requests.add(new ReleaseRequest(asking, null, request));
    next();
  }

  /**
   * It can if it masters nothing that has moved, and one of the successors has kept what all would
   * begin anew with. What it masters else goes to the successors.
   */
  private void leave(ReleaseRequest request) {
    List<Owner> owned = data.mastership().movedTo(site, MOST_NAMED);
    boolean isKept = data.trimPoints().isKeptByOneOf(request.leave.successors(), data.roster());
    boolean isBound = holder() != site || ownerships.owedBy(site) != null;
    if (!isReady() || !isKept || !owned.isEmpty() || isBound) {
      answer(request, owned.isEmpty() ? List.of(notReady()) : owned);
      return;
    }
    batch.begin(++position);
    batch.leave(progress.report().with(site, 0), request.leave.successors());
    underWay = request;
    writer.append(
        batch.finish(),
        new Appended() {
          @Override
          void onAppended() {
            underWay = null;
            answer(request, List.of());
            end();
          }
        });
  }

  /** Something true, so that the answer is no consent. */
  private Owner notReady() {
    return data.mastership().describe(Catalog.PARTITION);
  }

  /** The router that asked is gone: what is not in the log yet will not be. */
  void drop(Connection gone) {
    requests.removeIf(request -> request.router == gone);
    if (ownershipRequest != null && ownershipRequest.router() == gone) {
      ownershipRequest = null;
    }
  }

  private List<Owner> asKnown(ReleaseRequest request) {
    return request.message == null
        ? List.of(notReady())
        : request.message.released().stream().map(data.mastership()::describe).toList();
  }

  /** A partition has moved: the site that has it may give it back to the lost site. */
  void onMoved(long partition) {
    given.remove(partition);
  }

  /**
   * Stands in no more. What was asked for is refused; nobody knows whether what was under way is in
   * the log, so a router that asked must not wait for it, and hears from the site itself when it is
   * back.
   */
  void end() {
    if (over) {
      return;
    }
    over = true;
    writer.close();
    router.send(new SuccessorReady(site, 0, progress.report()));
    onEnd.run();
    if (underWay != null) {
      answer(underWay, asKnown(underWay));
      underWay = null;
    }
    writesOwnership =
        false; // requests behind it are refused now: what became of it does not matter
    next();
  }

  /** A release or that the site leaves; the other one is null. */
  private record ReleaseRequest(Connection router, Release message, Leave leave) {
    long moveId() {
      return message != null ? message.moveId() : leave.moveId();
    }
  }

  /** Ends the failover successor when an append fails: another one writes this log. */
  private abstract class Appended implements LogAppender.AppendCallback {
    abstract void onAppended();

    @Override
    public void onAppended(long offset) {
      if (!over && !life.isStopped()) {
        onAppended();
      }
    }

    @Override
    public void onFailed(RuntimeException reason) {
      if (!life.isStopped()) {
        end();
      }
    }
  }
}
