package org.thetisdb.sql.parse;

import java.util.List;
import org.thetisdb.procedures.runtime.RowLockMode;
import org.thetisdb.procedures.runtime.RowWait;
import org.thetisdb.sql.ddl.IndexPart;
import org.thetisdb.sql.statement.Compiled;

/** A statement as it was read. All immutable. */
public sealed interface Statement {
  /** One that needs no compiling. */
  record Ready(Compiled compiled) implements Statement {}

  /**
   * A query or a change of rows.
   *
   * @param text what Calcite can read; places in it are those of the statement
   * @param locks what FOR UPDATE says; null without it
   * @param replaces whether it is an UPSERT
   * @param conflict what ON CONFLICT says; null without one
   * @param returning what RETURNING lists, as a query without a table; null without it
   * @param alias what an INSERT calls its table; null for its name
   * @param joins whether the condition is the EXISTS that {@link JoinedChange} made of UPDATE …
   *     FROM or DELETE … USING
   * @param overriding what an INSERT says of values that are given for identity columns
   */
  record Rows(
      String text,
      Locks locks,
      boolean replaces,
      Conflict conflict,
      String returning,
      String alias,
      boolean joins,
      Overriding overriding)
      implements Statement {
    /** What becomes of values that are given for identity columns. */
    public enum Overriding {
      /** They are refused where the column is GENERATED ALWAYS. */
      NOTHING,
      /** They are written. */
      SYSTEM_VALUE,
      /** They are ignored, and the sequence's are written. */
      USER_VALUE
    }

    /** A statement of which only the text says something. */
    public static Rows of(String text) {
      return new Rows(text, null, false, null, null, null, false, Overriding.NOTHING);
    }
  }

  /**
   * FOR UPDATE and its kin.
   *
   * @param tables whose rows are meant, as the query calls them; empty for all
   * @param mode how they are locked
   * @param ofLocked what is done about rows that others have locked against that
   */
  record Locks(List<String> tables, RowLockMode mode, RowWait ofLocked) {}

  /**
   * TRUNCATE.
   *
   * @param restart whether the sequences of the tables' columns begin anew
   * @param cascade whether tables that refer to these are emptied, too
   */
  record Truncate(List<String> tables, boolean restart, boolean cascade) implements Statement {}

  /**
   * MERGE.
   *
   * @param join a query of the source, left joined with the table that is changed
   * @param clauses in order; of those that fit a row, the first one is taken
   * @param returning what RETURNING lists, as a query without a table; null without it
   */
  record Merge(String join, List<MergeClause> clauses, String returning) implements Statement {}

  /**
   * What MERGE does with some rows.
   *
   * @param matched whether it is about rows of the source that have a row in the table
   * @param conditionSql a query of the condition behind AND; null without one
   * @param action what is done
   * @param actionSql an UPDATE or INSERT of the table; null for all else
   */
  record MergeClause(boolean matched, String conditionSql, MergeAction action, String actionSql) {}

  /** What MERGE does with a row. */
  enum MergeAction {
    UPDATE,
    DELETE,
    INSERT,
    NOTHING
  }

  /**
   * SET CONSTRAINTS.
   *
   * @param names of foreign keys; empty for all
   * @param deferred whether they are checked at the end of the transaction
   */
  record Constraints(List<ConstraintName> names, boolean deferred) implements Statement {}

  /**
   * The name of a constraint.
   *
   * @param schema null if none is named
   */
  record ConstraintName(String schema, String simple) {}

  /**
   * A statement before which others run and give it rows.
   *
   * @param parts in the order in which they run; each may read those before it
   * @param main what gives the result
   */
  record Parts(List<Part> parts, Part main) implements Statement {}

  /**
   * A piece of a statement.
   *
   * @param name by which others read its rows; null for the one that gives the result
   * @param columns how its columns are called; null for their own names
   * @param parameters the places of its parameters among those of the whole statement
   */
  record Part(String name, List<String> columns, Statement statement, List<Integer> parameters) {}

  /** EXPLAIN. */
  record Explain(Statement statement) implements Statement {}

  /**
   * ON CONFLICT.
   *
   * @param parts columns and expressions of the key that is meant; empty for any
   * @param whereSql which rows are meant, so that partial indexes of these count; null for all
   * @param constraint the name of the constraint that is meant; null if columns are
   * @param updateSql an UPDATE of the table that says what is set; null for DO NOTHING
   */
  record Conflict(List<IndexPart> parts, String whereSql, String constraint, String updateSql) {}
}
