package org.thetisdb.sql.call;

import java.time.Instant;
import java.util.function.BiConsumer;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.time.Scheduler;
import org.thetisdb.sql.catalog.SqlCatalog;
import org.thetisdb.sql.ddl.Ddl;
import org.thetisdb.sql.ddl.TruncateTables;
import org.thetisdb.sql.define.DdlPlanner;
import org.thetisdb.sql.define.step.CatalogChange;
import org.thetisdb.sql.define.step.Step;
import org.thetisdb.sql.integrity.CheckCompiler;
import org.thetisdb.sql.rights.UserRights;
import org.thetisdb.sql.run.change.TruncateStatement;
import org.thetisdb.sql.statement.Compiled;
import org.thetisdb.sql.statement.StatementCompiler;

/**
 * What one engine, of a router or a site, needs to work with SQL. Owned by the engine's event loop.
 */
public final class SqlEngine {
  /** Most statements that are kept. */
  private static final int CACHED_STATEMENTS = 4_096;

  /** Most statements that are kept for readers of an older state of the rows. */
  private static final int OLDER_STATEMENTS = 256;

  /** About how much of the heap statements may take, of each kind. */
  private static final long CACHED_BYTES = 64 << 20;

  private static final long OLDER_BYTES = 8 << 20;

  /** Most texts that are kept because of the constants in them. */
  private static final int BOUND_STATEMENTS = 1_024;

  private final StatementCompiler compiler;
  private final DdlPlanner definitions;
  private final CheckCompiler checks;
  private final CompilePool pool;
  private final StatementCache statements;
  private final StatementCache olderStatements;

  /** SQL for the engine on this event loop. */
  public SqlEngine(SqlServices services, Scheduler engine) {
    this.compiler = services.compiler();
    this.definitions = new DdlPlanner(compiler, services.expressions());
    this.checks = services.expressions();
    this.pool = new CompilePool(services.workers(), engine);
    this.statements =
        new StatementCache(compiler, pool, services.texts(), CACHED_STATEMENTS, CACHED_BYTES);
    this.olderStatements =
        new StatementCache(compiler, pool, CompiledTexts.NONE, OLDER_STATEMENTS, OLDER_BYTES);
  }

  /** Compiled statements. */
  public StatementCache statements() {
    return statements;
  }

  /** Compiled statements, for a site, which takes them from clients. */
  public SharedStatements sharedStatements() {
    return new SharedStatements(statements, BOUND_STATEMENTS);
  }

  /** Statements compiled for an older form of the catalog, for readers of an older snapshot. */
  public StatementCache olderStatements() {
    return olderStatements;
  }

  /** Compiles CHECK conditions. */
  public CheckCompiler checks() {
    return checks;
  }

  /**
   * Plans a definition on another event loop, for as long as it takes. {@code whenDone} is called
   * on the engine's event loop; by then the catalog may have changed.
   *
   * @param user whose definition it is; empty for one who may do everything
   * @param now the time that expressions of the definition see
   * @param seed the seed of their randomness
   */
  public void define(
      String text,
      SqlCatalog catalog,
      String user,
      Instant now,
      long seed,
      BiConsumer<CatalogChange, ThetisException> whenDone) {
    pool.run(
        text,
        () -> {
          Ddl ddl = definition(compiler.compile(text, catalog));
          return definitions.plan(
              catalog, ddl, new RowlessContext(now, seed), actor(catalog, user));
        },
        Asker.ENGINE,
        whenDone);
  }

  private static UserRights actor(SqlCatalog catalog, String user) {
    UserRights rights = user.isEmpty() ? catalog.rights().admin() : catalog.rights().user(user);
    if (rights == null) {
      throw new ThetisException(ErrorCode.NO_RIGHT, "for user \"" + user + "\": it was dropped");
    }
    return rights;
  }

  /** TRUNCATE is a statement, and a definition where its sender wants one. */
  private static Ddl definition(Compiled compiled) {
    if (compiled instanceof Compiled.Definition definition) {
      return definition.ddl();
    }
    if (compiled instanceof Compiled.Query query
        && query.statement() instanceof TruncateStatement truncate) {
      return new TruncateTables(truncate.tables());
    }
    throw new ThetisException(ErrorCode.BAD_REQUEST, "the statement defines nothing");
  }

  /** Plans what the catalog takes down when a step has ended. Does not take long. */
  public CatalogChange finish(Step step, boolean failed, SqlCatalog catalog) {
    return failed ? definitions.failed(catalog, step) : definitions.completed(catalog, step);
  }
}
