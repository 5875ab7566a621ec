package org.thetisdb.server.bulk;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.core.time.Scheduler;
import org.thetisdb.core.time.WorkerLostError;
import org.thetisdb.core.wire.KeySet;
import org.thetisdb.procedures.Context;
import org.thetisdb.procedures.runtime.RowLockMode;
import org.thetisdb.server.commit.CommitProtocol.Rows;
import org.thetisdb.server.commit.LargeCommit;
import org.thetisdb.server.snapshot.Cuts;
import org.thetisdb.server.snapshot.VectorSnapshot;
import org.thetisdb.server.state.QueryEventLoop;
import org.thetisdb.server.state.SiteData;
import org.thetisdb.server.txn.ExistenceNotes;
import org.thetisdb.server.txn.RollBackSignal;
import org.thetisdb.server.txn.Transaction;
import org.thetisdb.server.txn.WriteSet;
import org.thetisdb.sql.call.StatementRun;
import org.thetisdb.sql.context.Calculation;
import org.thetisdb.sql.integrity.DeferredChecks;
import org.thetisdb.sql.integrity.IntegrityContext;
import org.thetisdb.sql.integrity.IntegrityRules;
import org.thetisdb.sql.integrity.KeptRules;
import org.thetisdb.sql.memory.StatementMemory;
import org.thetisdb.store.RowStore;
import org.thetisdb.store.RowVersion;

/**
 * One run of a long statement that writes, beside the engine: first the statement at its snapshot,
 * then a look whether others have changed since what it has written. All but what is said to run on
 * the statement's event loop belongs to the site's engine.
 */
final class BulkRun {
  /** Rows in which it met others that are reported at most. */
  static final int MOST_CONFLICTS = 1_000;

  final Transaction call;
  final Cuts.Hold hold;
  final int lineNumber;

  /** Under which rules it has written. */
  final KeptRules keptRules = new KeptRules();

  /** Under which rights of rows to exist it has run. */
  final ExistenceNotes existence = new ExistenceNotes();

  /** What it has written; not changed any more once it has run. */
  final WriteSet writes = new WriteSet();

  private final StatementRun statement;
  private final RowStore store;
  private final QueryEventLoop line;
  private final StatementMemory memory;
  private final BulkContext context;
  private final IntegrityContext integrity;
  private final int mostResultBytes;

  /** Rows in which it met what others have done since its snapshot, but for {@link #changed}. */
  private final List<RowKey> conflicts = new ArrayList<>(0);

  /** Rows that were changed before it was looked at them. Its event loop's, until that is done. */
  private final List<RowKey> changed = new ArrayList<>(0);

  private byte[] value;
  private RowKey[] sorted = {};

  /** Null if it has written nothing, or only looks. */
  private LargeCommit rows;

  /** Why it does not go on; null as long as it may. */
  private volatile ThetisException stop;

  /** What runs need of a site. */
  record Environment(
      SiteData data, Scheduler engine, int writeSetBytes, StatementMemory memory, Views views) {}

  /** What was in force, and what was applied, when the run began. */
  record Views(IntegrityRules rules, VectorSnapshot applied) {}

  BulkRun(Transaction call, Cuts.Hold hold, int lineNumber, QueryEventLoop line, Environment on) {
    this.call = call;
    this.hold = hold;
    this.lineNumber = lineNumber;
    this.line = line;
    this.statement = (StatementRun) call.procedure();
    this.store = on.data.store();
    this.memory = on.memory;
    this.mostResultBytes = on.writeSetBytes;
    this.context =
        new BulkContext(
            call.call,
            on.data.catalog().tables(),
            store,
            hold.snapshot(),
            writes,
            on.writeSetBytes,
            line.guard(),
            line.scheduler().clock(),
            () -> stop);
    BulkExistence guard =
        new BulkExistence(
            on.data.catalog().existence(),
            on.data.catalog().tables(),
            store,
            hold.snapshot(),
            on.views.applied,
            context,
            existence,
            call.call.fresh());
    this.integrity =
        new IntegrityContext(context, on.views.rules, keptRules, guard, new DeferredChecks());
  }

  /** Has it end at its next row. */
  void stop(ThetisException why) {
    stop = why;
  }

  /** What it has returned, encoded; null if it has not come to its end. */
  byte[] value() {
    return value;
  }

  /** Why it has to begin anew in another way; null if it need not. */
  RollBackSignal signal() {
    return context.signal();
  }

  /** The keys of all that it has written, in their order; not to be changed. */
  RowKey[] sorted() {
    return sorted;
  }

  /** What it has written, to be committed; null if that is nothing. */
  LargeCommit rows() {
    return rows;
  }

  /** Rows that it has locked, written or not. */
  Map<RowKey, RowLockMode> locked() {
    return context.locked();
  }

