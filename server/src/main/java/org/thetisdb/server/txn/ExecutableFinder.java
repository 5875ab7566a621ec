package org.thetisdb.server.txn;

import java.util.function.BiConsumer;
import org.thetisdb.core.bytes.CodecException;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.wire.RouterToSite.Execute;
import org.thetisdb.sql.Compiled;
import org.thetisdb.sql.call.StatementCall;
import org.thetisdb.sql.call.StatementRun;
import org.thetisdb.sql.catalog.SqlCatalog;

/**
 * Finds what a call runs: the procedure in the version that the router planned with, or the
 * statement, which is compiled on another line when it is met for the first time. Owned by the
 * site's engine.
 */
final class ExecutableFinder {
  private final SiteState state;
  private final BiConsumer<Transaction, ThetisException> onCompiled;

  /** What became of a search. */
  enum Found {
    /** The transaction has what it runs. */
    FOUND,
    /** The catalog is older than the one that the router knows. */
    NOT_YET,
    /** A statement is being compiled; whoever made the finder hears when it is done. */
    COMPILES
  }

  /** A finder; {@code onCompiled} hears of statements that were compiled, or what is wrong. */
  ExecutableFinder(SiteState state, BiConsumer<Transaction, ThetisException> onCompiled) {
    this.state = state;
    this.onCompiled = onCompiled;
  }

  /**
   * Looks for what a transaction runs.
   *
   * @throws ThetisException if there is no such thing
   */
  Found find(Transaction t) {
    Execute call = t.call;
    if (call.procedure().equals(StatementCall.PROCEDURE)) {
      return findStatement(t);
    }
    t.procedure = state.catalog.procedure(call.procedure(), call.jarVersion());
    if (t.procedure != null) {
      return Found.FOUND;
    }
    if (call.jarVersion() > state.catalog.newestVersion(call.procedure())) {
      return Found.NOT_YET;
    }
    throw new ThetisException(ErrorCode.UNKNOWN_PROCEDURE, call.procedure());
  }

  @SuppressWarnings("ReferenceEquality")
  private Found findStatement(Transaction t) {
    SqlCatalog catalog = state.catalog.sql();
    if (catalog.version() < t.call.jarVersion()) {
      return Found.NOT_YET;
    }
    StatementCall statement = decode(t.call);
    Compiled compiled = state.sql.statements().find(statement.text(), catalog);
    if (compiled == null && t.statementCatalog == catalog) {
      compiled = t.statement;
    }
    if (compiled == null) {
      compile(t, statement.text(), catalog);
      return Found.COMPILES;
    }
    if (!(compiled instanceof Compiled.Query query)) {
      throw new ThetisException(ErrorCode.BAD_REQUEST, "such a statement does not run at a site");
    }
    t.procedure = new StatementRun(query.statement(), statement);
    t.serializable = statement.serializable();
    return Found.FOUND;
  }

  private static StatementCall decode(Execute call) {
    try {
      return StatementCall.decode(call.arguments());
    } catch (CodecException e) {
      throw new ThetisException(ErrorCode.BAD_REQUEST, e.getMessage()).causedBy(e);
    }
  }

  private void compile(Transaction t, String text, SqlCatalog catalog) {
    state
        .sql
        .statements()
        .compile(
            text,
            (compiled, error) -> {
              t.statement = compiled;
              t.statementCatalog = catalog;
              onCompiled.accept(t, error);
            });
  }
}
