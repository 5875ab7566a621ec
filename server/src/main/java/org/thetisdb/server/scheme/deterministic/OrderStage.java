package org.thetisdb.server.scheme.deterministic;

import java.util.function.Consumer;
import org.thetisdb.server.stage.CallStage;
import org.thetisdb.server.stage.Executables;
import org.thetisdb.server.txn.Transaction;
import org.thetisdb.server.txn.Transaction.Stage;

/**
 * Gives a call its place in the order of commits, and lets it pass when it is its turn; it may run
 * before that. One that waits for mastership, and came before such a scheme, gets a place, too.
 */
final class OrderStage implements CallStage {
  private final OrderedCalls ordered;
  private final EarlyExecutions ahead;
  private final Executables executables;
  private final Consumer<Transaction> stolen;

  /** Gives places by {@code ordered}; {@code stolen} hears of runs that take too long. */
  OrderStage(
      OrderedCalls ordered,
      EarlyExecutions ahead,
      Executables executables,
      Consumer<Transaction> stolen) {
    this.ordered = ordered;
    this.ahead = ahead;
    this.executables = executables;
    this.stolen = stolen;
  }

  @Override
  public Stage at() {
    return Stage.ORDER;
  }

  @Override
  public boolean isMetFrom(Stage standing) {
    return standing == Stage.ORDER || standing == Stage.MASTER;
  }

  @Override
  public boolean pass(Transaction t) {
    if (t.stage() == Stage.ORDER) {
      return awaitTurn(t);
    }
    boolean needsPlace = ordered.takes(t);
    if (needsPlace) {
      ordered.add(t);
    }
    return !needsPlace;
  }

  private boolean awaitTurn(Transaction t) {
    boolean isItsTurn = OrderedCalls.isItsTurn(t);
    if (isItsTurn) {
      if (ahead.mayRunBeforeLocks(t) && executables.findForSnapshot(t)) {
        ahead.runBeforeLocks(t, stolen);
      }
    } else if (ahead.mayRun(t) && executables.findForSnapshot(t)) {
      ahead.run(t, stolen);
    }
    return isItsTurn;
  }
}
