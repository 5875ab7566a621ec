package org.thetisdb.sql.parse;

import java.util.List;
import org.thetisdb.procedures.runtime.RowLockMode;

/**
 * A statement about rows of one table that are named by key, or inserted, and that calculates
 * nothing. All immutable.
 */
public sealed interface PlainStatement {
  /** The table that it names. */
  String table();

  /**
   * A value.
   *
   * @param parameter counted from 0; -1 for a constant
   * @param constant in a client's form
   */
  record Value(int parameter, Object constant) {}

  /** {@code column = ?}. */
  record Match(String column, int parameter) {}

  /** {@code column AS label}. */
  record Item(String column, String label) {}

  /** {@code column = value}. */
  record Assignment(String column, Value value) {}

  /**
   * SELECT.
   *
   * @param items empty for all columns
   * @param locks how it locks its row; null if it does not
   */
  record Select(String table, List<Item> items, List<Match> key, RowLockMode locks)
      implements PlainStatement {}

  /**
   * INSERT.
   *
   * @param columns null if none are named
   */
  record Insert(String table, List<String> columns, List<List<Value>> rows)
      implements PlainStatement {}

  /** UPDATE. */
  record Update(String table, List<Assignment> assignments, List<Match> key)
      implements PlainStatement {}

  /** DELETE. */
  record Delete(String table, List<Match> key) implements PlainStatement {}
}
