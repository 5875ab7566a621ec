package org.thetisdb.sql.rewrite;

import java.util.List;
import org.apache.calcite.sql.SqlBasicTypeNameSpec;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlCharStringLiteral;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlJoin;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNumericLiteral;
import org.apache.calcite.sql.SqlUnknownLiteral;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;

/**
 * VALUES behind FROM or in WITH whose rows have a text in a column where others have a constant or
 * a cast of another type: as in PostgreSQL the text is read as one of these. Stateless.
 */
final class MixedValues {
  private MixedValues() {}

  /** Gives texts the type of what stands in their column. */
  static void inFrom(SqlNode from) {
    if (from instanceof SqlJoin join) {
      inFrom(join.getLeft());
      inFrom(join.getRight());
    } else if (from instanceof SqlCall call && from.getKind() == SqlKind.AS) {
      inFrom(call.operand(0));
    } else {
      inQuery(from);
    }
  }

  /** The same of a query, if it is a list of rows. */
  static void inQuery(SqlNode query) {
    if (query instanceof SqlCall values && query.getKind() == SqlKind.VALUES) {
      List<SqlNode> rows = values.getOperandList();
      int width = ((SqlCall) rows.get(0)).operandCount();
      for (int i = 0; rows.size() > 1 && i < width; i++) {
        column(rows, i);
      }
    }
  }

  private static void column(List<SqlNode> rows, int place) {
    SqlDataTypeSpec type = null;
    boolean texts = false;
    for (SqlNode row : rows) {
      SqlNode value = ((SqlCall) row).operandCount() > place ? value(row, place) : null;
      texts |= value instanceof SqlCharStringLiteral;
      type = type == null ? typeOf(value) : type;
    }
    if (!texts || type == null) {
      return;
    }
    for (SqlNode row : rows) {
      if (((SqlCall) row).operandCount() > place
          && value(row, place) instanceof SqlCharStringLiteral text) {
        ((SqlCall) row).setOperand(place, cast(text, type));
      }
    }
  }

  private static SqlNode value(SqlNode row, int place) {
    return ((SqlCall) row).operand(place);
  }

  /** The type of a cast or of a constant that is no text; null for all else. */
  private static SqlDataTypeSpec typeOf(SqlNode value) {
    if (value instanceof SqlCall cast
        && cast.getKind() == SqlKind.CAST
        && cast.operand(1) instanceof SqlDataTypeSpec spec) {
      return spec;
    }
    SqlTypeName name = nameOf(value);
    return name == null
        ? null
        : new SqlDataTypeSpec(
            new SqlBasicTypeNameSpec(name, value.getParserPosition()), value.getParserPosition());
  }

  private static SqlTypeName nameOf(SqlNode value) {
    if (value instanceof SqlNumericLiteral number) {
      return number.isInteger() ? SqlTypeName.INTEGER : SqlTypeName.DECIMAL;
    }
    if (value instanceof SqlUnknownLiteral time) {
      return SqlTypeName.get(time.tag);
    }
    if (!(value instanceof SqlLiteral literal)) {
      return null;
    }
    return switch (literal.getTypeName()) {
      case BOOLEAN, DATE, TIME, TIMESTAMP -> literal.getTypeName();
      default -> null;
    };
  }

  private static SqlNode cast(SqlCharStringLiteral text, SqlDataTypeSpec type) {
    SqlParserPos place = text.getParserPosition();
    String written = text.getValueAs(String.class).strip();
    if (type.getTypeName().getSimple().equals(SqlTypeName.DECIMAL.getName())
        && written.matches("[0-9]{1,19}(\\.[0-9]{1,18})?")) {
      return SqlLiteral.createExactNumeric(written, place); // with its own digits
    }
    return SqlStdOperatorTable.CAST.createCall(place, text, type);
  }
}
