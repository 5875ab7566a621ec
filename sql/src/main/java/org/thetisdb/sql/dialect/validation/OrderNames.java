package org.thetisdb.sql.dialect.validation;

import org.apache.calcite.runtime.CalciteContextException;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.util.SqlShuttle;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.sql.validate.SqlValidatorScope;

/**
 * Names in ORDER BY. One that stands by itself is first looked for in the list of columns; one
 * within an expression is a column of the tables, and only where there is none of that name it is
 * looked for in the list. Stateless.
 */
final class OrderNames {
  private OrderNames() {}

  /** The same order, in which names of columns of tables say so. */
  static SqlNode qualified(SqlValidator validator, SqlSelect select, SqlNode order) {
    SqlNode bare = order;
    while (bare.getKind() == SqlKind.DESCENDING
        || bare.getKind() == SqlKind.NULLS_FIRST
        || bare.getKind() == SqlKind.NULLS_LAST) {
      bare = ((SqlCall) bare).operand(0);
    }
    boolean alone = bare instanceof SqlIdentifier || bare instanceof SqlLiteral;
    return alone ? order : order.accept(new Qualified(validator.getSelectScope(select)));
  }

  private static final class Qualified extends SqlShuttle {
    private final SqlValidatorScope columns;

    Qualified(SqlValidatorScope columns) {
      this.columns = columns;
    }

    @Override
    public SqlNode visit(SqlCall call) {
      return call.isA(SqlKind.QUERY) ? call : super.visit(call);
    }

    @Override
    public SqlNode visit(SqlIdentifier name) {
      if (!name.isSimple() || name.isStar()) {
        return name;
      }
      try {
        return columns.fullyQualify(name).identifier;
      } catch (CalciteContextException e) {
        return name; // one of the list, or what is wrong with it is told later
      }
    }
  }
}
