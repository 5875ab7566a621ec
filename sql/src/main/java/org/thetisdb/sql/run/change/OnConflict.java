package org.thetisdb.sql.run.change;

import java.util.List;
import org.thetisdb.procedures.Context;
import org.thetisdb.procedures.Row;
import org.thetisdb.procedures.Table;
import org.thetisdb.sql.integrity.IndexKeys;
import org.thetisdb.sql.integrity.RowCheck;
import org.thetisdb.sql.integrity.RowValue;
import org.thetisdb.sql.run.RowReader;
import org.thetisdb.sql.run.RunContext;
import org.thetisdb.sql.run.Scalar;
import org.thetisdb.sql.run.query.OfferedQuery;
import org.thetisdb.sql.run.query.RowFunction;

/**
 * What an INSERT does with a row that is there already. Immutable.
 *
 * @param kind what is done
 * @param update for UPDATE what is set; else null
 * @param expressions for UPDATE what is calculated, over the old row and the new one behind it
 * @param condition for UPDATE which rows are changed, over the same; null for all
 * @param query for UPDATE what calculates these in their place, the condition at the end; null
 *     unless there is a subquery in them
 * @param present for UPDATE reads of the row that is there what these look at
 * @param excluded for UPDATE reads of the new row what these look at
 * @param primary whether a row with the same primary key is meant
 * @param unique the unique indexes that are meant
 * @param calculated columns that these depend on, and nobody has calculated yet
 * @param ofExcluded columns of the new row that an UPDATE looks at, and nobody has calculated yet
 */
public record OnConflict(
    Kind kind,
    Assignments update,
    RowFunction expressions,
    Scalar condition,
    Query query,
    RowReader present,
    RowReader excluded,
    boolean primary,
    List<Unique> unique,
    List<Calculated> calculated,
    List<Calculated> ofExcluded) {
  /** What is done. */
  public enum Kind {
    /** It is an error. */
    FAIL,
    /** The new row is left out. */
    SKIP,
    /** The new row takes its place. */
    REPLACE,
    /** The row that is there is changed. */
    UPDATE
  }

  /**
   * A unique index.
   *
   * @param where of a partial one which rows it holds; null for all
   */
  public record Unique(IndexKeys keys, RowCheck where) {
    /** The row that stands in the way of another; null if none does. */
    Row find(Context context, Row row) {
      if (!holds(context, row)) {
        return null;
      }
      Row present = keys.findUnique(context, keys.valuesOf(row));
      return present != null && holds(context, present) ? present : null;
    }

    private boolean holds(Context context, Row row) {
      return where == null || where.allows(context, row);
    }
  }

  /**
   * Expressions with subqueries.
   *
   * @param conditional whether the last value says if the row is changed
   * @param rereads whether they read a table that the statement changes
   */
  public record Query(OfferedQuery values, boolean conditional, boolean rereads) {}

  /** A calculated column that one of the indexes depends on. */
  public record Calculated(int storedAt, RowValue value) {}

  private static final OnConflict FAIL = of(Kind.FAIL, true, List.of(), List.of());

  /** The same, where the table's rules refuse a second row: there is nothing to look for here. */
  private static final OnConflict REFUSED = of(Kind.FAIL, false, List.of(), List.of());

  /**
   * It is an error.
   *
   * @param hasRules whether DDL has said something of the table, so that its rows have rules
   */
  public static OnConflict fail(boolean hasRules) {
    return hasRules ? REFUSED : FAIL;
  }

  /** Without an update. */
  public static OnConflict of(
      Kind kind, boolean primary, List<Unique> unique, List<Calculated> calculated) {
    return new OnConflict(
        kind, null, null, null, null, null, null, primary, unique, calculated, List.of());
  }

  /** Whether an update follows from the row and the arguments. */
  boolean hasPlan() {
    return query == null;
  }

  /** What subqueries come to; null if there are none. */
  Object[] queried(RunContext run, Object[] both) {
    return query == null ? null : query.values().row(run, both);
  }

  /** Whether subqueries read what the statement changes. */
  boolean rereads() {
    return query != null && query.rereads();
  }

  /** Whether the row at hand is to be changed. */
  boolean fits(RunContext run, Object[] queried) {
    if (queried == null) {
      return condition == null || Boolean.TRUE.equals(condition.eval(run));
    }
    return !query.conditional() || Boolean.TRUE.equals(queried[queried.length - 1]);
  }

  /** Calculates what an UPDATE looks at of the new row. */
  void completeExcluded(Context context, Row row) {
    ofExcluded.forEach(each -> row.set(each.storedAt(), each.value().of(context, row)));
  }

  /** The row that is there; null if none is. */
  Row present(Context context, Table table, Object[] key, Row row) {
    Row present = primary ? context.get(table, key) : null;
    for (int i = 0; present == null && i < unique.size(); i++) {
      if (i == 0) {
        calculated.forEach(each -> row.set(each.storedAt(), each.value().of(context, row)));
      }
      present = unique.get(i).find(context, row);
    }
    return present;
  }
}
