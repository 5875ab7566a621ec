package org.thetisdb.sql.statement;

import java.util.List;
import org.thetisdb.sql.ddl.Ddl;
import org.thetisdb.sql.rights.Accesses;

/** What the text of a statement turned out to be. */
public sealed interface Compiled {
  /**
   * A query or a DML statement. EXPLAIN is a query, too.
   *
   * @param accesses what it does to which objects; whoever runs it must be allowed that
   */
  record Query(SqlStatement statement, Accesses accesses) implements Compiled {}

  /** A definition. */
  record Definition(Ddl ddl) implements Compiled {}

  /**
   * The beginning or the end of a transaction, or a savepoint.
   *
   * @param name of the savepoint; empty where there is none
   * @param flags for BEGIN, SET_TRANSACTION and SET, those of {@link
   *     org.thetisdb.core.wire.SqlRequest.Statement}
   * @param namesLevel whether it says how isolated the transaction is, whatever else would hold
   */
  record Control(Kind kind, String name, int flags, boolean namesLevel) implements Compiled {
    /** What is controlled. */
    public enum Kind {
      BEGIN,
      COMMIT,
      ROLLBACK,
      SAVEPOINT,
      RELEASE_SAVEPOINT,
      ROLLBACK_TO,
      /** What the transaction is like that is open or is opened by it. */
      SET_TRANSACTION,
      /** What later transactions of the session are like; the flags say it. */
      SET,
      /** A setting of the session that changes nothing here, accepted for tools that send it. */
      NOTHING
    }
  }

  /**
   * A call of a procedure.
   *
   * @param arguments in order: the value of a literal, or a {@link Placeholder}
   */
  record ProcedureCall(String procedure, List<Object> arguments) implements Compiled {
    /** A parameter of the statement, counted from 0. */
    public record Placeholder(int index) {}
  }
}
