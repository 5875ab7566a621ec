package org.thetisdb.server.bulk;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.core.wire.KeySet;
import org.thetisdb.procedures.runtime.AccessPlanBuilder;
import org.thetisdb.procedures.runtime.RowLockMode;
import org.thetisdb.server.commit.CommitProtocol.Rows;
import org.thetisdb.server.execution.Execution;
import org.thetisdb.server.gate.Gates;
import org.thetisdb.server.remastering.Releases;
import org.thetisdb.server.snapshot.VectorSnapshot;
import org.thetisdb.server.state.QueryEventLoop;
import org.thetisdb.server.state.SiteState;
import org.thetisdb.server.txn.Transaction;
import org.thetisdb.server.txn.Transaction.Stage;

/**
 * The long statements of a site that write. Each is run on one of the query event loops, at a cut,
 * and what it writes is kept aside; it keeps its partitions here meanwhile, and the locks of the
 * rows that it had planned. Then the first committer wins: if others have written since its cut
 * what it has written or locked, or hold it locked now, it begins anew, and locks these rows
 * before. Else it commits in one instant on the engine's event loop. Owned by the site's engine.
 */
public final class BulkRuns {
  /** An event loop is taken from a statement that has not ended this long after its deadline. */
  private static final long GRACE_MS = 1_000;

  /** Rows that are looked up in one slice of the engine's event loop. */
  private static final int ROWS_PER_SLICE = 1_024;

  /** Rounds that are lost before all that was written is locked, if that can be. */
  private static final int ROUNDS_BEFORE_ALL = 3;

  private final SiteState state;
  private final Execution execution;
  private final Gates gates;
  private final Slices slices;
  private final AccessPlanBuilder builder = new AccessPlanBuilder();

  /** Those that are run, or are about to commit; at most one for each query event loop. */
  private final List<BulkRun> runs = new ArrayList<>();

  /** Those of which it is looked whether their rows are unchanged. */
  private final List<BulkRun> checked = new ArrayList<>();

  /** Calls that wait for an event loop. Calls at the site are its bound. */
  private final ArrayDeque<Transaction> waiting = new ArrayDeque<>();

  private final Installations installations;

  /** Those that wait for an installation, and are compared with what others do meanwhile. */
  private final ArrayDeque<Runnable> behind = new ArrayDeque<>();

  private final int[] runsOfLine;
  private Consumer<Transaction> beginRound;

  /** None yet; {@link #setBeginRound} completes it. */
  public BulkRuns(SiteState state, Execution execution, Gates gates, Releases releases) {
    this.installations = new Installations(state, releases, this::decideNext);
    execution.committer().setInstaller(installations);
    this.state = state;
    this.execution = execution;
    this.gates = gates;
    this.slices = new Slices(state.scheduler(), state.life()::isStopped);
    this.runsOfLine = new int[state.lines().queries().size()];
  }

  /**
   * Completes it: {@code next} takes a call that was rolled back for others, and has more to lock.
   */
  public void setBeginRound(Consumer<Transaction> next) {
    beginRound = next;
  }

  /**
   * Runs a statement at the newest usable cut, which it was given, or when an event loop is free.
   */
  public void begin(Transaction t) {
    gates.waiting().track(t);
    if (runs.size() >= runsOfLine.length) {
      waiting.add(t);
      return;
    }
    if (!t.isReadOnly()) {
      state.log().checkRoom();
    }
    int lineNumber = leastBusyLine();
    QueryEventLoop line = state.lines().queries().get(lineNumber);
    BulkRun run =
        new BulkRun(
            t,
            state.cuts().hold(),
            lineNumber,
            line,
            new BulkRun.Environment(
                state.data(),
                state.scheduler(),
                state.limits().writeSetBytes(),
                state.limits().statementMemory().newAccount(),
                new BulkRun.Views(
                    execution.catalogs().seenBy(t.snapshot()).rules(),
                    new VectorSnapshot(state.progress().everything()))));
    runs.add(run);
    runsOfLine[lineNumber]++;
    run.start(state.scheduler(), limitMs(t), error -> guarded(run, () -> onRan(run, error)));
  }

  private int leastBusyLine() {
    int best = 0;
    for (int line = 1; line < runsOfLine.length; line++) {
      if (runsOfLine[line] < runsOfLine[best]) {
        best = line;
      }
    }
    return best;
  }

  private long limitMs(Transaction t) {
    long leftUs = t.deadlineUs - state.scheduler().clock().nowUs();
    return Math.max(0, leftUs / 1000) + GRACE_MS;
  }

  /** Goes on with a run unless nobody wants it any more. */
  private void guarded(BulkRun run, Runnable next) {
    if (state.life().isStopped()) {
      return;
    }
    if (isOver(run)) {
      free(run);
      return;
    }
    try {
      next.run();
    } catch (ThetisException e) {
      refuse(run, e);
    }
  }

