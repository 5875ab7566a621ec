package org.thetisdb.server.scheme.epoch;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.core.net.Connection;
import org.thetisdb.core.placement.Primaries;
import org.thetisdb.core.wire.KeySet;
import org.thetisdb.core.wire.KeySet.KeyRange;
import org.thetisdb.core.wire.RouterToSite.AbortInEpoch;
import org.thetisdb.core.wire.RouterToSite.BeginEpochView;
import org.thetisdb.core.wire.RouterToSite.CommitEpoch;
import org.thetisdb.core.wire.RouterToSite.EpochOver;
import org.thetisdb.core.wire.RouterToSite.EpochViewRules;
import org.thetisdb.core.wire.RouterToSite.Fence;
import org.thetisdb.core.wire.RouterToSite.InEpochView;
import org.thetisdb.core.wire.RouterToSite.Install;
import org.thetisdb.core.wire.RouterToSite.RowImage;
import org.thetisdb.core.wire.RouterToSite.Validate;
import org.thetisdb.core.wire.SiteToRouter.EpochViewBegun;
import org.thetisdb.core.wire.SiteToRouter.Fenced;
import org.thetisdb.core.wire.SiteToRouter.RanInEpochView;
import org.thetisdb.core.wire.SiteToRouter.RunExclusively;
import org.thetisdb.core.wire.SiteToRouter.Validated;
import org.thetisdb.procedures.runtime.AccessPlanBuilder;
import org.thetisdb.procedures.runtime.RowWait;
import org.thetisdb.server.execution.Committer;
import org.thetisdb.server.execution.TransactionRunner;
import org.thetisdb.server.gate.ActiveCalls;
import org.thetisdb.server.interactive.OpenTransactions;
import org.thetisdb.server.scheme.SiteCalls;
import org.thetisdb.server.scheme.epoch.EpochValidation.Settled;
import org.thetisdb.server.state.SiteState;
import org.thetisdb.server.txn.ReadRights;
import org.thetisdb.server.txn.Transaction;

/**
 * A site's part in epoch views (COCO, chapter 4 of the thesis; decisions 0050 and 0067). Calls run
 * on all that is decided, and lock and validate what is this site's in the same instant. One that
 * has met nothing else is decided by that; of all others the router asks the primaries, and
 * decides. What is decided is in memory until the epoch coordinator's log has it and its record has
 * come here.
 *
 * <p>Nothing of this is in a log, and all of it is forgotten with the epoch view, so that what was
 * decided and not logged leaves no trace (hazard 20). While one is open, nothing else commits rows
 * of users here. Owned by the site's engine.
 */
final class EpochRuns {
  private static final byte[] NO_VALUE = {};

  private final SiteState state;
  private final TransactionRunner runner;
  private final ActiveCalls active;
  private final SiteCalls calls;
  private final EpochCoordinator epochCoordinator;
  private long epochView;

  /** What began the epoch view; null if none is open. */
  private BeginEpochView begun;

  private Connection router;

  /** All that members had before; null until it is reported. */
  private VersionVector floor;

  private boolean ready;
  private EpochRows rows;
  private EpochValidation validation;
  private EpochReadMostlyTables closed;

  private long lastValidated;
  private long lastUntil;

  /** No epoch view yet; {@code calls} hears what an epoch view does to calls that are not of it. */
  EpochRuns(
      SiteState state,
      TransactionRunner runner,
      ActiveCalls active,
      Committer committer,
      OpenTransactions open,
      BooleanSupplier leaving,
      SiteCalls calls) {
    this.state = state;
    this.runner = runner;
    this.active = active;
    this.calls = calls;
    this.epochCoordinator =
        new EpochCoordinator(
            state.catalog(),
            state.mastership(),
            state.progress(),
            state.log(),
            state.locks(),
            committer,
            open,
            leaving);
  }

  /** Takes what the router that leads says of epoch views. */
  void on(Connection from, InEpochView message) {
    if (message instanceof BeginEpochView begin) {
      begin(from, begin);
    } else if (message.epochView() != epochView || begun == null) {
      return; // it is over, as whoever said this will find out
    } else if (validation.takes(message)) {
      return;
    } else if (message instanceof Validate wanted) {
      validate(wanted);
    } else if (message instanceof Install decided) {
      validation.install(decided);
    } else if (message instanceof AbortInEpoch ended) {
      validation.free(ended.transaction());
    } else if (message instanceof Fence fence) {
      fence(fence);
    } else if (message instanceof CommitEpoch epoch) {
      epochCoordinator.commit(from, epoch);
    } else if (message instanceof EpochOver over) {
      onOver(over);
    } else {
      end();
    }
  }

