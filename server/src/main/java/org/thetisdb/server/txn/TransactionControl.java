package org.thetisdb.server.txn;

import java.util.List;
import org.thetisdb.core.bytes.CodecException;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.net.Connection;
import org.thetisdb.core.value.ValueCodec;
import org.thetisdb.core.wire.RouterToSite.Execute;
import org.thetisdb.core.wire.SiteToRouter.Owner;
import org.thetisdb.sql.call.ControlCall;

/**
 * The ends of interactive transactions and their savepoints. None of these waits here: what a
 * commit needs is held since the statements ran; only what a serializable transaction has read may
 * first have to be moved here by the router, and {@link Admission} waits for that. Owned by the
 * site's engine.
 */
final class TransactionControl {
  private final OpenTransactions open;
  private final TransactionRunner runner;
  private final Answers answers;

  TransactionControl(OpenTransactions open, TransactionRunner runner, Answers answers) {
    this.open = open;
    this.runner = runner;
    this.answers = answers;
  }

  /** Whether a call is for {@link #run}. */
  static boolean isControl(Execute call) {
    return call.transaction() != null && ControlCall.isName(call.procedure());
  }

  /**
   * Runs a control call.
   *
   * @return false for a COMMIT of a transaction that is not open: it may have committed before,
   *     which the table of outcomes tells
   */
  boolean run(Execute call, Transaction t, Connection connection) {
    OpenTransaction transaction = open.find(call);
    boolean commits = call.procedure().equals(ControlCall.COMMIT);
    if (transaction == null && commits && call.repetition()) {
      return false;
    }
    try {
      run(call, t, transaction);
    } catch (ThetisException e) {
      answers.refuse(connection, call.attemptId(), e);
    }
    return true;
  }

  private void run(Execute call, Transaction t, OpenTransaction transaction) {
    switch (call.procedure()) {
      case ControlCall.COMMIT -> commit(call, t, transaction);
      case ControlCall.ROLLBACK -> {
        if (transaction != null) {
          open.end(
              transaction,
              new ThetisException(ErrorCode.SERIALIZATION_FAILURE, "it was rolled back"));
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
    boolean over = true;
    try {
      List<Owner> elsewhere = runner.readsElsewhere(transaction);
      over = elsewhere.isEmpty();
      if (over) {
        runner.commitOpen(t, transaction);
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
    String name = nameOf(call);
    boolean known =
        switch (call.procedure()) {
          case ControlCall.SAVEPOINT -> {
            transaction.setSavepoint(name);
            yield true;
          }
          case ControlCall.RELEASE_SAVEPOINT -> transaction.releaseSavepoint(name);
          case ControlCall.ROLLBACK_TO -> transaction.rollbackTo(name);
          default -> throw new ThetisException(ErrorCode.BAD_REQUEST, "unknown control call");
        };
    if (!known) {
      throw new ThetisException(ErrorCode.UNKNOWN_SAVEPOINT, name);
    }
  }

  private static String nameOf(Execute call) {
    try {
      if (ValueCodec.decode(call.arguments()) instanceof List<?> list
          && list.size() == 1
          && list.get(0) instanceof String name) {
        return name;
      }
    } catch (CodecException e) {
      throw new ThetisException(ErrorCode.BAD_REQUEST, e.getMessage()).causedBy(e);
    }
    throw new ThetisException(ErrorCode.BAD_REQUEST, "a savepoint without a name");
  }
}
