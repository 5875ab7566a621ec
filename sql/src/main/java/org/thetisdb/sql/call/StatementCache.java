package org.thetisdb.sql.call;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.sql.catalog.SqlCatalog;
import org.thetisdb.sql.statement.Compiled;
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
  private final CompileLine line;
  private final Map<String, Compiled> statements;
  private final Map<String, List<BiConsumer<Compiled, ThetisException>>> underWay = new HashMap<>();
  private SqlCatalog catalog;

  /**
   * An empty cache.
   *
   * @param line has statements compiled elsewhere
   * @param capacity how many statements are kept; those that were not used for longest go first
   */
  StatementCache(StatementCompiler compiler, CompileLine line, int capacity) {
    this.compiler = compiler;
    this.line = line;
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
    return statements.get(text);
  }

  /**
   * Compiles a text that {@link #find} did not find in the same catalog. {@code whenDone} is called
   * on the engine's line, with the statement or with what is wrong; by then the catalog may have
   * changed.
   */
  public void compile(String text, BiConsumer<Compiled, ThetisException> whenDone) {
    List<BiConsumer<Compiled, ThetisException>> waiting = underWay.get(text);
    if (waiting != null) {
      waiting.add(whenDone);
      return;
    }
    List<BiConsumer<Compiled, ThetisException>> first = new ArrayList<>(List.of(whenDone));
    underWay.put(text, first);
    SqlCatalog with = catalog;
    line.run(
        () -> compiler.compile(text, with),
        (compiled, error) -> done(text, with, compiled, error, first));
  }

  @SuppressWarnings("ReferenceEquality")
  private void done(
      String text,
      SqlCatalog with,
      Compiled compiled,
      ThetisException error,
      List<BiConsumer<Compiled, ThetisException>> waiting) {
    if (with == catalog) {
      underWay.remove(text, waiting);
      if (compiled != null && text.length() <= LONGEST_KEPT_CHARS) {
        statements.put(text, compiled);
      }
    }
    waiting.forEach(listener -> listener.accept(compiled, error));
  }
}
