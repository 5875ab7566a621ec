package org.thetisdb.sql.ddl;

import java.util.List;

/** TRUNCATE of tables with many rows: each gets an empty stored table in place of its own. */
public record TruncateTables(List<String> names) implements Ddl {
  /** For these tables, with all that refer to them. */
  public TruncateTables {
    names = List.copyOf(names);
  }
}
