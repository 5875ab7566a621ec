package org.thetisdb.sql.call;

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
 * it is. Owned by the line of its engine; nothing here waits.
 */
public final class SharedStatements {
  private final StatementCache cache;
  private final Map<String, Compiled> bound;
  private SqlCatalog catalog;
  private Set<String> kept = Set.of();

  /**
   * Statements out of a cache.
   *
   * @param capacity how many texts with constants are kept beside those that the cache keeps
   */
  SharedStatements(StatementCache cache, int capacity) {
    this.cache = cache;
    this.bound =
        new LinkedHashMap<>(16, 0.75f, true) {
          private static final long serialVersionUID = 1L;

          @Override
          protected boolean removeEldestEntry(Map.Entry<String, Compiled> eldest) {
            return size() > capacity;
          }
        };
  }

  /**
   * Finds the statement of a text, or compiles it. {@code whenDone} is called on the engine's line,
   * at once if it is there, with the statement or with what is wrong; by then the catalog may have
   * changed.
   */
  @SuppressWarnings("ReferenceEquality")
  public void get(
      String text,
      SqlCatalog current,
      Asker asker,
      BiConsumer<Compiled, ThetisException> whenDone) {
    Compiled compiled = cache.find(text, current);
    if (compiled != null) {
      whenDone.accept(compiled, null);
      return;
    }
    if (catalog != current) {
      catalog = current;
      kept = constantsOfIndexes(current);
      bound.clear();
    }
    Compiled known = bound.get(text);
    SharedText shared = known == null ? SharedText.of(text, kept) : null;
    if (known != null) {
      whenDone.accept(known, null);
    } else if (shared == null) {
      cache.compile(text, asker, whenDone);
    } else {
      bind(text, shared, current, asker, whenDone);
    }
  }

  /**
   * Who asks for what an index holds says so with the constants of its condition or expressions.
   */
  private static Set<String> constantsOfIndexes(SqlCatalog catalog) {
    Set<String> constants = new TreeSet<>();
    for (TableDef table : catalog.tables()) {
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

  private void bind(
      String text,
      SharedText shared,
      SqlCatalog with,
      Asker asker,
      BiConsumer<Compiled, ThetisException> whenDone) {
    Compiled known = cache.find(shared.text(), with);
    if (known != null) {
      finish(text, shared, with, known, asker, whenDone);
    } else {
      cache.compile(
          shared.text(),
          asker,
          (compiled, error) -> {
            ThetisException refusal = asker.refusal();
            if (refusal != null) {
              whenDone.accept(null, refusal);
            } else if (error != null && error.code() == ErrorCode.STATEMENT_TOO_LARGE) {
              whenDone.accept(null, error); // it is no smaller with its constants
            } else {
              finish(text, shared, with, compiled, asker, whenDone);
            }
          });
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
    SqlStatement statement =
        compiled instanceof Compiled.Query query
            ? BoundStatement.of(query.statement(), shared.values())
            : null;
    if (statement == null) {
      cache.compile(text, asker, whenDone);
      return;
    }
    Compiled kept = new Compiled.Query(statement);
    if (catalog == with) {
      bound.put(text, kept);
    }
    whenDone.accept(kept, null);
  }
}
