package org.thetisdb.sql.call;

import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.thetisdb.core.schema.ColumnType;
import org.thetisdb.procedures.Table;
import org.thetisdb.procedures.runtime.TableRegistry;
import org.thetisdb.sql.catalog.SqlCatalog;
import org.thetisdb.sql.statement.Compiled;
import org.thetisdb.sql.statement.StatementCompiler;

/**
 * Compiles some statements for nobody, so that the first clients of a process do not wait until
 * thousands of the planner's classes are loaded. Thread-safe.
 */
final class WarmUp implements Runnable {
  private static final Logger LOG = LoggerFactory.getLogger(WarmUp.class);
  private static final int ROUNDS = 3;
  private static final AtomicBoolean BEGUN = new AtomicBoolean();

  private static final Table TABLE =
      Table.define("warm_up")
          .key("id", ColumnType.LONG)
          .nullable("name", ColumnType.STRING)
          .nullable("amount", ColumnType.LONG)
          .build();

  private static final List<String> TEXTS =
      List.of(
          "SELECT name, amount FROM warm_up WHERE id = ?",
          "SELECT name FROM warm_up WHERE id BETWEEN ? AND ? ORDER BY id LIMIT 10",
          "SELECT name, COUNT(*), SUM(amount) FROM warm_up GROUP BY name",
          "SELECT a.name FROM warm_up a JOIN warm_up b ON a.id = b.amount WHERE b.id = ?",
          "INSERT INTO warm_up VALUES (?, ?, ?)",
          "UPDATE warm_up SET amount = amount + ? WHERE id = ?",
          "DELETE FROM warm_up WHERE id = ?");

  private final StatementCompiler compiler;

  WarmUp(StatementCompiler compiler) {
    this.compiler = compiler;
  }

  /** Does it, unless it was begun in this process before. */
  @Override
  public void run() {
    if (!BEGUN.compareAndSet(false, true)) {
      return;
    }
    SqlCatalog catalog = SqlCatalog.of(TableRegistry.empty(1).withTable(1, TABLE.schema()));
    try {
      for (int round = 0; round < ROUNDS; round++) {
        for (String text : TEXTS) {
          // once is enough for classes, and a process that ends at once waits for what is made
          if (compiler.compile(text, catalog) instanceof Compiled.Query query && round == 0) {
            query.statement().makeClasses();
          }
        }
      }
    } catch (RuntimeException e) {
      LOG.warn("The planner of SQL could not be warmed up; the first statements take longer.", e);
    }
  }
}
