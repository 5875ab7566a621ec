package org.thetisdb.sql.dialect.validation;

import org.thetisdb.sql.catalog.TableDef;

/** What stands for a stored table where statements are validated. */
public interface DefinedTable {
  /** The table as the catalog has it. */
  TableDef definition();
}
