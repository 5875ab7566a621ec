package org.thetisdb.lab.compare.database;

import java.util.List;
import java.util.function.Supplier;
import org.thetisdb.lab.compare.grammar.TableSpec;

/** A database that statements are tried on. Not thread-safe. */
public interface ComparedDatabase extends AutoCloseable {
  /** Drops all tables, and makes these. */
  void reset(List<TableSpec> tables);

  /** What it says to a query. */
  DatabaseAnswer query(String sql);

  /** What it says to a change, and to a query behind it; the change is taken back. */
  DatabaseAnswer change(String sql, String look);

  /**
   * Asks a query; the answer is taken before anything else is asked. A database in a process of its
   * own calculates meanwhile.
   */
  default Supplier<DatabaseAnswer> asked(String sql) {
    DatabaseAnswer answer = query(sql);
    return () -> answer;
  }

  /** The same of a change. */
  default Supplier<DatabaseAnswer> askedToChange(String sql, String look) {
    DatabaseAnswer answer = change(sql, look);
    return () -> answer;
  }

  @Override
  default void close() {}
}
