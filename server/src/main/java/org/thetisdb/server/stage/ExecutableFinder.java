package org.thetisdb.server.stage;

import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;
import org.thetisdb.core.bytes.CodecException;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.wire.RouterToSite.Execute;
import org.thetisdb.server.catalog.Catalog;
import org.thetisdb.server.state.CallRules;
import org.thetisdb.server.txn.ReadRules;
import org.thetisdb.server.txn.Transaction;
import org.thetisdb.sql.call.Asker;
import org.thetisdb.sql.call.SqlEngine;
import org.thetisdb.sql.call.StatementCache;
import org.thetisdb.sql.call.StatementCall;
import org.thetisdb.sql.call.StatementRun;
import org.thetisdb.sql.catalog.SqlCatalog;
import org.thetisdb.sql.statement.Compiled;

/**
 * Finds what a call runs: the procedure in the version that the router planned with, or the
 * statement, which is compiled on another event loop when it is met for the first time. Owned by
 * the site's engine.
 */
final class ExecutableFinder {
  private final Catalog siteCatalog;
  private final SqlEngine sql;
  private final CallRules scheme;

  /** Whether all is in force here that the router knows to be in force elsewhere. */
  private final BooleanSupplier definitions;

  private final BiConsumer<Transaction, ThetisException> onCompiled;

  /** What became of a search. */
  enum Found {
    /** The transaction has what it runs. */
    FOUND,
    /** The catalog is older than the one that the router knows. */
    NOT_YET,
    /** A statement is being compiled; what made the finder hears when it is done. */
    COMPILES
  }

  /** A finder; {@code onCompiled} hears of statements that were compiled, or what is wrong. */
  ExecutableFinder(
      Catalog siteCatalog,
      SqlEngine sql,
      CallRules scheme,
      BooleanSupplier definitions,
      BiConsumer<Transaction, ThetisException> onCompiled) {
    this.siteCatalog = siteCatalog;
    this.sql = sql;
    this.scheme = scheme;
    this.definitions = definitions;
    this.onCompiled = onCompiled;
  }

  /**
   * Looks for what a transaction runs.
   *
   * @throws ThetisException if there is no such thing
   */
  Found find(Transaction t) {
    Execute call = t.call;
    if (!definitions.getAsBoolean()) {
      return Found.NOT_YET;
    }
    if (call.procedure().equals(StatementCall.PROCEDURE)) {
      return findStatement(t);
    }
    t.setProcedure(siteCatalog.procedure(call.procedure(), call.jarVersion()));
    if (t.procedure() != null) {
      holdReads(t, false);
      return Found.FOUND;
    }
    if (call.jarVersion() > siteCatalog.newestVersion(call.procedure())) {
      return Found.NOT_YET;
    }
    throw new ThetisException(ErrorCode.UNKNOWN_PROCEDURE, call.procedure());
  }

  private void holdReads(Transaction t, boolean asked) {
    boolean isCall = t.open == null;
    t.setReadRules(
        ReadRules.of(
            asked || areCallsSerializable(t),
            asked,
            isCall && scheme.locksReads(),
            isCall && (asked || areCallsSerializable(t)) && scheme.preparesReads()));
  }

  /** Whether the scheme keeps a call serializable, though nobody has asked for it. */
  private boolean areCallsSerializable(Transaction t) {
    return scheme.callsAreSerializable() && t.open == null;
  }

  private Found findStatement(Transaction t) {
    SqlCatalog catalog = siteCatalog.sql();
    if (catalog.version() < t.call.jarVersion()) {
      return Found.NOT_YET;
    }
    StatementCall statement = decode(t.call);
    holdReads(t, statement.serializable());
    return findStatement(t, statement, catalog, sql.statements()) ? Found.FOUND : Found.COMPILES;
  }

  /**
   * Sees to it that a statement is the one compiled for a catalog: the one in force, or an older
   * form of it. False if it is being compiled; what made the finder hears when it is done. True for
   * all that are no statements.
   */
  @SuppressWarnings("ReferenceEquality")
  boolean findFor(Transaction t, SqlCatalog catalog) {
    if (t.compiledFor() == null || t.compiledFor() == catalog) {
      return true;
    }
    return findStatement(t, decode(t.call), catalog, cacheOf(catalog));
  }

  @SuppressWarnings("ReferenceEquality")
  private StatementCache cacheOf(SqlCatalog catalog) {
    return catalog == siteCatalog.sql() ? sql.statements() : sql.olderStatements();
  }

  private boolean findStatement(
      Transaction t, StatementCall statement, SqlCatalog catalog, StatementCache cache) {
    Compiled compiled = cache.find(statement.text(), catalog);
    if (compiled == null) {
      compiled = t.statementFor(catalog);
    }
    if (compiled == null) {
      compile(t, statement.text(), catalog, cache);
      return false;
    }
    if (!(compiled instanceof Compiled.Query query)) {
      throw new ThetisException(ErrorCode.BAD_REQUEST, "such a statement does not run at a site");
    }
    t.setProcedure(new StatementRun(query.statement(), statement, catalog), catalog);
    return true;
  }

  private static StatementCall decode(Execute call) {
    try {
      return StatementCall.decode(call.arguments());
    } catch (CodecException e) {
      throw new ThetisException(ErrorCode.BAD_REQUEST, e.getMessage()).causedBy(e);
    }
  }

  private void compile(Transaction t, String text, SqlCatalog catalog, StatementCache cache) {
    cache.compile(
        text,
        new Waiting(t),
        (compiled, error) -> {
          t.compiled(compiled, catalog);
          onCompiled.accept(t, error == null ? null : reasonOf(error, catalog));
        });
  }

  /** A call that waits for its statement, until it is given up; then it was answered, too. */
  private record Waiting(Transaction call) implements Asker {
    @Override
    public Object client() {
      return call.call.session();
    }

    @Override
    public ThetisException refusal() {
      return call.stage() == Transaction.Stage.DONE
          ? new ThetisException(ErrorCode.QUERY_CANCELED)
          : null;
    }
  }

  /** What cannot be compiled for an older state alone needs a newer one, which a retry has. */
  private ThetisException reasonOf(ThetisException error, SqlCatalog catalog) {
    return cacheOf(catalog) == sql.statements()
        ? error
        : new ThetisException(
                ErrorCode.SERIALIZATION_FAILURE,
                "its snapshot is older than a definition that the statement needs")
            .causedBy(error);
  }
}
