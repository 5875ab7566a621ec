package org.thetisdb.lab.compare.database;

import java.util.List;
import org.thetisdb.lab.compare.grammar.TableSpec;

/** A database that statements are tried on. Not thread-safe. */
public interface ComparedDatabase extends AutoCloseable {
  /** Drops all tables, and makes these. */
  void reset(List<TableSpec> tables);

  /** What it says to a query. */
  DatabaseAnswer query(String sql);

  /** What it says to a change, and to a query behind it; the change is taken back. */
  DatabaseAnswer change(String sql, String look);

  @Override
  default void close() {}
}
