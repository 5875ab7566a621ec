package org.thetisdb.server.stage;

import java.util.function.Consumer;
import org.thetisdb.server.execution.TransactionRunner;
import org.thetisdb.server.gate.ActiveCalls;
import org.thetisdb.server.txn.Transaction;

/** What is to be done with a call that has run. Owned by the site's engine. */
public final class RunCompletion {
  private final ActiveCalls active;
  private final LongStatements longStatements;

  /**
   * Ends calls that {@code active} knows, and notes statements that were too much for caller-runs
   * threads.
   */
  RunCompletion(ActiveCalls active, LongStatements longStatements) {
    this.active = active;
    this.longStatements = longStatements;
  }

  /**
   * A call has run, and ends, or runs again; {@code beginRound} takes it if it was rolled back for
   * others, and has more to lock.
   */
  public void take(
      Transaction t, TransactionRunner.Result result, Consumer<Transaction> beginRound) {
    switch (result) {
      case DONE -> active.finish(t);
      case KEPT -> {}
      case AT_A_CUT -> {
        t.forceCut();
        t.wake();
      }
      case TOO_LONG -> readElsewhere(t);
      case NOT_SHORT -> {
        longStatements.add(t.procedure().identity());
        leaveToOwnThread(t);
      }
      case CONFLICT -> beginRound.accept(t);
    }
  }

  /** A caller-runs thread does not run it: the event loop's own thread does. */
  public static void leaveToOwnThread(Transaction t) {
    t.leaveToOwnThread();
    t.wake();
  }

  /** What would hold up the engine is read or run again, on another event loop and at a cut. */
  static void readElsewhere(Transaction t) {
    t.readElsewhere();
    t.wake();
  }
}
