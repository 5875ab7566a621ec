package org.thetisdb.sql.call;

import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.thetisdb.core.schema.ColumnType;
import org.thetisdb.procedures.Table;
import org.thetisdb.procedures.runtime.TableRegistry;
import org.thetisdb.sql.catalog.SqlCatalog;
import org.thetisdb.sql.compile.CompileBudget;
import org.thetisdb.sql.statement.Compiled;
import org.thetisdb.sql.statement.StatementCompiler;

/**
 * Compiles some statements for nobody, so that the first clients of a process do not wait until
 * thousands of the planner's classes are loaded. What ends the event loop that it runs on closes it
 * first, and need not wait for it. Thread-safe.
 */
public final class WarmUp implements Runnable, AutoCloseable {
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
  private final AtomicBoolean begun;
  private volatile boolean closed;

  /** It was closed: nobody needs what it compiles. */
  private static final class Closed extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Closed() {
      super("nobody needs it any more", null, false, false);
    }
  }

  WarmUp(StatementCompiler compiler) {
    this(compiler, BEGUN);
  }

  /** The same, done once for all that have {@code begun}. */
  WarmUp(StatementCompiler compiler, AtomicBoolean begun) {
    this.compiler = compiler;
    this.begun = begun;
  }

  /** Does it, unless it was begun in this process before. */
  @Override
  public void run() {
    if (closed || !begun.compareAndSet(false, true)) {
      return;
    }
    SqlCatalog catalog = SqlCatalog.of(TableRegistry.empty(1).withTable(1, TABLE.schema()));
    try {
      for (int round = 0; round < ROUNDS; round++) {
        for (String text : TEXTS) {
          compile(text, catalog, round == 0); // once is enough for classes
        }
      }
    } catch (Closed e) {
      LOG.debug("The planner of SQL is not warmed up to the end: its process ends.");
    } catch (RuntimeException e) {
      LOG.warn("The planner of SQL could not be warmed up; the first statements take longer.", e);
    }
  }

  private void compile(String text, SqlCatalog catalog, boolean withClasses) {
    Compiled compiled =
        CompileBudget.watchedBy(this::requireOpen).run(() -> compiler.compile(text, catalog));
    requireOpen();
    if (withClasses && compiled instanceof Compiled.Query query) {
      query.statement().makeClasses();
    }
  }

  private void requireOpen() {
    if (closed) {
      throw new Closed();
    }
  }

  /** It ends at its next step, within milliseconds. Does not wait. */
  @Override
  public void close() {
    closed = true;
  }
}
