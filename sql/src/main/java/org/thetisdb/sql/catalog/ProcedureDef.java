package org.thetisdb.sql.catalog;

import java.util.List;
import org.thetisdb.sql.type.SqlType;

/**
 * A procedure that SQL defined: one statement, or another name for a class of an uploaded jar.
 *
 * @param parameters of a statement, in order; its text names them with a colon before
 * @param bodySql the statement as it was written; null for a class
 * @param className the class; null for a statement
 */
public record ProcedureDef(
    String name, int id, List<Parameter> parameters, String bodySql, String className) {
  /** A procedure of one statement. */
  public static ProcedureDef ofStatement(
      String name, int id, List<Parameter> parameters, String bodySql) {
    return new ProcedureDef(name, id, parameters, bodySql, null);
  }

  /** A name for a class of a jar. */
  public static ProcedureDef ofClass(String name, int id, String className) {
    return new ProcedureDef(name, id, List.of(), null, className);
  }

  /** The same procedure under another name. */
  public ProcedureDef withName(String newName) {
    return new ProcedureDef(newName, id, parameters, bodySql, className);
  }

  /** A parameter. */
  public record Parameter(String name, SqlType type) {}
}
