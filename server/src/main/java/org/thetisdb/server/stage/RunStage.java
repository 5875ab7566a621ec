package org.thetisdb.server.stage;

import java.util.function.Consumer;
import java.util.function.Predicate;
import org.thetisdb.server.execution.TransactionRunner.Result;
import org.thetisdb.server.txn.Transaction;
import org.thetisdb.server.txn.Transaction.Stage;

/** Runs a call under its locks and its snapshot; what comes of it is up to who runs it. */
public final class RunStage implements CallStage {
  private final Predicate<Transaction> which;
  private final Runs runs;
  private final RunCompletion ends;
  private final Consumer<Transaction> beginRound;
  private final Consumer<Transaction> stolen;

  /** Runs calls, and commits them, or keeps them aside. */
  @FunctionalInterface
  public interface Runs {
    /**
     * Runs a call.
     *
     * @param stolen hears of it if it runs for too long
     */
    Result run(Transaction t, Consumer<Transaction> stolen);
  }

  /**
   * Runs all calls.
   *
   * @param beginRound takes a call that was rolled back for others
   * @param stolen hears of those that run for too long
   */
  public RunStage(
      Runs runs,
      RunCompletion ends,
      Consumer<Transaction> beginRound,
      Consumer<Transaction> stolen) {
    this(t -> true, runs, ends, beginRound, stolen);
  }

  /** Runs some calls; others pass. */
  public RunStage(
      Predicate<Transaction> which,
      Runs runs,
      RunCompletion ends,
      Consumer<Transaction> beginRound,
      Consumer<Transaction> stolen) {
    this.which = which;
    this.runs = runs;
    this.ends = ends;
    this.beginRound = beginRound;
    this.stolen = stolen;
  }

  @Override
  public Stage at() {
    return Stage.SNAPSHOT;
  }

  @Override
  public boolean pass(Transaction t) {
    boolean runsIt = which.test(t);
    if (runsIt) {
      ends.take(t, runs.run(t, stolen), beginRound);
    }
    return !runsIt;
  }
}
