package org.thetisdb.router.statement;

import java.time.OffsetDateTime;
import java.util.List;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.value.ValueCodec;
import org.thetisdb.procedures.runtime.ProcedureDefinition;
import org.thetisdb.router.call.PendingCall;
import org.thetisdb.router.call.ResultForm;
import org.thetisdb.router.catalog.RouterCatalog;
import org.thetisdb.router.dispatch.CallHandler;
import org.thetisdb.sql.call.StatementCall;
import org.thetisdb.sql.catalog.ProcedureDef;
import org.thetisdb.sql.ddl.CreateProcedure;
import org.thetisdb.sql.ddl.Ddl;
import org.thetisdb.sql.rights.Securable;
import org.thetisdb.sql.rights.UserRights;
import org.thetisdb.sql.statement.Compiled;

/** Calls of procedures by statements, alone or in a transaction. Owned by the engine's thread. */
public final class ProcedureHandler {
  private static final ResultForm<Object> RESULT = ValueCodec::decode;

  private final RouterCatalog catalog;
  private final CallHandler calls;
  private final TransactionHandler transactions;

  /** Calls what the catalog knows when a statement comes. */
  public ProcedureHandler(
      RouterCatalog catalog, CallHandler calls, TransactionHandler transactions) {
    this.catalog = catalog;
    this.calls = calls;
    this.transactions = transactions;
  }

  /**
   * Calls a procedure for a client; the answer always comes.
   *
   * @throws ThetisException or CodecException if the request is wrong; then no answer was sent
   */
  public void call(SqlTask task, Compiled.ProcedureCall call) {
    List<Object[]> runs = StatementCall.runsOf(ValueCodec.decode(task.statement.arguments()));
    if (runs.size() != 1) {
      throw new ThetisException(ErrorCode.NOT_SUPPORTED, "Calling a procedure in a batch");
    }
    Object[] arguments = new Object[call.arguments().size()];
    for (int i = 0; i < arguments.length; i++) {
      arguments[i] = argument(call.arguments().get(i), runs.get(0));
    }
    PendingCall pending =
        task.newCall(
            calls, task.statement.vector(), nameOf(call), ValueCodec.encodeArguments(arguments));
    pending.beginIn(task.session.transaction);
    if (TransactionHandler.isSerializable(task) && !calls.isSerializable(pending)) {
      throw new ThetisException(
          ErrorCode.NOT_SUPPORTED,
          "Calling a procedure with auto-commit and the isolation level SERIALIZABLE");
    }
    if (pending.transaction() != null) {
      pending.transaction().noteUpdate();
    }
    pending.findPartitionsBy(calls::planProcedure);
    calls.submit(
        pending,
        RESULT.to(
            (errorNumber, message, vector, result) -> {
              transactions.onStatementDone(task, errorNumber);
              if (errorNumber == 0) {
                task.reply(
                    SqlReplies.procedure(
                        task.statement.requestId(), result, vector, task.session.status()));
              } else {
                task.fail(errorNumber, message, vector);
              }
            }));
  }

  /**
   * Refuses a call that the user has no right to: of a name that CREATE PROCEDURE gave, or of a
   * procedure of a jar.
   *
   * @throws ThetisException NO_RIGHT
   */
  public void requireRight(UserRights rights, Compiled.ProcedureCall call) {
    ProcedureDef defined = catalog.sql().procedure(call.procedure());
    Securable object =
        defined == null
            ? Securable.jarProcedure(nameOf(call))
            : Securable.of(Securable.Kind.PROCEDURE, defined.id());
    rights.requireExecute(object, call.procedure());
  }

  private String nameOf(Compiled.ProcedureCall call) {
    ProcedureDef defined = catalog.sql().procedure(call.procedure());
    ProcedureDefinition meant =
        defined == null || defined.className() == null
            ? catalog.procedures().findFolded(call.procedure())
            : catalog.procedures().findByClass(defined.className());
    return meant == null ? call.procedure() : meant.name();
  }

  /**
   * A definition may name a class; one of a jar that was uploaded.
   *
   * @throws ThetisException SQL_INVALID if no jar has such a procedure
   */
  public void requireClass(Ddl definition) {
    if (definition instanceof CreateProcedure create
        && create.className() != null
        && catalog.procedures().findByClass(create.className()) == null) {
      throw new ThetisException(
          ErrorCode.SQL_INVALID,
          "No uploaded jar has a procedure of class %s. Upload its jar first."
              .formatted(create.className()));
    }
  }

  private static Object argument(Object argument, Object[] given) {
    if (!(argument instanceof Compiled.ProcedureCall.Placeholder placeholder)) {
      return argument;
    }
    if (placeholder.index() >= given.length) {
      throw new ThetisException(ErrorCode.WRONG_PARAMETERS, placeholder.index() + 1, given.length);
    }
    Object value = given[placeholder.index()];
    // procedures know times as the client's clock showed them
    return value instanceof OffsetDateTime time ? time.toLocalDateTime() : value;
  }
}