  /** In which mode others must not hold a row that it has written. */
  RowLockMode modeOf(RowKey key) {
    RowLockMode noted = context.locked().get(key);
    return noted == RowLockMode.UPDATE ? noted : RowLockMode.NO_KEY_UPDATE;
  }

  /** Whether it has written or locked a row. */
  boolean claims(RowKey key) {
    return writes.find(key) >= 0 || context.locked().containsKey(key);
  }

  /** What it has read, and nothing that it has written. */
  KeySet read() {
    return new KeySet(List.of(), context.readKeys(), context.readRanges());
  }

  /** Rows in which it met others. */
  List<RowKey> conflicts() {
    return conflicts;
  }

  /** It was looked whether its rows are unchanged: those that are not count as conflicts. */
  void takeChanged() {
    changed.forEach(this::addConflict);
  }

  /** It has met others in a row. */
  void addConflict(RowKey key) {
    if (conflicts.size() < MOST_CONFLICTS) {
      conflicts.add(key);
    }
  }

  /** Others have committed rows while it was looked whether its own are unchanged. */
  void onCommitted(Rows rows) {
    for (int i = 0; i < rows.size(); i++) {
      if (claims(rows.key(i))) {
        addConflict(rows.key(i));
      }
    }
  }

  /** Lets go of what it holds; nothing of it is under way. */
  void close() {
    memory.close();
  }

  /**
   * Runs the statement on its event loop.
   *
   * @param limitMs the event loop is taken from it after so long
   * @param then hears on the engine's event loop when it has ended, and why, if that was not its
   *     end
   */
  void start(Scheduler engine, long limitMs, Listener then) {
    onLine(engine, limitMs, this::runStatement, then);
  }

  /**
   * Looks on its event loop whether what it has written or locked was changed since its snapshot.
   */
  void check(Scheduler engine, long limitMs, Listener then) {
    onLine(engine, limitMs, this::lookForChanges, then);
  }

  /** Hears that something has ended on the statement's event loop. */
  interface Listener {
    /** {@code error} says why it came to no end; null if it did. */
    void onEnded(ThetisException error);
  }

  private void onLine(Scheduler engine, long limitMs, Runnable work, Listener then) {
    line.scheduler()
        .execute(
            () -> {
              ThetisException[] error = new ThetisException[1];
              line.guard()
                  .runGuarded(
                      () -> error[0] = errorOf(work),
                      limitMs,
                      lost ->
                          engine.execute(
                              () ->
                                  then.onEnded(
                                      new ThetisException(
                                          ErrorCode.STATEMENT_TIMED_OUT, limitMs))));
              engine.execute(() -> then.onEnded(error[0]));
            });
  }

  /** On its event loop. */
  private ThetisException errorOf(Runnable work) {
    try {
      if (stop != null) {
        return stop;
      }
      Calculation.watched(
          context,
          () ->
              memory.during(
                  () -> {
                    work.run();
                    return null;
                  }));
    } catch (WorkerLostError lost) {
      throw lost;
    } catch (RollBackSignal rolledBack) {
      return null; // the context keeps it
    } catch (RuntimeException | StackOverflowError | LinkageError | AssertionError e) {
      return signal() == null ? statement.toError(e) : null;
    }
    RuntimeException refusal = context.refusal() == null ? integrity.refusal() : context.refusal();
    return refusal == null || signal() != null ? null : statement.toError(refusal);
  }

  /** On its event loop. */
  private void runStatement() {
    Context rules = integrity;
    Object result = statement.run(rules, call.arguments());
    if (!context.onlyLooks()) {
      integrity.finish();
      byte[] encoded = statement.encodeResult(result);
      if (encoded.length > mostResultBytes) {
        throw statement.unsendable("result of more than " + mostResultBytes + " bytes");
      }
      value = encoded;
    }
    sorted = writes.keys().toArray(sorted);
    Arrays.sort(sorted);
    if (!context.onlyLooks() && sorted.length > 0) {
      rows = LargeCommit.of(sorted, key -> writes.image(writes.find(key)), writes.bytes());
    }
  }

  /** On its event loop. */
  private void lookForChanges() {
    RowVersion version = new RowVersion();
    int looked = 0;
    for (RowKey key : sorted) {
      look(key, version);
      if (++looked % 1_024 == 0) {
        context.onRowMade();
      }
    }
    for (RowKey key : context.locked().keySet()) {
      if (writes.find(key) < 0) {
        look(key, version);
      }
    }
  }

  private void look(RowKey key, RowVersion version) {
    if (changed.size() < MOST_CONFLICTS
        && store.readNewest(key, version)
        && !hold.snapshot().isVisible(version.stamp(), version.position())) {
      changed.add(key);
    }
  }
}
