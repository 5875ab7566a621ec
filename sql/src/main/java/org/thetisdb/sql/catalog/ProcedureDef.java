package org.thetisdb.sql.catalog;

import java.util.List;
import org.thetisdb.sql.type.SqlType;

/**
 * A procedure of one statement.
 *
 * @param parameters in order; the text names them
 * @param bodySql the statement as it was written
 */
public record ProcedureDef(String name, int id, List<Parameter> parameters, String bodySql) {
  /** A parameter. */
  public record Parameter(String name, SqlType type) {}
}
