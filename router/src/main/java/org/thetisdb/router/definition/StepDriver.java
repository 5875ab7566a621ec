package org.thetisdb.router.definition;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.core.value.ValueCodec;
import org.thetisdb.router.call.Answer;
import org.thetisdb.router.call.OwnSession;
import org.thetisdb.router.call.PendingCall;
import org.thetisdb.router.call.ResultForm;
import org.thetisdb.router.catalog.RouterCatalog;
import org.thetisdb.router.dispatch.CallHandler;
import org.thetisdb.router.routing.Footprint;
import org.thetisdb.router.system.SystemCalls;
import org.thetisdb.router.term.EngineParts;
import org.thetisdb.sql.call.StatementCall;
import org.thetisdb.sql.call.StatementResult;
import org.thetisdb.sql.call.SystemCall;
import org.thetisdb.sql.catalog.DroppedDef;
import org.thetisdb.sql.catalog.LargeTables;
import org.thetisdb.sql.catalog.SqlCatalog;
import org.thetisdb.sql.catalog.TableDef;
import org.thetisdb.sql.define.step.Step;
import org.thetisdb.sql.define.step.StepText;

/**
 * Does what follows a definition, one step after the other: waits until the definition is in force
 * at every site, runs batch after batch as statements, and has the catalog take down how the step
 * ended. A router that goes leaves steps rolled back: an index stays one that is written and not
 * read. Owned by the engine's thread.
 */
final class StepDriver {
  private static final Logger LOG = LoggerFactory.getLogger(StepDriver.class);

  private static final long POLL_US = 2_000;
  private static final int MOST_POLLS = 15_000;
  private static final int TIMEOUT_MS = 30_000;
  private static final int MOST_RETRIES = 100;
  private static final long TIDY_AGAIN_US = 1_000_000;

  private static final ResultForm<DefinitionOutcome> OUTCOME = DefinitionOutcome::read;
  private static final ResultForm<byte[]> NEXT_KEY = StepDriver::nextKey;

  /** Rows that a step only looks at are read at a cut, anywhere. */
  private static final Footprint READS_ANYTHING = Footprint.of(new long[0], new long[0], true);

  private final EngineParts parts;
  private final CallHandler calls;
  private final SystemCalls system;
  private final RouterCatalog catalog;
  private final DefinitionBarrier barrier;
  private final TableFiller filler;
  private final DefinitionReader reader;
  private final OwnSession session;
  private final Deque<Work> waiting = new ArrayDeque<>();
  private boolean busy;
  private boolean closed;

  /**
   * A driver.
   *
   * @param filler does the steps that fill tables
   * @param session of the batches' calls
   * @param reader reads the catalog anew behind each step
   */
  StepDriver(
      EngineParts parts,
      CallHandler calls,
      SystemCalls system,
      RouterCatalog catalog,
      DefinitionBarrier barrier,
      TableFiller filler,
      OwnSession session,
      DefinitionReader reader) {
    this.parts = parts;
    this.calls = calls;
    this.system = system;
    this.catalog = catalog;
    this.barrier = barrier;
    this.filler = filler;
    this.session = session;
    this.reader = reader;
  }

  /** The steps of one definition. */
  private final class Work {
    private final Deque<Step> steps;
    private final Answer answer;
    private final long version;
    private VersionVector vector;
    private int polls;
    private int retries;
    private byte[] result = {};

    Work(List<Step> steps, long version, VersionVector vector, Answer answer) {
      this.version = version;
      this.steps = new ArrayDeque<>(steps);
      this.vector = vector;
      this.answer = answer;
    }

    /**
     * The definition must be in force everywhere before rows are brought in line with it; and what
     * sites committed until then must be among these rows.
     */
    void awaitSites() {
      if (closed) {
        return;
      }
      VersionVector from = barrier.inForceFrom(version);
      // A call may not ask for more than sites have reported: their reports follow their word.
      if (from != null && parts.cuts().known().covers(from)) {
        vector = vector.max(from);
        batch(null);
      } else if (++polls > MOST_POLLS) {
        end(ErrorCode.TIMED_OUT.number(), ErrorCode.TIMED_OUT.format(TIMEOUT_MS));
      } else {
        parts.scheduler().schedule(POLL_US, this::awaitSites);
      }
    }

    private void batch(byte[] after) {
      Step step = steps.peek();
      if (step instanceof Step.FillTable fill) {
        filler.fill(fill, TIMEOUT_MS, vector, this::onFilled);
        return;
      }
      if (step instanceof Step.PurgeTables) {
        finish(false, this::next);
        return;
      }
      if (step instanceof Step.AwaitSites) {
        next();
        return;
      }
      boolean writes = Step.writes(step);
      StatementCall statement =
          new StatementCall(
              StepText.of(step),
              List.<Object[]>of(new Object[] {after}),
              Map.of(),
              0,
              false,
              false,
              StatementCall.WHOLE);
      PendingCall call =
          calls.newCall(
              session.id(),
              session.nextSequence(),
              false,
              TIMEOUT_MS,
              vector,
              StatementCall.PROCEDURE,
              statement.encode());
      call.planWith((int) catalog.sql().version());
      call.findPartitionsBy(planned -> calls.begin(planned, writes ? null : READS_ANYTHING));
      calls.submit(
          call,
          NEXT_KEY.to(
              (error, message, seen, nextKey) -> onBatch(after, error, message, seen, nextKey)));
    }

    private void onFilled(int error, String message, VersionVector seen, byte[] rows) {
      vector = vector.max(seen);
      if (error == ErrorCode.CONFLICT.number() && ++retries < MOST_RETRIES) {
        parts.scheduler().schedule(POLL_US, () -> batch(null));
      } else if (error != 0) {
        finish(true, () -> end(error, message));
      } else {
        result = rows;
        finish(false, this::next);
      }
    }

