package org.thetisdb.sql.dialect.validation;

import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlCharStringLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlUtil;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.sql.validate.SqlValidatorScope;
import org.thetisdb.sql.dialect.Conversion;

/**
 * Constant texts in a column of VALUES that has documents, arrays, intervals or times in other
 * rows: they are read as such. Stateless.
 */
final class TextsOfRows {
  private TextsOfRows() {}

  /** Reads the texts of all columns. */
  static void read(SqlValidator validator, SqlValidatorScope scope, List<SqlNode> rows) {
    int width = rows.stream().mapToInt(row -> ((SqlCall) row).operandCount()).min().orElse(0);
    for (int i = 0; i < width; i++) {
      RelDataType type = typeBesideTexts(validator, scope, rows, i);
      for (int r = 0; type != null && r < rows.size(); r++) {
        SqlCall row = (SqlCall) rows.get(r);
        if (row.operand(i) instanceof SqlCharStringLiteral text) {
          row.setOperand(i, read(text, type));
        }
      }
    }
  }

  private static SqlNode read(SqlNode text, RelDataType type) {
    SqlParserPos place = text.getParserPosition();
    return Conversion.isOwn(type)
        ? Conversion.to(type).createCall(place, text)
        : SqlStdOperatorTable.CAST.createCall(place, text, SqlTypeUtil.convertTypeToSpec(type));
  }

  /** The type of ours in a column that has texts, too; else null. */
  private static RelDataType typeBesideTexts(
      SqlValidator validator, SqlValidatorScope scope, List<SqlNode> rows, int column) {
    boolean texts = false;
    SqlNode other = null;
    for (SqlNode row : rows) {
      SqlNode value = ((SqlCall) row).operand(column);
      texts |= value instanceof SqlCharStringLiteral;
      boolean typed = value instanceof SqlCall && !SqlUtil.isNullLiteral(value, true);
      other = other == null && typed ? value : other;
    }
    if (!texts || other == null) {
      return null;
    }
    RelDataType type = validator.deriveType(scope, other);
    return Conversion.isOwn(type) || SqlTypeUtil.isDatetime(type) ? type : null;
  }
}
