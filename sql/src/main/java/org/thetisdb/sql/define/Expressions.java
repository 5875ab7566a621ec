package org.thetisdb.sql.define;

import org.thetisdb.core.error.ThetisException;
import org.thetisdb.procedures.Context;
import org.thetisdb.sql.catalog.IndexExpression;
import org.thetisdb.sql.catalog.IndexPredicate;
import org.thetisdb.sql.catalog.TableDef;
import org.thetisdb.sql.integrity.CheckCompiler;
import org.thetisdb.sql.type.SqlType;

/**
 * Expressions of definitions: CHECK conditions, defaults, conditions and expressions of indexes.
 * Safe for all threads.
 */
public interface Expressions extends CheckCompiler {
  /**
   * The value of a DEFAULT as a row holds it.
   *
   * @param context for the time and random numbers
   * @throws ThetisException if the text is no expression without columns, or its value does not fit
   *     the type
   */
  Object defaultValue(SqlType type, String defaultSql, Context context);

  /**
   * A DEFAULT for a column of a type, as it is kept. As in PostgreSQL a value that the column
   * cannot hold is an error where it is used, and not where it is defined; and a word such as
   * 'today' is what it means when the default is defined.
   *
   * @throws ThetisException if the text is no expression without columns, or of another type
   */
  default String keptDefault(SqlType type, String defaultSql, Context context) {
    try {
      defaultValue(type, defaultSql, context);
      return defaultSql;
    } catch (ThetisException e) {
      switch (e.code()) {
        case NUMBER_OUT_OF_RANGE, STRING_TOO_LONG, DIVISION_BY_ZERO -> {
          return defaultSql; // whoever uses it is told
        }
        default -> throw e;
      }
    }
  }

  /** Whether a DEFAULT comes to something else in each row; false for null. */
  default boolean isRandom(String defaultSql) {
    return false;
  }

  /**
   * The condition of a partial index of a table.
   *
   * @throws ThetisException if it is no condition over single rows, or one that may come to
   *     something else tomorrow
   */
  default IndexPredicate predicate(TableDef table, String conditionSql) {
    throw new UnsupportedOperationException("partial indexes of " + table.name());
  }

  /**
   * An expression of an index of a table.
   *
   * @throws ThetisException if it is no expression over single rows, or one that may come to
   *     something else tomorrow
   */
  default IndexExpression expression(TableDef table, String expressionSql) {
    throw new UnsupportedOperationException("indexes of expressions of " + table.name());
  }
}
