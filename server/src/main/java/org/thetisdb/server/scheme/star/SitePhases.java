package org.thetisdb.server.scheme.star;

import java.util.List;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.core.net.Connection;
import org.thetisdb.core.placement.Mastership;
import org.thetisdb.core.time.Scheduler;
import org.thetisdb.core.wire.RouterToSite.SetPhase;
import org.thetisdb.core.wire.SiteToRouter.PhaseSet;
import org.thetisdb.server.commit.GroupCommit;
import org.thetisdb.server.execution.Committer;
import org.thetisdb.server.ownership.TemporaryOwnership;
import org.thetisdb.server.ownership.TemporaryOwnership.Ownership;
import org.thetisdb.server.remastering.OwnershipGiver;
import org.thetisdb.server.remastering.Releases;
import org.thetisdb.server.scheme.SiteCalls;
import org.thetisdb.server.state.CallRules;
import org.thetisdb.server.state.SiteData;
import org.thetisdb.server.state.SiteLife;
import org.thetisdb.server.state.SiteProgress;
import org.thetisdb.server.txn.Transaction;

/**
 * The phases of STAR at this site (thesis, section 3.3.3; decision 0038). On the message that
 * another site is master of all, it stops writing what it masters and lends it; on the one that
 * each masters its own, it gives back what was lent to it. Either is one record in its log. It is
 * written when no transaction writes there any more, so the log is a cut between the phases.
 *
 * <p>Calls that only wait are sent back for it: they may wait for one that stays for long.
 * Interactive transactions keep what is this site's own; they end when the site lends that.
 *
 * <p>What was lent to an earlier incarnation, or for a phase that is over, is given back as soon as
 * it is seen, whether a router asks or not. Owned by the site's engine.
 */
final class SitePhases implements OwnershipGiver {
  private static final long AGAIN_US = 1_000;

  private final Scheduler scheduler;
  private final SiteData data;
  private final SiteProgress progress;
  private final SiteLife life;
  private final GroupCommit log;
  private final CallRules rules;
  private final int incarnation;
  private final TemporaryOwnership ownerships;
  private final Releases releases;
  private final Committer committer;
  private final SiteCalls calls;
  private Connection router;

  /** What the router that leads sent last; null if nothing. */
  private SetPhase told;

  private boolean answered;
  private boolean triesAgain;

  /** Whether the router that was here last said that the scheme has no phases. */
  private boolean withoutPhases;

  /** No phase yet. */
  SitePhases(
      Scheduler scheduler,
      SiteData data,
      SiteProgress progress,
      SiteLife life,
      GroupCommit log,
      CallRules rules,
      int incarnation,
      Releases releases,
      Committer committer,
      SiteCalls calls) {
    this.scheduler = scheduler;
    this.data = data;
    this.progress = progress;
    this.life = life;
    this.log = log;
    this.rules = rules;
    this.incarnation = incarnation;
    this.ownerships = data.catalog().ownerships();
    this.releases = releases;
    this.committer = committer;
    this.calls = calls;
    releases.setOwnershipGiver(this);
  }

  /** This site serves. What it owes since before it started it gives back. */
  void start() {
    proceed();
  }

  /** The router that leads sends a phase; one that is older than what it sent before is ignored. */
  void set(Connection from, SetPhase request) {
    if (told != null && request.phase() < told.phase()) {
      return;
    }
    told = request;
    data.mastership().tables().set(request.tables());
    withoutPhases = false;
    router = from;
    answered = false;
    rules.lendReads(true);
    if (lends()) {
      calls.endInteractive("its site lends what it masters to site " + request.master());
    }
    calls.onMastersChanged();
    proceed();
  }

  /**
   * A scheme is in force, with phases or without. Without, what was lent to this site is given
   * back, and it lends no more: no phase goes on beside calls of the new scheme (hazard 22).
   */
  void follow(boolean withPhases) {
    withoutPhases = !withPhases;
    if (withPhases) {
      data.mastership().tables().begin(this);
    } else {
      data.mastership().tables().end(this);
    }
    if (withoutPhases) {
      drop();
      proceed();
    }
  }

