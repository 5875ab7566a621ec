package org.thetisdb.server.interactive;

import java.util.List;
import org.thetisdb.core.bytes.CodecException;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.placement.Owner;
import org.thetisdb.core.value.ValueCodec;
import org.thetisdb.core.wire.KeySet;
import org.thetisdb.core.wire.RouterToSite.Execute;
import org.thetisdb.server.execution.Answers;
import org.thetisdb.server.execution.Committer;
import org.thetisdb.server.gate.ActiveCalls;
import org.thetisdb.server.gate.MastershipGate;
import org.thetisdb.server.txn.LostCommit;
import org.thetisdb.server.txn.OpenTransaction;
import org.thetisdb.server.txn.Transaction;
import org.thetisdb.sql.call.ControlCall;

/**
 * The ends of interactive transactions and their savepoints. What a commit needs is held since the
 * statements ran, or prepared by other masters; only what a serializable transaction has read may
 * first have to be moved here by the router. Its COMMIT waits for that. Owned by the site's engine.
 */
public final class TransactionControl {
  /** One for all: each transaction that has only read ends so. */
  private final ThetisException rolledBack =
      new ThetisException(ErrorCode.SERIALIZATION_FAILURE, "it was rolled back");

  private final OpenTransactions open;
  private final Committer committer;
  private final Answers answers;
  private final MastershipGate mastership;
  private final ActiveCalls active;
  private final CommitIntents intents;

  /** Ends those that {@code open} knows. */
  public TransactionControl(
      OpenTransactions open,
      Committer committer,
      Answers answers,
      MastershipGate mastership,
      ActiveCalls active,
      CommitIntents intents) {
    this.open = open;
    this.committer = committer;
    this.answers = answers;
    this.mastership = mastership;
    this.active = active;
    this.intents = intents;
  }

  /** Whether a call is for {@link #begin}. */
  public static boolean isControl(Execute call) {
    return call.transaction() != null && ControlCall.isName(call.procedure());
  }

  /** Runs a control call, or has it wait first. */
  public void begin(Transaction t) {
    if (t.open != null && awaitsOthers(t)) {
      active.enterWaiting(t);
    } else {
      runOrLookUp(t);
    }
  }

  /** Runs a control call that has waited, or has it wait on. */
  public void gather(Transaction t) {
    if (!awaitsOthers(t)) {
      active.finish(t);
      runOrLookUp(t);
    }
  }

  private boolean awaitsOthers(Transaction t) {
    return mastership.awaitsMoves(t) || intents.awaitsDecision(t);
  }

  /**
   * A repeated COMMIT of a transaction that is not open may have committed before, which the table
   * of outcomes shows; so it becomes a call like others.
   */
  private void runOrLookUp(Transaction t) {
    OpenTransaction transaction = open.find(t.call);
    boolean commits = t.call.procedure().equals(ControlCall.COMMIT);
    if (transaction == null && commits && t.call.repetition()) {
      t.moveTo(Transaction.Stage.FRESH);
      t.setProcedure(LostCommit.INSTANCE);
      active.enter(t);
      return;
    }
    try {
      run(t.call, t, transaction);
    } catch (ThetisException e) {
      answers.refuse(t.connection, t.call.attemptId(), e);
    }
  }

  private void run(Execute call, Transaction t, OpenTransaction transaction) {
    switch (call.procedure()) {
      case ControlCall.COMMIT -> commit(call, t, transaction);
      case ControlCall.ROLLBACK -> {
        if (transaction != null) {
          open.end(transaction, rolledBack);
        }
        answers.committed(t, 0, ControlCall.NO_RESULT);
      }
      default -> {
        savepoint(call, require(call, transaction));
        answers.committed(t, 0, ControlCall.NO_RESULT);
      }
    }
  }

  private OpenTransaction require(Execute call, OpenTransaction transaction) {
    if (transaction == null) {
      throw open.whyEnded(call.session());
    }
    return transaction;
  }

  private void commit(Execute call, Transaction t, OpenTransaction transaction) {
    require(call, transaction);
    if (transaction.running() != null) {
      // What that statement locks would be held for a transaction which is over.
      throw new ThetisException(ErrorCode.BAD_REQUEST, "the transaction has a statement under way");
    }
    if (transaction.deferred.isDue()) {
      throw new ThetisException(ErrorCode.CHECKS_DUE);
    }
    boolean over = true;
    try {
      boolean decides = t.isDecidedHere() || !transaction.elsewhere.isEmpty();
      if (decides && mastership.isLeaving()) {
        throw new ThetisException(ErrorCode.SERIALIZATION_FAILURE, "its site leaves the cluster");
      }
      KeySet toPrepare = intents.toPrepare(t, transaction);
      List<Owner> elsewhere = intents.toMove(t, transaction);
      over = elsewhere.isEmpty() && toPrepare.largest() == 0;
      if (over) {
        committer.commitOpen(t, transaction);
      } else if (elsewhere.isEmpty()) {
        answers.replan(t, List.of(), toPrepare);
      } else {
        answers.replan(t, elsewhere, transaction.reads.toKeySet());
      }
    } finally {
      if (over) {
        open.close(transaction);
      }
    }
  }

  private void savepoint(Execute call, OpenTransaction transaction) {
    List<String> names = namesOf(call);
    String name = names.get(0);
    transaction.setEarlySavepoints(names.subList(1, names.size()));
    boolean known =
        switch (call.procedure()) {
          case ControlCall.SAVEPOINT -> {
            transaction.setSavepoint(name);
            yield true;
          }
          case ControlCall.RELEASE_SAVEPOINT -> transaction.releaseSavepoint(name);
          case ControlCall.ROLLBACK_TO -> open.rollbackTo(transaction, name);
          default -> throw new ThetisException(ErrorCode.BAD_REQUEST, "unknown control call");
        };
    if (!known) {
      throw new ThetisException(ErrorCode.UNKNOWN_SAVEPOINT, name);
    }
  }

  /** The name that is meant, and those that were set before the transaction came to this site. */
  private static List<String> namesOf(Execute call) {
    try {
      if (ValueCodec.decode(call.arguments()) instanceof List<?> list
          && !list.isEmpty()
          && list.stream().allMatch(String.class::isInstance)) {
        return list.stream().map(String.class::cast).toList();
      }
    } catch (CodecException e) {
      throw new ThetisException(ErrorCode.BAD_REQUEST, e.getMessage()).causedBy(e);
    }
    throw new ThetisException(ErrorCode.BAD_REQUEST, "a savepoint without a name");
  }
}
