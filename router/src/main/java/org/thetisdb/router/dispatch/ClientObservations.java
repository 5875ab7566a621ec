package org.thetisdb.router.dispatch;

import org.thetisdb.core.time.Scheduler;
import org.thetisdb.core.wire.SiteToRouter.StageTimes;
import org.thetisdb.router.call.PendingCall;
import org.thetisdb.router.call.SqlTransaction;
import org.thetisdb.router.catalog.TracedCells;
import org.thetisdb.router.profile.AccessSample;
import org.thetisdb.router.profile.CopyDemand;
import org.thetisdb.router.profile.WorkloadSample;
import org.thetisdb.router.routing.AccessTrace;
import org.thetisdb.router.routing.Footprint;
import org.thetisdb.router.routing.Measures;
import org.thetisdb.router.routing.Placement;
import org.thetisdb.router.routing.Scheme;
import org.thetisdb.router.routing.TimedCall;
import org.thetisdb.router.term.EngineParts;

/**
 * Reports to the scheme what clients do. What belongs together, an interactive transaction shows
 * when it commits. Owned by the engine's thread.
 */
final class ClientObservations {
  /** Distinguishes a procedure from a statement. */
  private static final long PROCEDURE = 1L << 41;

  private final Scheme scheme;
  private final AccessTrace trace;
  private final TracedCells cells;
  private final WorkloadSample sample;
  private final CopyDemand demand;
  private final AccessSample accesses;
  private final Placement placement;
  private final Measures measures;
  private final Scheduler scheduler;

  ClientObservations(EngineParts parts, TracedCells cells) {
    this.scheme = parts.scheme();
    this.trace = parts.trace();
    this.cells = cells;
    this.sample = parts.sample();
    this.demand = parts.demand();
    this.accesses = parts.accesses();
    this.placement = parts.placement();
    this.measures = parts.measures();
    this.scheduler = parts.scheduler();
  }

  /** What a call meets is known, and nothing is decided about it yet. */
  void onPlanned(PendingCall call, Footprint footprint) {
    boolean isNew = !call.isObserved() && footprint != null && call.transaction() == null;
    if (sample.isOn() && isNew && call.pinnedTo() == null) {
      sample.note(footprint, false, scheduler.clock().nowUs());
    }
  }

  /** A call is routed for the first time. */
  void onBegun(PendingCall call) {
    if (call.isObserved()) {
      return;
    }
    call.setObserved(!call.isReconnaissance());
    long nowUs = scheduler.clock().nowUs();
    call.setBegunUs(nowUs);
    SqlTransaction transaction = call.transaction();
    if (transaction == null) {
      if (call.isObserved() && call.pinnedTo() == null) {
        note(call.footprint());
        demand.note(call.footprint(), placement);
      }
      if (!call.changesNothing()) {
        scheme.observe(call.footprint(), kindOf(call), call.session, nowUs);
      } else if (call.isObserved() && call.pinnedTo() == null) {
        scheme.observeRead(call.footprint(), nowUs);
      }
    } else if (call.isCommit() && transaction.keepsAny()) {
      note(transaction.written());
      if (sample.isOn()) {
        sample.note(transaction.written(), true, nowUs);
      }
      scheme.observeTransaction(
          transaction.written(), transaction.beginning(), call.session, nowUs);
    }
  }

  /** Stands for the text of a statement, or for a procedure. */
  private static long kindOf(PendingCall call) {
    return call.template() != 0 ? call.template() : PROCEDURE | call.procedure.hashCode();
  }

  @SuppressWarnings("ReferenceEquality")
  private void note(Footprint footprint) {
    boolean isTraced = trace != AccessTrace.NONE;
    boolean isSampled = accesses.isOn() && accesses.wants(scheduler.clock().nowUs());
    if (isTraced || isSampled) {
      Footprint traced = cells.of(footprint);
      trace.note(traced);
      if (isSampled) {
        accesses.note(traced);
      }
    }
  }

  /** A site has taken the times of a call that it answers. */
  void onTimed(PendingCall call, StageTimes times) {
    if (call.timedFromUs() != 0) {
      long nowUs = scheduler.clock().nowUs();
      scheme.onTimed(
          new TimedCall(
              call.footprint(),
              call.sentTo().site(),
              call.readsElsewhere() || call.hasMovedWritten(),
              call.behind(),
              call.ahead(),
              nowUs - call.timedFromUs(),
              nowUs - call.begunUs(),
              times));
    }
  }

  /** A site has done what was asked. */
  void onCommitted(PendingCall call) {
    long nowUs = scheduler.clock().nowUs();
    if (call.transaction() == null && !call.changesNothing()) {
      scheme.onCommitted(call.hasMovedWritten(), nowUs);
      if (call.timedFromUs() != 0) {
        measures.onUpdateAnswered(call.readsElsewhere(), nowUs - call.timedFromUs());
      }
    } else if (call.isCommit() && call.transaction().keepsAny()) {
      scheme.onCommitted(call.hasMovedWritten(), nowUs);
    }
  }
}
