package org.thetisdb.sql.call;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.value.EncodedRows;
import org.thetisdb.procedures.Context;
import org.thetisdb.procedures.Plan;
import org.thetisdb.sql.parse.SharedText;
import org.thetisdb.sql.statement.GeneratedValues;
import org.thetisdb.sql.statement.SqlColumn;
import org.thetisdb.sql.statement.SqlResult;
import org.thetisdb.sql.statement.SqlStatement;
import org.thetisdb.sql.type.SqlType;
import org.thetisdb.sql.type.SqlTypeName;

/** A statement without parameters that runs as another one, with its own constants. Immutable. */
final class BoundStatement implements SqlStatement {
  private final SqlStatement shared;
  private final Object[] values;

  private BoundStatement(SqlStatement shared, Object[] values) {
    this.shared = shared;
    this.values = values;
  }

  /**
   * The constants of a text that cannot be parameters of the statement which it would share: the
   * type of their place is another one than theirs. Null if there are none.
   */
  static BitSet misfits(SqlStatement shared, SharedText text) {
    List<SharedText.Constant> constants = text.constants();
    List<SqlType> types = shared.parameters();
    BitSet misfits = null;
    for (int i = 0; i < constants.size(); i++) {
      if (types.size() != constants.size() || !fits(types.get(i), constants.get(i).kind())) {
        misfits = misfits == null ? new BitSet() : misfits;
        misfits.set(i);
      }
    }
    return misfits;
  }

  /** The statement with these constants, none a misfit; null if their values do not fit. */
  static SqlStatement of(SqlStatement shared, Object[] values) {
    List<Object[]> run = List.<Object[]>of(values);
    if (shared.textFor(run) != null) {
      return null;
    }
    try {
      shared.checkArguments(values);
    } catch (ThetisException e) {
      return null; // the statement as it was written tells better what is wrong
    }
    return new BoundStatement(shared, values);
  }

  /**
   * A text is read as the type of what it stands beside, a number is not: beside a REAL it makes of
   * both a DOUBLE, which a parameter does not. A sum has the type of its widest part, and what is a
   * date beside dates is something else beside others.
   */
  private static boolean fits(SqlType type, SharedText.Kind kind) {
    if (type == null) {
      return false;
    }
    SqlTypeName name = type.name();
    return switch (kind) {
      case NUMBER -> isNumber(name);
      case TEXT -> name != SqlTypeName.BINARY && name != SqlTypeName.VARBINARY;
      case ADDED -> name == SqlTypeName.INTEGER || name == SqlTypeName.BIGINT;
      case DATE -> name == SqlTypeName.DATE;
    };
  }

  private static boolean isNumber(SqlTypeName name) {
    return switch (name) {
      case TINYINT, SMALLINT, INTEGER, BIGINT, DOUBLE, DECIMAL -> true;
      case REAL,
          BOOLEAN,
          CHAR,
          VARCHAR,
          BINARY,
          VARBINARY,
          DATE,
          TIME,
          TIMESTAMP,
          TIMESTAMPTZ,
          UUID,
          JSONB,
          INTERVAL,
          ARRAY ->
          false;
    };
  }

  @Override
  public SqlStatement shared() {
    return shared;
  }

  @Override
  public List<Object[]> sharedArguments(List<Object[]> runs) {
    List<Object[]> all = new ArrayList<>(runs.size());
    for (Object[] run : runs) {
      if (run.length != 0) {
        throw new ThetisException(ErrorCode.WRONG_PARAMETERS, 0, run.length);
      }
      all.add(values.clone());
    }
    return all;
  }

  @Override
  public String text() {
    return shared.text();
  }

  @Override
  public List<SqlType> parameters() {
    return List.of();
  }

  @Override
  public List<SqlColumn> columns() {
    return shared.columns();
  }

  @Override
  public boolean isQuery() {
    return shared.isQuery();
  }

  @Override
  public boolean returnsRows() {
    return shared.returnsRows();
  }

  @Override
  public boolean isReadOnly() {
    return shared.isReadOnly();
  }

  @Override
  public boolean isChange() {
    return shared.isChange();
  }

  @Override
  public List<String> sequences() {
    return shared.sequences();
  }

  @Override
  public Object[] checkArguments(Object[] arguments) {
    return shared.checkArguments(sharedArguments(List.<Object[]>of(arguments)).get(0));
  }

  @Override
  public boolean hasPlan() {
    return shared.hasPlan();
  }

  @Override
  public void plan(Plan target, Object[] arguments, GeneratedValues generated) {
    shared.plan(target, arguments, generated);
  }

  @Override
  public boolean wantsClasses() {
    return shared.wantsClasses();
  }

  @Override
  public void makeClasses() {
    shared.makeClasses();
  }

  @Override
  public SqlResult run(Context context, Object[] arguments, GeneratedValues generated) {
    return shared.run(context, arguments, generated);
  }

  @Override
  public boolean runInto(
      EncodedRows target, Context context, Object[] arguments, GeneratedValues generated) {
    return shared.runInto(target, context, arguments, generated);
  }
}
