package org.thetisdb.sql.call;

import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.time.Scheduler;
import org.thetisdb.sql.StatementCompiler;
import org.thetisdb.sql.ddl.DefinitionPlanner;

/**
 * How SQL is compiled at a router or a site, and how its definitions are planned.
 *
 * @param definitions says what definitions change
 * @param worker the line of execution on which it is done, which may take its time
 */
public record SqlServices(
    StatementCompiler compiler, DefinitionPlanner definitions, Scheduler worker) {
  /** Most statements that a cache keeps. */
  private static final int CACHED_STATEMENTS = 4_096;

  /** SQL as it is, compiled on this line. */
  public static SqlServices on(Scheduler worker) {
    return new SqlServices(
        (text, catalog) -> {
          throw new ThetisException(ErrorCode.NOT_SUPPORTED, "SQL");
        },
        (catalog, definition) -> {
          throw new ThetisException(ErrorCode.NOT_SUPPORTED, "A definition");
        },
        worker);
  }

  /** A cache for the engine on this line. */
  public StatementCache newCache(Scheduler engine) {
    return new StatementCache(compiler, worker, engine, CACHED_STATEMENTS);
  }
}
