package org.thetisdb.router.attempt;

import java.util.function.Consumer;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.time.Scheduler;
import org.thetisdb.router.call.CallEnd;
import org.thetisdb.router.call.CallQueue;
import org.thetisdb.router.call.PendingCall;
import org.thetisdb.router.call.WaitPriority;
import org.thetisdb.router.report.Counters;
import org.thetisdb.router.term.EngineParts;

/**
 * Has calls routed again that lost a round: at once if there is news, else after a pause that
 * doubles. A call that has lost many goes before those that are younger. Owned by the engine's
 * thread.
 */
public final class Retries {
  /** The first pause before a call is routed again without any news; doubles each time. */
  private static final long RETRY_US = 500;

  private static final int MOST_DOUBLINGS = 6;

  /** From this round on, one without a pause could be one of many that nobody should see. */
  private static final int QUICK_ROUNDS = 32;

  /**
   * A call that nobody younger can take anything from is done after few more rounds than it has
   * partitions to find; one that is not has met a fault of the engine. Under read locks nobody goes
   * before others: there it may go on as long as its client wants.
   */
  private static final int MOST_ROUNDS = 2_000;

  private final int patientRounds;
  private final Counters counters;
  private final Scheduler scheduler;
  private final CallEnd end;
  private final WaitPriority precedence;
  private final Consumer<PendingCall> route;
  private final CallQueue pausing = new CallQueue();

  /** Calls to be routed again by {@code route}; {@code end} ends those that lose for ever. */
  public Retries(
      EngineParts parts, CallEnd end, WaitPriority precedence, Consumer<PendingCall> route) {
    this.patientRounds = parts.limits().reroutes();
    this.counters = parts.counters();
    this.scheduler = parts.scheduler();
    this.end = end;
    this.precedence = precedence;
    this.route = route;
  }

  /**
   * Routes a call again.
   *
   * @param news whether something was learned that another round can use
   */
  public void again(PendingCall call, boolean news) {
    call.countReroute();
    counters.retried++;
    if (call.reroutes() > MOST_ROUNDS && !call.reads().isAtMasters()) {
      end.fail(
          call, new ThetisException(ErrorCode.INTERNAL, call + " lost more rounds than it can"));
      return;
    }
    if (call.reroutes() > patientRounds && call.transaction() == null && !call.changesNothing()) {
      precedence.claim(call);
    }
    if (news && call.reroutes() <= QUICK_ROUNDS) {
      route.accept(call);
    } else {
      pause(call);
    }
  }

  /** A site knows no more than this router, but needs a moment to get there. */
  private void pause(PendingCall call) {
    pausing.add(call);
    long pauseUs = RETRY_US << Math.min(MOST_DOUBLINGS, call.reroutes());
    scheduler.schedule(
        pauseUs,
        () -> {
          if (call.isHeldIn(pausing)) {
            pausing.remove(call);
            call.become(PendingCall.State.ROUTING);
            route.accept(call);
          }
        });
  }
}