  private static boolean isOver(BulkRun run) {
    return run.call.stage() == Stage.DONE;
  }

  /** Another attempt of the call may have committed while this one ran (hazard 3). */
  private void refuse(BulkRun run, ThetisException error) {
    free(run);
    try {
      if (!gates.active().answerIfCommitted(run.call)) {
        gates.active().refuse(run.call, error);
      }
    } catch (ThetisException committed) {
      gates.active().refuse(run.call, committed);
    }
  }

  private void onRan(BulkRun run, ThetisException error) {
    Transaction t = run.call;
    if (error != null) {
      throw error;
    }
    if (run.signal() != null) {
      switch (run.signal().reason()) {
        case UNSETTLED -> {
          execution.answers().unsettled(t, run.signal().vanishing());
          end(run);
        }
        case AT_A_CUT, REFUSED, REPLAN, CONFLICT, TOO_LONG, NOT_SHORT, NOT_YET, NOT_HELD ->
            routeAgain(run);
      }
    } else if (t.call.reconnaissance()) {
      routeAgain(run);
    } else if (run.sorted().length == 0 && run.locked().isEmpty()) {
      state.counters().committed++;
      execution.answers().committed(t, 0, run.value());
      end(run);
    } else {
      place(run);
    }
  }

  /** The call has ended, or stands elsewhere: others may have its event loop. */
  private void free(BulkRun run) {
    if (!runs.remove(run)) {
      return;
    }
    unwatch(run);
    run.close();
    state.cuts().release(run.hold);
    runsOfLine[run.lineNumber]--;
    wakeNext();
  }

  private void wakeNext() {
    Transaction next = waiting.poll();
    while (next != null && next.stage() == Stage.DONE) {
      next = waiting.poll();
    }
    if (next != null) {
      next.moveTo(Stage.SNAPSHOT); // a newer cut may be usable by now
      next.wake();
    }
  }

  private void end(BulkRun run) {
    free(run);
    gates.active().finish(run.call);
  }

  // Where it may write

  /** Whether all that was written may be written here; else the router has to place it first. */
  private void place(BulkRun run) {
    Placing placing = new Placing(state, run);
    slices.over(
        run.sorted().length,
        ROWS_PER_SLICE,
        () -> !isOver(run) && placing.isGood(),
        placing::look,
        () -> guarded(run, () -> onPlaced(run, placing)));
  }

  private void onPlaced(BulkRun run, Placing placing) {
    if (placing.isDropped()) {
      routeAnew(run);
    } else if (!placing.isGood() || run.call.call.written().isEmpty()) {
      // what was sent as a read must not commit here (hazard 3)
      routeAgain(run);
    } else {
      checked.add(run);
      state.commits().setObserver(this::onCommitted);
      run.check(
          state.scheduler(),
          limitMs(run.call),
          error -> guarded(run, () -> onChecked(run, placing, error)));
    }
  }

  /** The router learns what the run has touched: of each partition one row stands for all. */
  private void routeAgain(BulkRun run) {
    Thinning written = new Thinning(state, Arrays.asList(run.sorted()));
    Thinning read = new Thinning(state, run.read().read());
    thin(
        run,
        written,
        () ->
            thin(
                run,
                read,
                () -> {
                  KeySet planned = run.call.plan().toKeySet();
                  Set<RowKey> keys = new TreeSet<>(planned.written());
                  keys.addAll(written.kept());
                  List<KeySet.KeyRange> ranges = new ArrayList<>(run.read().ranges());
                  ranges.addAll(planned.ranges());
                  Set<RowKey> reads = new TreeSet<>(planned.read());
                  reads.addAll(read.kept());
                  execution
                      .answers()
                      .replan(
                          run.call,
                          List.of(),
                          new KeySet(List.copyOf(keys), List.copyOf(reads), ranges));
                  end(run);
                }));
  }

  private void thin(BulkRun run, Thinning thinning, Runnable then) {
    slices.over(
        thinning.size(),
        ROWS_PER_SLICE,
        () -> !isOver(run),
        thinning::look,
        () -> guarded(run, then));
  }

  /** The router routes the call as it did before: what it runs under has changed. */
  private void routeAnew(BulkRun run) {
    free(run);
    gates.active().replan(run.call, List.of(), null);
  }

  // The end

  /** Rows were committed here while others were looked at. */
  private void onCommitted(Rows rows) {
    for (BulkRun run : checked) {
      run.onCommitted(rows);
    }
  }

  private void unwatch(BulkRun run) {
    if (checked.remove(run) && checked.isEmpty()) {
      state.commits().setObserver(null);
    }
  }

  private void onChecked(BulkRun run, Placing placing, ThetisException error) {
    if (error != null) {
      throw error;
    }
    run.takeChanged();
    decide(run, placing);
  }

