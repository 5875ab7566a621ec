package org.thetisdb.sql.dialect;

import java.util.List;
import org.apache.calcite.sql.SqlBasicCall;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlCharStringLiteral;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.validate.SqlQualified;
import org.apache.calcite.sql.validate.SqlValidatorScope;
import org.apache.calcite.sql.validate.SqlValidatorTable;
import org.apache.calcite.util.Util;
import org.thetisdb.sql.function.TextFunctions;

/** Constants beside columns of CHAR(n), whose values are kept without blanks. Stateless. */
final class PaddedTexts {
  private PaddedTexts() {}

  /** CHAR(n) is kept without the blanks at its end, and compared without them. */
  static void trimBeside(SqlValidatorScope scope, SqlBasicCall call, int column) {
    SqlNode trimmed = trimmed(scope, call.operand(column), call.operand(1 - column));
    if (trimmed != null) {
      call.setOperand(1 - column, trimmed);
    }
  }

  /** The same of a list, of rows, too. */
  static void trimListed(SqlValidatorScope scope, SqlNode left, SqlNodeList list) {
    for (int i = 0; i < list.size(); i++) {
      if (left.getKind() != SqlKind.ROW) {
        SqlNode trimmed = trimmed(scope, left, list.get(i));
        list.set(i, trimmed == null ? list.get(i) : trimmed);
      } else if (list.get(i) instanceof SqlBasicCall row && row.getKind() == SqlKind.ROW) {
        List<SqlNode> columns = ((SqlCall) left).getOperandList();
        for (int c = 0; c < Math.min(columns.size(), row.operandCount()); c++) {
          SqlNode trimmed = trimmed(scope, columns.get(c), row.operand(c));
          if (trimmed != null) {
            row.setOperand(c, trimmed);
          }
        }
      }
    }
  }

  /** A constant without the blanks at its end, beside a column of CHAR(n); null if all stays. */
  private static SqlNode trimmed(SqlValidatorScope scope, SqlNode column, SqlNode value) {
    if (!(value instanceof SqlCharStringLiteral literal)
        || !literal.getValueAs(String.class).endsWith(" ")
        || !(column instanceof SqlIdentifier name)
        || !isPadded(scope, name)) {
      return null;
    }
    String bare = TextFunctions.trimRight(literal.getValueAs(String.class), " ");
    return SqlLiteral.createCharString(bare, literal.getParserPosition());
  }

  private static boolean isPadded(SqlValidatorScope scope, SqlIdentifier name) {
    SqlQualified column = scope.fullyQualify(name);
    SqlValidatorTable table = column.namespace == null ? null : column.namespace.getTable();
    DefinedTable stored = table == null ? null : table.unwrap(DefinedTable.class);
    return stored != null
        && stored.definition().columns().stream()
            .anyMatch(
                one ->
                    one.name().equals(Util.last(column.identifier.names))
                        && one.type().name() == org.thetisdb.sql.type.SqlTypeName.CHAR);
  }
}
