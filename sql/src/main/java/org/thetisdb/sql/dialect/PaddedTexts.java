package org.thetisdb.sql.dialect;

import java.util.List;
import java.util.regex.Pattern;
import org.apache.calcite.sql.SqlBasicCall;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlCharStringLiteral;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlUtil;
import org.apache.calcite.sql.SqlWithItem;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.validate.SqlQualified;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.sql.validate.SqlValidatorScope;
import org.apache.calcite.sql.validate.SqlValidatorTable;
import org.apache.calcite.util.Util;
import org.thetisdb.sql.function.TextFunctions;
import org.thetisdb.sql.type.SqlTypeName;

/** Constants beside values of CHAR(n), which are kept without blanks. Stateless. */
public final class PaddedTexts {
  /** How many queries within each other are looked through. */
  private static final int MOST_QUERIES = 10;

  /** Patterns that say nothing of what is at the end. */
  private static final Pattern END_OPEN = Pattern.compile("[^ _\\\\]*%");

  private PaddedTexts() {}

  /** CHAR(n) is kept without the blanks at its end, and compared without them. */
  static void trimBeside(SqlValidatorScope scope, SqlBasicCall call, int column) {
    SqlNode trimmed = trimmed(scope, call.operand(column), call.operand(1 - column));
    if (trimmed != null) {
      call.setOperand(1 - column, trimmed);
    }
  }

  /**
   * LIKE sees the blanks at the end of a column of CHAR(n); null where they make no difference, as
   * before a {@code %} at the end of a pattern.
   */
  static SqlNode filled(SqlValidatorScope scope, SqlBasicCall like) {
    if (!(like.operand(0) instanceof SqlIdentifier name)
        || (like.operandCount() == 2
            && like.operand(1) instanceof SqlCharStringLiteral pattern
            && END_OPEN.matcher(pattern.getValueAs(String.class)).matches())) {
      return null;
    }
    int length = lengthOf(scope, name);
    SqlParserPos place = name.getParserPosition();
    return length == 0
        ? null
        : ValueFunctions.byName("rpad", 3)
            .createCall(
                place,
                name,
                SqlLiteral.createExactNumeric(Integer.toString(length), place),
                SqlLiteral.createCharString(" ", place));
  }

  /** The length of a column of CHAR(n) of a table; 0 for all else. */
  private static int lengthOf(SqlValidatorScope scope, SqlIdentifier name) {
    SqlQualified column = scope.fullyQualify(name);
    SqlValidatorTable table = column.namespace == null ? null : column.namespace.getTable();
    DefinedTable stored = table == null ? null : table.unwrap(DefinedTable.class);
    String wanted = Util.last(column.identifier.names);
    return stored == null
        ? 0
        : stored.definition().columns().stream()
            .filter(one -> one.name().equals(wanted) && one.type().name() == SqlTypeName.CHAR)
            .mapToInt(one -> one.type().precision())
            .findFirst()
            .orElse(0);
  }

  /** The same of BETWEEN. */
  static void trimBounds(SqlValidatorScope scope, SqlBasicCall between) {
    for (int bound = 1; bound <= 2; bound++) {
      SqlNode trimmed = trimmed(scope, between.operand(0), between.operand(bound));
      if (trimmed != null) {
        between.setOperand(bound, trimmed);
      }
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

  /** A constant without the blanks at its end, beside a value of CHAR(n); null if all stays. */
  private static SqlNode trimmed(SqlValidatorScope scope, SqlNode padded, SqlNode value) {
    if (!(value instanceof SqlCharStringLiteral literal)
        || !literal.getValueAs(String.class).endsWith(" ")
        || !isPadded(scope, padded, MOST_QUERIES)) {
      return null;
    }
    String bare = TextFunctions.trimRight(literal.getValueAs(String.class), " ");
    return SqlLiteral.createCharString(bare, literal.getParserPosition());
  }

  /** Whether an expression is of CHAR(n), as far as its text and the queries below it tell. */
  private static boolean isPadded(SqlValidatorScope scope, SqlNode node, int most) {
    if (node instanceof SqlIdentifier name) {
      return isPaddedColumn(scope, name, most);
    }
    if (!(node instanceof SqlCall call)) {
      return false;
    }
    return call.getOperator().equals(ValueFunctions.PADDED)
        || ((call.getKind() == SqlKind.MIN || call.getKind() == SqlKind.MAX)
            && isPadded(scope, call.operand(0), most));
  }

  private static boolean isPaddedColumn(SqlValidatorScope scope, SqlIdentifier name, int most) {
    SqlQualified column = scope.fullyQualify(name);
    if (column.namespace == null) {
      return false;
    }
    String wanted = Util.last(column.identifier.names);
    SqlValidatorTable table = column.namespace.getTable();
    DefinedTable stored = table == null ? null : table.unwrap(DefinedTable.class);
    if (stored != null) {
      return stored.definition().columns().stream()
          .anyMatch(one -> one.name().equals(wanted) && one.type().name() == SqlTypeName.CHAR);
    }
    int place = column.namespace.getRowType().getFieldNames().indexOf(wanted);
    PaddedColumns view = table == null ? null : table.unwrap(PaddedColumns.class);
    if (view != null) {
      return view.isPadded(place);
    }
    SqlNode node = column.namespace.resolve().getNode();
    SqlNode query = node instanceof SqlWithItem item ? item.query : node;
    return most > 0 && isPadded(scope.getValidator(), query, place, most - 1);
  }

  /** Whether a column of a query that was validated is of CHAR(n). */
  public static boolean isPadded(SqlValidator validator, SqlNode query, int place) {
    return isPadded(validator, query, place, MOST_QUERIES);
  }

  private static boolean isPadded(SqlValidator validator, SqlNode query, int place, int most) {
    if (query instanceof SqlSelect select) {
      SqlNodeList items = select.getSelectList();
      return place >= 0
          && place < items.size()
          && isPadded(validator.getSelectScope(select), SqlUtil.stripAs(items.get(place)), most);
    }
    if (most > 0 && query instanceof SqlCall call) {
      return switch (call.getKind()) {
        case UNION, INTERSECT, EXCEPT ->
            call.getOperandList().stream()
                .allMatch(operand -> isPadded(validator, operand, place, most - 1));
        case ORDER_BY -> isPadded(validator, call.operand(0), place, most - 1);
        case WITH -> isPadded(validator, call.operand(1), place, most - 1);
        default -> false;
      };
    }
    return false;
  }
}
