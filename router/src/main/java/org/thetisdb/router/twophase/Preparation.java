package org.thetisdb.router.twophase;

import org.thetisdb.core.wire.RouterToSite.CancelAttempt;
import org.thetisdb.core.wire.RouterToSite.GiveWay;
import org.thetisdb.core.wire.SiteToRouter;
import org.thetisdb.core.wire.SiteToRouter.Executed;
import org.thetisdb.core.wire.SiteToRouter.Replan;
import org.thetisdb.core.wire.SiteToRouter.RowWait;
import org.thetisdb.core.wire.SiteToRouter.Unsettled;
import org.thetisdb.core.wire.SiteToRouter.Voted;
import org.thetisdb.router.call.CallPart;
import org.thetisdb.router.call.PendingCall;
import org.thetisdb.router.site.Attempt;
import org.thetisdb.router.site.SiteLink;

/**
 * What one of several participants is asked for at the same time as the others. The call hears the
 * last answer, or the first one that is no consent; then the others are called off. Owned by the
 * engine's thread.
 */
public final class Preparation implements CallPart {
  private final PendingCall call;
  private final DistributedAttempt attempt;
  private final SiteLink link;
  private final Late late;
  private final Voting voting;
  private long number;

  /** Hears of a participant that has answered when nobody waited for it any more. */
  @FunctionalInterface
  public interface Late {
    /** What it has prepared, if it has, is to be forgotten. */
    void onLate(DistributedAttempt attempt, int site);
  }

  /** Hears of a master that votes for its fragment. */
  @FunctionalInterface
  interface Voting {
    /** The present attempt of a call has one more vote. */
    void onVoted(PendingCall call, Voted vote);
  }

  /** One to be sent over a link. */
  Preparation(PendingCall call, SiteLink link, Late late, Voting voting) {
    this.call = call;
    this.attempt = CallOverSites.attemptOf(call);
    this.link = link;
    this.late = late;
    this.voting = voting;
  }

  /** It is sent under this number. */
  public void begin(long attemptId) {
    number = attemptId;
    attempt.asked(this);
  }

  @Override
  public PendingCall call() {
    return call;
  }

  int site() {
    return link.site();
  }

  /** Has its site end it, whatever it waits for. */
  void callOff() {
    if (link.isReady()) {
      link.send(new CancelAttempt(number));
    }
  }

  /** Has its site end it if it waits for a row. */
  void giveWay() {
    if (link.isReady()) {
      link.send(new GiveWay(number));
    }
  }

  /** It is answered; returns whether anybody waits for that. */
  private boolean ends() {
    attempt.answered(this);
    return isPresent();
  }

  /** Whether the call's attempt is still the one that asked for this. */
  @SuppressWarnings("ReferenceEquality")
  private boolean isPresent() {
    return CallOverSites.attemptOf(call) == attempt;
  }

  @Override
  public void onExecuted(Executed executed) {
    if (!ends()) {
      late.onLate(attempt, site());
    } else if (executed.errorNumber() != 0 || call.isDone() || attempt.isLast()) {
      call.onExecuted(executed);
    } else {
      attempt.onPrepared(executed.vector());
    }
  }

  @Override
  public void onReplan(Replan replan) {
    if (ends()) {
      call.onReplan(replan);
    }
  }

  @Override
  public void onOfScheme(SiteToRouter said) {
    if (!(said instanceof Voted vote)) {
      throw new IllegalStateException(
          "site %d was to prepare something, and says %s".formatted(site(), said));
    }
    if (ends()) {
      voting.onVoted(call, vote);
    } else {
      late.onLate(attempt, site());
    }
  }

  @Override
  public void onUnsettled(Unsettled unsettled) {
    if (ends()) {
      call.onUnsettled(unsettled);
    }
  }

  @Override
  public void onRowWait(Attempt ahead, RowWait wait) {
    if (isPresent()) {
      call.onRowWait(ahead, wait); // else no site has the call, or another attempt of it
    }
  }

  @Override
  public void onLost(int site) {
    if (ends()) {
      call.onLost(site);
    }
  }
}
