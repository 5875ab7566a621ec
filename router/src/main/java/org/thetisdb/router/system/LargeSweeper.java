package org.thetisdb.router.system;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.value.ValueCodec;
import org.thetisdb.router.call.OwnSession;
import org.thetisdb.router.call.PendingCall;
import org.thetisdb.router.call.ResultForm;
import org.thetisdb.router.catalog.RouterCatalog;
import org.thetisdb.router.dispatch.CallHandler;
import org.thetisdb.router.routing.Footprint;
import org.thetisdb.router.term.EngineParts;
import org.thetisdb.sql.call.StatementCall;
import org.thetisdb.sql.call.StatementResult;
import org.thetisdb.sql.catalog.LargeTables;
import org.thetisdb.sql.large.LargeText;

/**
 * Has pieces of large values cleared away that no row holds any more, or that nobody stored in one:
 * looks every half minute at a cut, and then takes one short transaction after the other until
 * nothing is due. Does nothing in a cluster to which none was ever uploaded. Owned by the engine's
 * thread.
 */
public final class LargeSweeper {
  private static final Logger LOG = LoggerFactory.getLogger(LargeSweeper.class);

  private static final long INTERVAL_US = 30_000_000;
  private static final int TIMEOUT_MS = 10_000;

  /** Most transactions before it rests. */
  private static final int MOST_STEPS = 10_000;

  /** What is due is read at a cut, anywhere. */
  private static final Footprint READS_ANYTHING = Footprint.of(new long[0], new long[0], true);

  private static final ResultForm<List<List<?>>> ROWS = LargeSweeper::rows;

  private final EngineParts parts;
  private final CallHandler calls;
  private final RouterCatalog catalog;
  private final OwnSession session;
  private final Deque<Object[]> due = new ArrayDeque<>();
  private byte[] nextKey;
  private int steps;
  private boolean closed;

  /** A sweeper, which calls under {@code session}. */
  public LargeSweeper(
      EngineParts parts, CallHandler calls, RouterCatalog catalog, OwnSession session) {
    this.parts = parts;
    this.calls = calls;
    this.catalog = catalog;
    this.session = session;
  }

  /** Begins to look. */
  public void start() {
    rest();
  }

  /** The router leads no more. */
  public void close() {
    closed = true;
    due.clear();
  }

  private void rest() {
    due.clear();
    parts.scheduler().schedule(INTERVAL_US, this::look);
  }

  private void look() {
    if (closed) {
      return;
    }
    if (!LargeTables.areIn(catalog.sql().registry())) {
      rest();
      return;
    }
    steps = 0;
    list(null);
  }

  private void list(byte[] after) {
    nextKey = null;
    run(LargeText.DUE, new Object[] {after}, READS_ANYTHING, this::onListed);
  }

  private void onListed(List<List<?>> rows) {
    for (List<?> row : rows) {
      if (row.get(0) == null) {
        nextKey = (byte[]) row.get(2);
      } else {
        due.add(new Object[] {row.get(0), row.get(1)});
      }
    }
    step();
  }

  private void step() {
    if (++steps > MOST_STEPS || (due.isEmpty() && nextKey == null)) {
      rest();
    } else if (due.isEmpty()) {
      list(nextKey);
    } else {
      run(LargeText.SWEEP, due.peek(), null, this::onSwept);
    }
  }

  private void onSwept(List<List<?>> rows) {
    if (Boolean.TRUE.equals(rows.get(0).get(0))) {
      due.poll();
    }
    step();
  }

  private void run(
      String text, Object[] arguments, Footprint footprint, Consumer<List<List<?>>> whenDone) {
    StatementCall statement =
        new StatementCall(
            text, List.<Object[]>of(arguments), Map.of(), 0, false, false, StatementCall.WHOLE);
    PendingCall call =
        calls.newCall(
            session.id(),
            session.nextSequence(),
            false,
            TIMEOUT_MS,
            parts.cuts().known(),
            StatementCall.PROCEDURE,
            statement.encode());
    call.planWith((int) catalog.sql().version());
    call.findPartitionsBy(planned -> calls.begin(planned, footprint));
    calls.submit(
        call, ROWS.to((error, message, seen, rows) -> onAnswer(error, message, rows, whenDone)));
  }

  /** Each row of either text begins with two columns, of which the first says what it is. */
  private static List<List<?>> rows(byte[] value) {
    List<List<?>> rows = new ArrayList<>();
    for (Object row : (List<?>) ValueCodec.decode(StatementResult.decode(value).rows())) {
      rows.add((List<?>) row);
    }
    return rows;
  }

  private void onAnswer(
      int error, String message, List<List<?>> rows, Consumer<List<List<?>>> whenDone) {
    if (closed) {
      return;
    }
    if (error == ErrorCode.CONFLICT.number() && !due.isEmpty()) {
      due.poll(); // whoever uses it comes first; it is due the next time, too
      step();
    } else if (error != 0) {
      LOG.info("pieces of large values wait for the next sweep: {}", message);
      rest();
    } else {
      whenDone.accept(rows);
    }
  }
}