  /** The router is gone; the next one says anew what is in force. */
  void drop() {
    told = null;
    router = null;
    rules.lendReads(false);
  }

  /** Rows of temporary ownerships were applied. */
  void onOwnerships() {
    calls.onMastersChanged();
    releases.onOwnerships();
    proceed();
  }

  @Override
  public boolean isGiving() {
    return mustLend() || mustGiveBack();
  }

  @Override
  public boolean isGivingUp(long partition) {
    return (mustLend() && data.mastership().isOwnAndHere(partition))
        || (data.mastership().isBorrowed(partition) && mustGiveBack());
  }

  @Override
  public boolean isAwaited() {
    if (told == null) {
      return false;
    }
    if (told.master() == data.self()) {
      List<Integer> lenders = told.lenders();
      for (int i = 0; i < lenders.size(); i++) {
        Ownership last = ownerships.lentBy(lenders.get(i));
        if (last == null || last.phase() < told.phase()) {
          return true;
        }
      }
      return false;
    }
    return told.master() == 0 && ownerships.isLent(data.self());
  }

  @Override
  public boolean isBound() {
    return ownerships.isLent(data.self()) || ownerships.owedBy(data.self()) != null;
  }

  @Override
  public void proceed() {
    if (life.isStopped() || life.hasLeft() || log.hasFailed()) {
      return;
    }
    try {
      if (mustGiveBack() && isFree()) {
        write(TemporaryOwnership.givenBackKey(data.self()), ownerships.owedBy(data.self()));
      }
      if (mustLend() && !isOwing() && !ownerships.isLent(data.self()) && isFree()) {
        write(
            TemporaryOwnership.lentKey(data.self()),
            new Ownership(told.master(), told.incarnation(), told.phase()));
      }
    } catch (ThetisException noRoom) {
      tryAgain();
      return;
    }
    answer();
  }

  /** There is no room in memory or log now; both get it when more is acknowledged. */
  private void tryAgain() {
    if (!triesAgain) {
      triesAgain = true;
      scheduler.schedule(
          AGAIN_US,
          () -> {
            triesAgain = false;
            proceed();
          });
    }
  }

  private void write(RowKey key, Ownership ownership) {
    progress.placed(committer.writeOwnership(key, TemporaryOwnership.encode(ownership)));
    calls.onMastersChanged();
    releases.onOwnerships();
  }

  private boolean lends() {
    return told != null && told.master() != 0 && told.master() != data.self();
  }

  private boolean mustLend() {
    if (!lends()) {
      return false;
    }
    Ownership last = ownerships.lentBy(data.self());
    return last == null || last.phase() < told.phase();
  }

  private boolean isOwing() {
    return ownerships.owedBy(data.self()) != null;
  }

  /** What was lent for a later phase than the router has sent yet is here for that one. */
  private boolean mustGiveBack() {
    Ownership owed = ownerships.owedBy(data.self());
    return owed != null
        && (withoutPhases
            || (told != null && owed.phase() < told.phase())
            || owed.incarnation() < incarnation);
  }

  /**
   * Whether no transaction writes what is given up. Those that wait are sent back, so that this is
   * so soon.
   */
  private boolean isFree() {
    if (!releases.isAnyWritten(this::isGivingUp)) {
      return true;
    }
    calls.sendBack(this::writesWhatIsGivenUp);
    return !releases.isAnyWritten(this::isGivingUp);
  }

  private boolean writesWhatIsGivenUp(Transaction t) {
    if (!t.isPinned()) {
      return false;
    }
    for (Mastership written : t.call.written()) {
      if (isGivingUp(written.partition())) {
        return true;
      }
    }
    return false;
  }

  private void answer() {
    if (told == null || answered || isGiving() || isAwaited()) {
      return;
    }
    answered = true;
    Connection to = router;
    long phase = told.phase();
    log.whenDurable(
        log.position(), () -> to.send(new PhaseSet(phase, data.self(), progress.report())));
  }
}