  private void onOver(EpochOver over) {
    if (begun.rules().logicalTime()) {
      rows.overlay.committedUpTo(over.order(), over.vector());
    } else {
      rows.overlay.committed(over.order(), over.own(), over.vector());
    }
    rows.overlay.trim(state.progress().reached());
  }

  private void begin(Connection from, BeginEpochView begin) {
    if (begin.second() && begin.epochView() == epochView && begun != null) {
      if (floor == null) {
        floor = begin.floor();
        onReached();
      }
    } else if (!begin.second() && begin.epochView() > epochView) {
      stopOthers(from, begin);
    }
  }

  private void stopOthers(Connection from, BeginEpochView begin) {
    end();
    epochView = begin.epochView();
    begun = begin;
    router = from;
    lastValidated = 0;
    lastUntil = 0;
    rows =
        new EpochRows(
            state.data().store(),
            state.catalog(),
            state.progress(),
            new Primaries(
                begin.members(), begin.epochCoordinator(), begin.epochCoordinatorShare()));
    validation = validationBy(begin.rules());
    closed = new EpochReadMostlyTables(begin.closed());
    state.barrier().close("an epoch view is open");
    calls.sendBack(
        t ->
            EpochCallState.epochViewOf(t) == 0
                && t.stage() != Transaction.Stage.PREPARE
                && !t.isReadOnly());
    if (begin.epochCoordinator() == state.data().self()) {
      epochCoordinator.begin(begin.epochView(), closed);
    }
    state.log().whenDurable(state.log().position(), () -> answer(begin, false));
  }

  private EpochValidation validationBy(EpochViewRules rules) {
    return switch (rules.apart()) {
      case PHYSICAL_TIME -> new PhysicalTime(state.data().self(), rules, rows);
      case LOGICAL_TIME -> new LogicalTime(state.data().self(), rules, rows);
      case BATCHES -> new SiteBatches(epochView, rows, router, null);
      case BATCHES_WITH_FALLBACK -> new SiteBatches(epochView, rows, router, order(true));
      case ORDERED_LOCKS -> order(true);
      case NO_WAIT_LOCKS -> order(false);
    };
  }

  private SiteOrder order(boolean waits) {
    return new SiteOrder(state.data().self(), epochView, rows, rows.overlay, router, calls, waits);
  }

  private void answer(BeginEpochView begin, boolean second) {
    if (begun != null && begin.epochView() == epochView && !state.life().isStopped()) {
      ready = second;
      router.send(new EpochViewBegun(epochView, second, state.progress().report()));
    }
  }

  /** The epoch view is over, or its router gone: what the log does not have is forgotten. */
  void end() {
    EpochValidation over = validation;
    begun = null;
    floor = null;
    ready = false;
    router = null;
    rows = null;
    validation = null;
    closed = null;
    state.barrier().open();
    epochCoordinator.end();
    if (over != null) {
      over.end();
    }
  }

  /** More is applied, or acknowledged. */
  void onReached() {
    if (begun == null) {
      return;
    }
    if (!ready && floor != null) {
      if (state.progress().reached().covers(floor)) {
        answer(begun, true);
      } else {
        calls.expedite();
      }
    }
    rows.overlay.trim(state.progress().reached());
  }

  /**
   * Runs a call of the epoch view that is open, and answers it.
   *
   * @return NOT_SHORT if it is to be run by the event loop's own thread; else it is over here
   */
  TransactionRunner.Result run(Transaction t, Consumer<Transaction> onStolen) {
    if (t.procedure().rowWait() != RowWait.WAIT
        || (t.asksSerializable() && begun.rules().snapshots())) {
      return runAlone(t);
    }
    EpochCallState.begin(t, rows.rows(), begun.rules().snapshots());
    byte[][] value = {NO_VALUE};
    ThetisException error = null;
    try {
      TransactionRunner.Result ended = runner.runToKeep(t, value, onStolen);
      if (ended != null) {
        return isForEpochView(ended) ? ended : runAlone(t);
      }
    } catch (ThetisException refused) {
      if (t.context() == null) {
        throw refused;
      }
      error = refused; // it is an outcome: what it follows from is validated like any
      t.writes.clear();
    }
    return settle(t, value[0], error);
  }

  /** Whether a call is of the epoch view that is open. */
  boolean isOf(Transaction t) {
    return ready
        && EpochCallState.epochViewOf(t) == epochView
        && t.connection == router
        && validation.knows(t);
  }

