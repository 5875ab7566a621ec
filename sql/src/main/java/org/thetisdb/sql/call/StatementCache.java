package org.thetisdb.sql.call;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BiConsumer;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.sql.catalog.SqlCatalog;
import org.thetisdb.sql.statement.Compiled;
import org.thetisdb.sql.statement.SqlStatement;
import org.thetisdb.sql.statement.StatementCompiler;

/**
 * Compiled statements by text, for one state of the catalog; a change of the catalog empties it. A
 * text that is not there is compiled on another line, once, whoever asks for it. Owned by the line
 * of its engine; nothing here waits.
 */
public final class StatementCache {
  /** Texts longer than this are not kept. */
  private static final int LONGEST_KEPT_CHARS = 64 << 10;

  private final StatementCompiler compiler;
  private final CompilePool pool;
  private final Map<String, Compiled> statements;
  private final Map<String, CompileTask<Compiled>> underWay = new HashMap<>();
  private SqlCatalog catalog;

  /**
   * An empty cache.
   *
   * @param pool has statements compiled elsewhere
   * @param capacity how many statements are kept; those that were not used for longest go first
   */
  StatementCache(StatementCompiler compiler, CompilePool pool, int capacity) {
    this.compiler = compiler;
    this.pool = pool;
    this.statements =
        new LinkedHashMap<>(16, 0.75f, true) {
          private static final long serialVersionUID = 1L;

          @Override
          protected boolean removeEldestEntry(Map.Entry<String, Compiled> eldest) {
            return size() > capacity;
          }
        };
  }

  /** The statement of a text in this catalog if it is here; else null. */
  @SuppressWarnings("ReferenceEquality")
  public Compiled find(String text, SqlCatalog current) {
    if (catalog != current) {
      catalog = current;
      statements.clear();
      underWay.clear();
    }
    Compiled found = statements.get(text);
    if (found instanceof Compiled.Query query && query.statement().wantsClasses()) {
      makeClasses(query.statement());
    }
    return found;
  }

  /** Nobody waits for it; the statement is interpreted meanwhile. */
  private void makeClasses(SqlStatement statement) {
    pool.run(
        "classes of " + statement.text(), // if they take too long, its text is not to blame
        () -> {
          statement.makeClasses();
          return statement;
        },
        Asker.ENGINE,
        (made, error) -> {});
  }

  /**
   * Compiles a text that {@link #find} did not find in the same catalog. {@code whenDone} is called
   * on the engine's line, with the statement or with what is wrong; by then the catalog may have
   * changed.
   */
  public void compile(String text, Asker asker, BiConsumer<Compiled, ThetisException> whenDone) {
    CompileTask<Compiled> known = underWay.get(text);
    if (known != null && known.isWanted()) {
      known.add(asker, whenDone);
      return;
    }
    SqlCatalog with = catalog;
    CompileTask<Compiled> task =
        new CompileTask<>(
            text,
            () -> compiler.compile(text, with),
            (compiled, error) -> ended(text, with, compiled));
    task.add(asker, whenDone);
    underWay.put(text, task);
    pool.submit(task);
  }

  @SuppressWarnings("ReferenceEquality")
  private void ended(String text, SqlCatalog with, Compiled compiled) {
    if (with != catalog) {
      return;
    }
    CompileTask<Compiled> present = underWay.get(text);
    if (present != null && !present.isWanted()) {
      underWay.remove(text);
    }
    if (compiled != null && text.length() <= LONGEST_KEPT_CHARS) {
      statements.put(text, compiled);
    }
  }
}