  private void decide(BulkRun run, Placing placing) {
    if (!installations.hasRoom()) {
      behind.add(() -> guarded(run, () -> decide(run, placing)));
      return;
    }
    Transaction t = run.call;
    if (gates.active().answerIfCommitted(t)) {
      free(run);
      return;
    }
    if (state.barrier().isClosed()
        || !execution.committer().keepsTo(run.keptRules, run.existence)) {
      routeAnew(run);
    } else if (!placing.isStillGood() || !isOpen(run)) {
      routeAgain(run);
    } else {
      noteHeld(run);
      if (run.conflicts().isEmpty()) {
        commit(run, placing);
      } else {
        beginAnew(run);
      }
    }
  }

  /** A table may have been closed since the call was admitted (decision 0038). */
  private boolean isOpen(BulkRun run) {
    int looked = -1;
    for (RowKey key : run.sorted()) {
      if (key.tableId() != looked && !state.mastership().isOpen(key.tableId())) {
        return false;
      }
      looked = key.tableId();
    }
    return true;
  }

  /** Notes rows that others hold against it, or have prepared. */
  private void noteHeld(BulkRun run) {
    Transaction t = run.call;
    int claims = run.sorted().length + run.locked().size();
    if (state.locks().size() < claims) {
      state
          .locks()
          .forEachRow(
              key -> {
                if (run.claims(key)) {
                  noteIfHeld(run, key, modeOf(run, key));
                }
              });
    } else {
      for (RowKey key : run.sorted()) {
        noteIfHeld(run, key, modeOf(run, key));
      }
      for (Map.Entry<RowKey, RowLockMode> each : run.locked().entrySet()) {
        noteIfHeld(run, each.getKey(), each.getValue());
      }
    }
    if (!state.catalog().prepared().isEmpty()) {
      for (RowKey key : run.sorted()) {
        if (state.catalog().prepared().isTaken(key, t.distributedId())) {
          run.addConflict(key);
        }
      }
    }
  }

  private static RowLockMode modeOf(BulkRun run, RowKey key) {
    return run.writes.find(key) >= 0 ? run.modeOf(key) : run.locked().get(key);
  }

  private void noteIfHeld(BulkRun run, RowKey key, RowLockMode mode) {
    if (!state.locks().isFreeToWrite(key, run.call, mode)) {
      run.addConflict(key);
    }
  }

  private void commit(BulkRun run, Placing placing) {
    Transaction t = run.call;
    if (run.rows() == null) { // rows were locked alone
      state.counters().committed++;
      execution.answers().committed(t, 0, run.value());
      end(run);
      return;
    }
    state.log().checkRoom();
    unwatch(run);
    t.readAt(run.hold.snapshot());
    execution
        .committer()
        .commitInFront(
            t,
            run.writes,
            run.rows(),
            run.value(),
            placing.masterships(),
            () -> gates.active().finish(t));
    state.counters().beside++;
    t.moveTo(Stage.KEPT);
    gates.active().unlock(t);
    free(run);
  }

  /** One more commit may stand in front of the rows. */
  private void decideNext() {
    for (int left = behind.size(); left > 0 && installations.hasRoom(); left--) {
      behind.remove().run();
    }
  }

  /**
   * The next round locks the rows in which this one met others before it runs, so it wins soon;
   * after some rounds all that it has written.
   */
  private void beginAnew(BulkRun run) {
    Transaction t = run.call;
    execution.runner().noteConflict(t);
    KeySet planned = t.plan().toKeySet();
    Set<RowKey> written = new TreeSet<>(planned.written());
    boolean all =
        t.attempts() > ROUNDS_BEFORE_ALL
            && run.sorted().length + written.size() <= AccessPlanBuilder.MAX_ENTRIES;
    written.addAll(all ? Arrays.asList(run.sorted()) : run.conflicts());
    if (written.size() > AccessPlanBuilder.MAX_ENTRIES) {
      throw new ThetisException(ErrorCode.CONFLICT, t.attempts(), t.call.timeoutMs());
    }
    t.setNextPlan(
        builder
            .begin(state.catalog().tables())
            .add(new KeySet(List.copyOf(written), planned.read(), planned.ranges()))
            .build());
    free(run);
    beginRound.accept(t);
  }

  // From outside

  /** Ends runs whose calls have ended. Called from time to time. */
  public void sweep() {
    for (BulkRun run : runs) {
      if (isOver(run)) {
        run.stop(new ThetisException(ErrorCode.QUERY_CANCELED));
      }
    }
  }

  /** The site ends: nothing is run after the tasks that the query event loops have now. */
  public void stop() {
    ThetisException why = new ThetisException(ErrorCode.SHUTTING_DOWN);
    runs.forEach(run -> run.stop(why));
  }

  /** Number of statements that are run, or are about to commit. */
  public int size() {
    return runs.size();
  }
}
