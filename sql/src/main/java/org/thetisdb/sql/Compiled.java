package org.thetisdb.sql;

import java.util.List;
import org.thetisdb.sql.ddl.Ddl;

/** What a text was compiled to. All immutable. */
public sealed interface Compiled {
  /** A query or a change of rows. */
  record Statement(SqlStatement statement) implements Compiled {}

  /** A change of the catalog. */
  record Definition(Ddl ddl) implements Compiled {}

  /** BEGIN, COMMIT and the like. */
  record Transaction(TransactionControl control) implements Compiled {}

  /**
   * EXPLAIN.
   *
   * @param statement what is explained
   * @param lines the plan for people, line by line
   */
  record Explain(SqlStatement statement, List<String> lines) implements Compiled {
    /** Copies the list. */
    public Explain {
      lines = List.copyOf(lines);
    }
  }

  /** CALL. */
  record Call(String procedure, List<Argument> arguments) implements Compiled {
    /** Copies the list. */
    public Call {
      arguments = List.copyOf(arguments);
    }

    /** How many parameters the text has. */
    public int parameterCount() {
      return (int) arguments.stream().filter(a -> a.parameter() >= 0).count();
    }

    /** The procedure's arguments, given those of the statement. */
    public Object[] values(Object[] given) {
      return arguments.stream()
          .map(a -> a.parameter() >= 0 ? given[a.parameter()] : a.constant())
          .toArray();
    }
  }

  /**
   * An argument of a CALL.
   *
   * @param parameter the number of the parameter; -1 for a constant
   * @param constant null for a parameter, or for NULL
   */
  record Argument(int parameter, Object constant) {}
}
