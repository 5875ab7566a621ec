package org.thetisdb.sql.call;

import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.sql.catalog.IndexDef;
import org.thetisdb.sql.catalog.IndexExpression;
import org.thetisdb.sql.catalog.SqlCatalog;
import org.thetisdb.sql.catalog.TableDef;
import org.thetisdb.sql.parse.SharedText;
import org.thetisdb.sql.statement.Compiled;
import org.thetisdb.sql.statement.SqlStatement;

/**
 * Compiled statements by the texts that clients send. Texts that differ only in constants share
 * one, so that a client that writes its values into the text costs one plan at the router and one
 * at each site. A text whose constants do not fit, or make it mean something else, is compiled as
 * it is. Owned by the event loop of its engine; nothing here waits.
 */
public final class SharedStatements {
  /** Texts longer than this are bound anew each time. */
  private static final int LONGEST_KEPT_CHARS = 16 << 10;

  private final StatementCache cache;
  private final Map<String, Bound> bound;

  /** Shared texts that are no statements, as this catalog has it. */
  private final Map<String, Boolean> refused;

  private SqlCatalog catalog;
  private Set<String> kept;

  /**
   * A text with its constants.
   *
   * @param shared the text that it shares with others
   * @param base the statement of that, which says whether it still holds
   */
  private record Bound(String shared, Compiled base, Compiled compiled) {}

  /**
   * Statements out of a cache.
   *
   * @param capacity how many texts with constants are kept beside those that the cache keeps
   */
  SharedStatements(StatementCache cache, int capacity) {
    this.cache = cache;
    this.bound = latest(capacity);
    this.refused = latest(capacity);
  }

  /** Forgets what was not used for longest. */
  private static <T> Map<String, T> latest(int capacity) {
    return new LinkedHashMap<>(16, 0.75f, true) {
      private static final long serialVersionUID = 1L;

      @Override
      protected boolean removeEldestEntry(Map.Entry<String, T> eldest) {
        return size() > capacity;
      }
    };
  }

  /**
   * Finds the statement of a text, or compiles it. {@code whenDone} is called on the engine's event
   * loop, at once if it is there, with the statement or with what is wrong; by then the catalog may
   * have changed.
   */
  @SuppressWarnings("ReferenceEquality")
  public void get(
      String text,
      SqlCatalog current,
      Asker asker,
      BiConsumer<Compiled, ThetisException> whenDone) {
    enter(current);
    Compiled compiled = cache.find(text, current);
    if (compiled != null) {
      whenDone.accept(compiled, null);
      return;
    }
    Bound known = bound.get(text);
    if (known != null && cache.find(known.shared, current) == known.base) {
      whenDone.accept(known.compiled, null);
      return;
    }
    share(text, SharedText.of(text, kept()), current, asker, whenDone);
  }

  /**
   * Binds what a text shares, or compiles it for that.
   *
   * @param shared null if the text shares nothing
   */
  private void share(
      String text,
      SharedText shared,
      SqlCatalog with,
      Asker asker,
      BiConsumer<Compiled, ThetisException> whenDone) {
    if (shared == null) {
      cache.compile(text, asker, whenDone);
      return;
    }
    Compiled known = cache.find(shared.text(), with);
    if (known != null) {
      finish(text, shared, with, known, asker, whenDone);
    } else if (refused.containsKey(shared.text())) {
      cache.compile(text, asker, whenDone);
    } else {
      compile(text, shared, with, asker, whenDone);
    }
  }

  @SuppressWarnings("ReferenceEquality")
  private void enter(SqlCatalog current) {
    if (catalog != current) {
      catalog = current;
      kept = null;
      refused.clear();
    }
  }

  private Set<String> kept() {
    if (kept == null) {
      kept = constantsOfIndexes(catalog);
    }
    return kept;
  }

  /**
   * A text that asks for what an index holds says so with the constants of its condition or
   * expressions.
   */
  private static Set<String> constantsOfIndexes(SqlCatalog catalog) {
    Set<String> constants = new TreeSet<>();
    for (TableDef table : catalog.tablesWithIndexTexts()) {
      for (IndexDef index : table.indexes()) {
        if (index.isPartial()) {
          constants.addAll(SharedText.constantsOf(index.where().conditionSql()));
        }
        for (IndexExpression expression : index.expressions()) {
          constants.addAll(SharedText.constantsOf(expression.expressionSql()));
        }
      }
    }
    return constants;
  }

  private void compile(
      String text,
      SharedText shared,
      SqlCatalog with,
      Asker asker,
      BiConsumer<Compiled, ThetisException> whenDone) {
    cache.compile(
        shared.text(),
        asker,
        (compiled, error) -> {
          ThetisException refusal = asker.refusal();
          if (refusal != null) {
            whenDone.accept(null, refusal);
          } else if (error != null && error.code() == ErrorCode.STATEMENT_TOO_LARGE) {
            whenDone.accept(null, error); // it is no smaller with its constants
          } else if (compiled instanceof Compiled.Query) {
            finish(text, shared, with, compiled, asker, whenDone);
          } else {
            refuse(shared, with);
            cache.compile(text, asker, whenDone);
          }
        });
  }

  /** The next text of this kind is not compiled twice, as long as nothing is defined. */
  @SuppressWarnings("ReferenceEquality")
  private void refuse(SharedText shared, SqlCatalog with) {
    if (with == catalog) {
      refused.put(shared.text(), true);
    }
  }

  @SuppressWarnings("ReferenceEquality")
  private void finish(
      String text,
      SharedText shared,
      SqlCatalog with,
      Compiled compiled,
      Asker asker,
      BiConsumer<Compiled, ThetisException> whenDone) {
    SqlStatement base = compiled instanceof Compiled.Query query ? query.statement() : null;
    BitSet misfits = base == null ? null : BoundStatement.misfits(base, shared);
    if (misfits != null && with == catalog) {
      share(text, shared.without(misfits), with, asker, whenDone); // with fewer each time
      return;
    }
    SqlStatement statement =
        base == null || misfits != null ? null : BoundStatement.of(base, shared.values());
    if (statement == null) {
      cache.compile(text, asker, whenDone);
      return;
    }
    Compiled kept = new Compiled.Query(statement, ((Compiled.Query) compiled).accesses());
    if (text.length() <= LONGEST_KEPT_CHARS) {
      bound.put(text, new Bound(shared.text(), compiled, kept));
    }
    whenDone.accept(kept, null);
  }
}
