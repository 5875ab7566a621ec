package org.thetisdb.sql.ddl;

import java.util.List;
import org.thetisdb.sql.type.SqlType;

/**
 * CREATE PROCEDURE, either from a class of an uploaded jar or of one statement.
 *
 * @param parameters of a procedure of one statement, whose text names them; else empty
 * @param className the class; null for a procedure of one statement
 * @param bodySql the statement as it was written; null for a class
 */
public record CreateProcedure(
    String name, boolean orReplace, List<Parameter> parameters, String className, String bodySql)
    implements Ddl {
  /** A parameter. */
  public record Parameter(String name, SqlType type) {}
}