  /** Whether a call of the epoch view may run now; if not, it is woken when it may. */
  boolean mayRun(Transaction t) {
    return validation.mayRun(t);
  }

  private static boolean isForEpochView(TransactionRunner.Result ended) {
    return switch (ended) {
      case DONE, NOT_SHORT -> true;
      case AT_A_CUT, KEPT, CONFLICT, TOO_LONG -> false;
    };
  }

  private static TransactionRunner.Result runAlone(Transaction t) {
    return runAlone(t, 0);
  }

  private static TransactionRunner.Result runAlone(Transaction t, int closedTable) {
    t.connection.send(new RunExclusively(t.call.attemptId(), closedTable));
    return TransactionRunner.Result.DONE;
  }

  private TransactionRunner.Result settle(Transaction t, byte[] value, ThetisException error) {
    KeySet touched = t.context().touchedAlone();
    boolean tooLarge =
        touched.largest() > AccessPlanBuilder.MAX_ENTRIES
            || t.writes.bytes() + value.length > state.limits().writeSetBytes();
    if (tooLarge || !rows.knowsTables(touched) || !isKept(touched)) {
      return runAlone(t);
    }
    int closedTable = closed.closedOf(touched.written());
    if (closedTable > 0) {
      return runAlone(t, closedTable);
    }
    long transaction = t.call.attemptId();
    Settled run = validation.settle(transaction, closed.openPart(touched), t.snapshot());
    if (run == null) {
      state.counters().conflicts++;
      active.replan(t, List.of(), null);
      return TransactionRunner.Result.DONE;
    }
    List<RowImage> written = imagesOf(t);
    try {
      t.connection.send(answer(transaction, run, value, error, written));
    } catch (ThetisException tooLong) {
      validation.free(transaction);
      return runAlone(t);
    }
    if (run.decided()) {
      validation.decide(transaction, run, written);
    }
    return TransactionRunner.Result.DONE;
  }

  private RanInEpochView answer(
      long transaction, Settled run, byte[] value, ThetisException error, List<RowImage> written) {
    return new RanInEpochView(
        transaction,
        run.clock(),
        run.decided(),
        run.from(),
        run.until(),
        run.participants(),
        run.readers(),
        run.touched(),
        run.versions(),
        state.catalog().sql().version(),
        state.catalog().existence().version(),
        error == null ? 0 : error.code().number(),
        error == null ? "" : String.valueOf(error.getMessage()),
        error == null ? value : NO_VALUE,
        written);
  }

  private static List<RowImage> imagesOf(Transaction t) {
    List<RowImage> images = new ArrayList<>(t.writes.size());
    for (int i = 0; i < t.writes.size(); i++) {
      images.add(new RowImage(t.writes.key(i), t.writes.image(i)));
    }
    return images;
  }

  /**
   * Whether the epoch coordinator masters all of this: what others master may be changed by them.
   */
  private boolean isKept(KeySet touched) {
    return touched.written().stream().allMatch(this::isKept)
        && touched.read().stream().allMatch(this::isKept)
        && touched.ranges().stream().allMatch(this::isKept);
  }

  private boolean isKept(RowKey key) {
    return isKept(state.catalog().partitionOf(key));
  }

  private boolean isKept(KeyRange range) {
    return state
        .catalog()
        .allPartitions(
            range.tableId(),
            range.from(),
            range.to(),
            ReadRights.PARTITIONS_CHECKED_LIMIT,
            this::isKept);
  }

  private boolean isKept(long partition) {
    return state.mastership().owner(partition) == begun.epochCoordinator();
  }

  private void validate(Validate wanted) {
    if (wanted.transaction() == lastValidated && wanted.until() == lastUntil) {
      return; // a message that came twice
    }
    lastValidated = wanted.transaction();
    lastUntil = wanted.until();
    KeySet touched = wanted.touched();
    boolean isSound =
        touched != null
            && touched.read().size() == wanted.versions().size()
            && rows.knowsTables(touched);
    Validated said =
        isSound
            ? validation.validate(wanted)
            : new Validated(epochView, wanted.transaction(), wanted.until(), false, 0, 0, 0);
    state.counters().conflicts += said.valid() ? 0 : 1;
    router.send(said);
  }

  private void fence(Fence fence) {
    validation.fence(fence);
    if (!fence.complete()) {
      router.send(new Fenced(epochView, fence.time()));
    }
  }
}