    private void onBatch(
        byte[] after, int error, String message, VersionVector seen, byte[] nextKey) {
      vector = vector.max(seen);
      if (error == ErrorCode.CONFLICT.number() && ++retries < MOST_RETRIES) {
        parts.scheduler().schedule(POLL_US, () -> batch(after));
      } else if (error != 0) {
        finish(true, () -> end(error, message));
      } else {
        goOn(nextKey);
      }
    }

    private void goOn(byte[] nextKey) {
      if (nextKey != null) {
        batch(nextKey);
      } else if (steps.peek() instanceof Step.GiveUpValues) {
        next();
      } else {
        finish(false, this::next);
      }
    }

    /** Takes down how the step ended. What is left over by one that failed is cleared away. */
    private void finish(boolean failed, Runnable then) {
      if (failed && Step.isTidying(steps.peek())) {
        then.run();
        return;
      }
      system.submit(
          SystemCall.FINISH_STEP,
          OUTCOME.to(
              (error, message, seen, outcome) -> {
                vector = vector.max(seen);
                if (error != 0) {
                  end(error, message);
                  return;
                }
                List<Step> more = outcome.steps();
                if (Step.isTidying(steps.peek())) {
                  then.run(); // nobody looks something up that hangs on it
                } else {
                  reader.read(vector, then);
                }
                if (!more.isEmpty()) {
                  run(more, outcome.version(), vector, (ignored, nothing, none, no) -> {});
                }
              }),
          StepText.of(steps.peek()),
          failed);
    }

    private void next() {
      steps.remove();
      polls = 0;
      retries = 0;
      if (steps.isEmpty()) {
        end(0, "");
      } else {
        awaitSites();
      }
    }

    private void end(int error, String message) {
      if (error != 0) {
        LOG.info("step {} ended: {}", steps.peek(), message);
      }
      busy = false;
      if (error != 0 && Step.isTidying(steps.peek())) {
        tidyLater(error);
      } else {
        answer.onOutcome(error, message, vector, result);
      }
      StepDriver.this.next();
    }

    /** Nobody would come back to what is left to clear away, until another router leads. */
    private void tidyLater(int error) {
      if (error == ErrorCode.UNKNOWN_OBJECT.number()) {
        steps.remove(); // it is done
      }
      if (steps.isEmpty()) {
        answer.onOutcome(0, "", vector, result);
      } else if (!closed) {
        Work again = new Work(List.copyOf(steps), version, vector, answer);
        parts.scheduler().schedule(TIDY_AGAIN_US, () -> take(again));
      }
    }
  }

  /**
   * Does steps; {@code vector} holds their definition, which made {@code version} of the catalog.
   * The answer always comes.
   */
  void run(List<Step> steps, long version, VersionVector vector, Answer answer) {
    barrier.announce(version);
    take(new Work(steps, version, vector, answer));
  }

  private void take(Work work) {
    if (!closed) {
      waiting.add(work);
      next();
    }
  }

  /**
   * Ends what a router before this one left: a table that is becoming something stays what it is,
   * so that writers need not keep for ever what nobody fills. A client that repeats its definition
   * hears that it does not hold, or does the step before this does. Stored tables of temporary ones
   * are emptied, others that were dropped are purged.
   */
  void endLeft() {
    for (TableDef table : catalog.sql().tables()) {
      if (table.making() != null) {
        Step left = new Step.FillColumns(table.tableId(), table.making().number());
        system.submit(
            SystemCall.FINISH_STEP, OUTCOME.to(this::onLeftEnded), StepText.of(left), true);
      }
    }
    List<Step> tidying = leftToTidy(catalog.sql());
    if (!tidying.isEmpty()) {
      long known = catalog.sql().version();
      run(tidying, known, parts.cuts().known(), (error, message, seen, value) -> {});
    }
  }

  private static List<Step> leftToTidy(SqlCatalog catalog) {
    List<Step> steps = new ArrayList<>();
    List<Integer> purged = new ArrayList<>();
    for (DroppedDef dropped : catalog.dropped()) {
      int table = dropped.tableId();
      switch (dropped.state()) {
        case EMPTYING -> steps.add(new Step.EmptyTable(table));
        case GONE -> {
          if (LargeTables.mayHoldValues(catalog.registry(), table)) {
            steps.add(new Step.GiveUpValues(table));
          }
          purged.add(table);
        }
        case FREE, PURGED -> {
          // nothing is left to do
        }
      }
    }
    if (!purged.isEmpty()) {
      steps.add(new Step.PurgeTables(purged));
    }
    return steps;
  }

  private void onLeftEnded(
      int error, String message, VersionVector seen, DefinitionOutcome outcome) {
    if (error != 0) {
      LOG.warn("a step that was left did not end: {}", message);
    } else if (!closed) {
      if (!outcome.steps().isEmpty()) {
        run(outcome.steps(), outcome.version(), seen, (ignored, nothing, none, no) -> {});
      }
    }
  }

  private void next() {
    Work first = busy ? null : waiting.poll();
    if (first != null) {
      busy = true;
      first.awaitSites();
    }
  }

  /** The router leads no more. */
  void close() {
    closed = true;
    waiting.clear();
  }

  /** The only value of the only row. */
  private static byte[] nextKey(byte[] value) {
    Object rows = ValueCodec.decode(StatementResult.decode(value).rows());
    return (byte[]) ((List<?>) ((List<?>) rows).get(0)).get(0);
  }
}
