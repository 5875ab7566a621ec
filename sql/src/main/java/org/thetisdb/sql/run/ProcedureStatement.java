package org.thetisdb.sql.run;

import java.util.List;
import java.util.Set;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.procedures.Context;
import org.thetisdb.procedures.Plan;
import org.thetisdb.procedures.runtime.RowLockMode;
import org.thetisdb.procedures.runtime.RowWait;
import org.thetisdb.sql.catalog.ProcedureDef;
import org.thetisdb.sql.info.ClusterTable;
import org.thetisdb.sql.statement.Compiled.ProcedureCall;
import org.thetisdb.sql.statement.GeneratedValues;
import org.thetisdb.sql.statement.RowStream;
import org.thetisdb.sql.statement.SqlColumn;
import org.thetisdb.sql.statement.SqlResult;
import org.thetisdb.sql.statement.SqlStatement;
import org.thetisdb.sql.type.Coercion;
import org.thetisdb.sql.type.SqlType;

/**
 * The call of a procedure of one statement: that statement, with the call's arguments. Immutable.
 */
public final class ProcedureStatement implements SqlStatement {
  private final String text;
  private final ProcedureDef procedure;
  private final ProcedureCall call;
  private final SqlStatement body;
  private final List<Integer> places;
  private final SqlType[] types;

  /**
   * A call.
   *
   * @param text of the call
   * @param body the compiled statement
   * @param places for each parameter of the body, the place of the procedure's parameter
   * @throws ThetisException SQL_INVALID for a wrong number of arguments
   */
  public ProcedureStatement(
      String text,
      ProcedureDef procedure,
      ProcedureCall call,
      SqlStatement body,
      List<Integer> places) {
    this.text = text;
    this.procedure = procedure;
    this.call = call;
    this.body = body;
    this.places = places;
    int given = call.arguments().size();
    if (given != procedure.parameters().size()) {
      throw new ThetisException(
          ErrorCode.SQL_INVALID,
          "Procedure \"%s\" takes %d arguments, but %d were given."
              .formatted(procedure.name(), procedure.parameters().size(), given));
    }
    this.types = typesOfPlaceholders();
  }

  private SqlType[] typesOfPlaceholders() {
    int count = 0;
    for (Object argument : call.arguments()) {
      count += argument instanceof ProcedureCall.Placeholder ? 1 : 0;
    }
    SqlType[] found = new SqlType[count];
    for (int i = 0; i < call.arguments().size(); i++) {
      if (call.arguments().get(i) instanceof ProcedureCall.Placeholder placeholder) {
        found[placeholder.index()] = procedure.parameters().get(i).type();
      }
    }
    return found;
  }

  @Override
  public boolean wantsClasses() {
    return body.wantsClasses();
  }

  @Override
  public void makeClasses() {
    body.makeClasses();
  }

  @Override
  public String text() {
    return text;
  }

  @Override
  public List<SqlType> parameters() {
    return List.of(types);
  }

  @Override
  public List<SqlColumn> columns() {
    return body.columns();
  }

  @Override
  public boolean isQuery() {
    return body.isQuery();
  }

  @Override
  public boolean returnsRows() {
    return body.returnsRows();
  }

  @Override
  public boolean isReadOnly() {
    return body.isReadOnly();
  }

  @Override
  public Set<ClusterTable> clusterTables() {
    return body.clusterTables();
  }

  @Override
  public RowWait rowWait() {
    return body.rowWait();
  }

  @Override
  public RowLockMode lockMode() {
    return body.lockMode();
  }

  @Override
  public List<String> sequences() {
    return body.sequences();
  }

  /** Those of the body: first they take the types that the procedure declares. */
  @Override
  public Object[] checkArguments(Object[] arguments) {
    if (arguments.length != types.length) {
      throw new ThetisException(ErrorCode.WRONG_PARAMETERS, types.length, arguments.length);
    }
    Object[] declared = new Object[call.arguments().size()];
    for (int i = 0; i < declared.length; i++) {
      Object argument = call.arguments().get(i);
      Object value =
          argument instanceof ProcedureCall.Placeholder placeholder
              ? arguments[placeholder.index()]
              : argument;
      ProcedureDef.Parameter parameter = procedure.parameters().get(i);
      declared[i] =
          Coercion.coerce(parameter.type(), value, "parameter \"" + parameter.name() + "\"");
    }
    Object[] ofBody = new Object[places.size()];
    for (int i = 0; i < ofBody.length; i++) {
      ofBody[i] = declared[places.get(i)];
    }
    return body.checkArguments(ofBody);
  }

  @Override
  public boolean hasPlan() {
    return body.hasPlan();
  }

  @Override
  public void plan(Plan target, Object[] arguments, GeneratedValues generated) {
    body.plan(target, arguments, generated);
  }

  @Override
  public SqlResult run(Context context, Object[] arguments, GeneratedValues generated) {
    return body.run(context, arguments, generated);
  }

  @Override
  public RowStream open(Context context, Object[] arguments, GeneratedValues generated) {
    return body.open(context, arguments, generated);
  }
}
