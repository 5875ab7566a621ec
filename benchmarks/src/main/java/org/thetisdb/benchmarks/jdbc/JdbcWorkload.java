package org.thetisdb.benchmarks.jdbc;

import java.sql.SQLException;
import java.util.List;
import org.thetisdb.benchmarks.driver.result.BenchResult;

/**
 * A workload over JDBC: its tables, its data, what its terminals do, and the invariants that must
 * hold in the end. An instance serves one run.
 */
public interface JdbcWorkload {
  /** The name in commands and results. */
  String name();

  /** The transaction types, in the order of their indexes. */
  List<String> types();

  /** The definitions before the data are made; tables of an earlier run go. */
  List<String> definitions();

  /** The data in parts, each of which is one transaction. */
  List<LoadTask> loadTasks();

  /** More of the data, made when all parts of the first are. */
  default List<LoadTask> secondLoadTasks() {
    return List.of();
  }

  /** All of the data, part after part; what is in one list is made side by side. */
  default List<List<LoadTask>> loadPhases() {
    return List.of(loadTasks(), secondLoadTasks());
  }

  /** The definitions that are cheaper on filled tables, such as indexes. */
  default List<String> definitionsAfterLoad() {
    return List.of();
  }

  /**
   * The isolation that is enough for the invariants, whatever the terminals do side by side. It is
   * asked for unless a person wants another one.
   */
  default Isolation isolation() {
    return Isolation.REPEATABLE_READ;
  }

  /**
   * Whether transactions of a type are one statement each and so need no commit of their own.
   *
   * @param type an index of {@link #types}
   */
  default boolean isSingleStatement(int type) {
    return false;
  }

  /**
   * One terminal.
   *
   * @param terminal its number, from 0 on
   * @param seed of the run; the same seed gives the same choices
   */
  Terminal terminal(PreparedSession session, int terminal, int terminals, long seed);

  /**
   * Checks the invariants when all terminals are at rest. Auto-commit is on.
   *
   * @return {@code "ok"}, or what broke
   */
  String check(PreparedSession session) throws SQLException;

  /** What a person may want to know beyond the table of results; empty for nothing. */
  default String report(BenchResult result) {
    return "";
  }
}
