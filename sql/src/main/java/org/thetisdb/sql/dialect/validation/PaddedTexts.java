package org.thetisdb.sql.dialect.validation;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.calcite.rel.type.RelDataType;
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
import org.apache.calcite.sql.fun.SqlCase;
import org.apache.calcite.sql.fun.SqlPosixRegexOperator;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.validate.SqlQualified;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.sql.validate.SqlValidatorScope;
import org.apache.calcite.sql.validate.SqlValidatorTable;
import org.apache.calcite.util.Util;
import org.thetisdb.sql.dialect.ValueFunctions;
import org.thetisdb.sql.function.TextFunctions;
import org.thetisdb.sql.type.SqlType;
import org.thetisdb.sql.type.SqlTypeName;

/** Constants beside values of CHAR(n), which are kept without blanks. Stateless. */
public final class PaddedTexts {
  /** How many queries within each other are looked through. */
  private static final int MOST_QUERIES = 10;

  /** Patterns that say nothing of what is at the end. */
  private static final Pattern END_OPEN = Pattern.compile("[^ _\\\\]*%");

  /** The longest type of CHAR(n) that PostgreSQL has; one of more stands for BPCHAR. */
  private static final int MOST_FILLED = 10_485_760;

  /** That of BPCHAR, whose values have no blanks at their end. */
  private static final int ANY_LENGTH = Integer.MAX_VALUE;

  /** Functions and operators that do not read CHAR(n) as a text. */
  private static final Set<String> SEEN =
      Set.of(
          "concat",
          "concat_ws",
          "format",
          "alone",
          "octet_length",
          "to_json",
          "to_jsonb",
          "jsonb_build_object",
          "jsonb_build_array",
          "json_build_object",
          "json_build_array",
          "array",
          "jsonb_agg",
          "json_agg",
          "jsonb_object_agg",
          "json_object_agg");

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
    boolean open =
        like.operandCount() == 2
            && like.operand(1) instanceof SqlCharStringLiteral pattern
            && END_OPEN.matcher(pattern.getValueAs(String.class)).matches();
    return open ? null : filled(scope, like.<SqlNode>operand(0));
  }

  /** A value of CHAR(n) with all of its blanks; null for all else. */
  private static SqlNode filled(SqlValidatorScope scope, SqlNode value) {
    int length = lengthOf(scope, value, MOST_QUERIES);
    SqlParserPos place = value.getParserPosition();
    return length == 0 || length == ANY_LENGTH
        ? null
        : ValueFunctions.byName("rpad", 3)
            .createCall(
                place,
                value,
                SqlLiteral.createExactNumeric(Integer.toString(length), place),
                SqlLiteral.createCharString(" ", place));
  }

  /** Whether a function sees the blanks at the end of its operands of CHAR(n). */
  static boolean seesBlanks(SqlCall call) {
    String name = call.getOperator().getName().toLowerCase(Locale.ROOT);
    return call.getKind() == SqlKind.SIMILAR
        || call.getOperator() instanceof SqlPosixRegexOperator
        || SEEN.contains(name.endsWith("_") ? name.substring(0, name.length() - 1) : name);
  }

  /** Gives such a function all blanks of its operands; tells whether there are any. */
  static boolean fill(SqlValidatorScope scope, SqlBasicCall call) {
    boolean any = false;
    for (int i = 0; i < call.operandCount(); i++) {
      SqlNode filled = call.operand(i) == null ? null : filled(scope, call.<SqlNode>operand(i));
      if (filled != null) {
        call.setOperand(i, filled);
        any = true;
      }
    }
    return any;
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

  /** A column of VARCHAR(n) is compared as one of CHAR(n), and one of TEXT as a text. */
  private static SqlNode trimmedColumn(
      SqlValidatorScope scope, SqlNode padded, SqlIdentifier column) {
    RelDataType type = scope.getValidator().deriveType(scope, column);
    boolean bounded =
        type.getSqlTypeName() == org.apache.calcite.sql.type.SqlTypeName.VARCHAR
            && type.getPrecision() > 0
            && type.getPrecision() < SqlType.MAX_LENGTH;
    if (!bounded
        || lengthOf(scope, padded, MOST_QUERIES) == 0
        || lengthOf(scope, column, MOST_QUERIES) != 0) {
      return null;
    }
    SqlParserPos place = column.getParserPosition();
    SqlNode trimmed =
        ValueFunctions.PADDED.createCall(place, column, SqlLiteral.createCharString(" ", place));
    scope.getValidator().deriveType(scope, trimmed);
    return trimmed;
  }

  /** A constant without the blanks at its end, beside a value of CHAR(n); null if all stays. */
  private static SqlNode trimmed(SqlValidatorScope scope, SqlNode padded, SqlNode value) {
    if (value instanceof SqlIdentifier column && !column.isStar()) {
      return trimmedColumn(scope, padded, column);
    }
    if (!(value instanceof SqlCharStringLiteral literal)
        || !literal.getValueAs(String.class).endsWith(" ")
        || lengthOf(scope, padded, MOST_QUERIES) == 0) {
      return null;
    }
    String bare = TextFunctions.trimRight(literal.getValueAs(String.class), " ");
    return SqlLiteral.createCharString(bare, literal.getParserPosition());
  }

  /**
   * The length of an expression of CHAR(n), as far as its text and the queries below it tell; 0 for
   * all else.
   */
  private static int lengthOf(SqlValidatorScope scope, SqlNode node, int most) {
    if (node instanceof SqlIdentifier name) {
      return name.isStar() ? 0 : lengthOfColumn(scope, name, most);
    }
    if (node instanceof SqlCase choice) {
      List<SqlNode> branches = new ArrayList<>(choice.getThenOperands().getList());
      branches.add(choice.getElseOperand());
      return lengthOfAll(scope, branches, most);
    }
    if (!(node instanceof SqlCall call)) {
      return 0;
    }
    if (call.getOperator().equals(ValueFunctions.PADDED)) {
      int length = scope.getValidator().deriveType(scope, call.operand(0)).getPrecision();
      return length > 0 && length <= MOST_FILLED ? length : ANY_LENGTH;
    }
    return switch (call.getKind()) {
      case MIN, MAX, FILTER, OVER, NULLIF, LAG, LEAD, FIRST_VALUE, LAST_VALUE, NTH_VALUE ->
          lengthOf(scope, call.operand(0), most);
      case COALESCE, GREATEST, LEAST, GREATEST_PG, LEAST_PG ->
          lengthOfAll(scope, call.getOperandList(), most);
      case SCALAR_QUERY ->
          most > 0 ? lengthOf(scope.getValidator(), call.operand(0), 0, most - 1) : 0;
      default -> 0;
    };
  }

  /** That of all of them but NULLs, if it is the same. */
  private static int lengthOfAll(SqlValidatorScope scope, List<SqlNode> nodes, int most) {
    int length = 0;
    for (SqlNode node : nodes) {
      if (node == null || SqlUtil.isNullLiteral(node, true)) {
        continue;
      }
      int own = lengthOf(scope, node, most);
      if (own == 0 || (length != 0 && own != length)) {
        return 0;
      }
      length = own;
    }
    return length;
  }

  private static int lengthOfColumn(SqlValidatorScope scope, SqlIdentifier name, int most) {
    SqlQualified column = scope.fullyQualify(name);
    if (column.namespace == null) {
      return 0;
    }
    String wanted = Util.last(column.identifier.names);
    SqlValidatorTable table = column.namespace.getTable();
    DefinedTable stored = table == null ? null : table.unwrap(DefinedTable.class);
    if (stored != null) {
      return stored.definition().columns().stream()
          .filter(one -> one.name().equals(wanted) && one.type().name() == SqlTypeName.CHAR)
          .mapToInt(one -> one.type().precision() > 0 ? one.type().precision() : ANY_LENGTH)
          .findFirst()
          .orElse(0);
    }
    int place = column.namespace.getRowType().getFieldNames().indexOf(wanted);
    PaddedColumns view = table == null ? null : table.unwrap(PaddedColumns.class);
    if (view != null) {
      return view.paddedLength(place);
    }
    SqlNode node = column.namespace.resolve().getNode();
    SqlNode query = node instanceof SqlWithItem item ? item.query : node;
    return most > 0 ? lengthOf(scope.getValidator(), query, place, most - 1) : 0;
  }

  /** The length of a column of a query that was validated, of CHAR(n); 0 for all else. */
  public static int lengthOf(SqlValidator validator, SqlNode query, int place) {
    return lengthOf(validator, query, place, MOST_QUERIES);
  }

  private static int lengthOf(SqlValidator validator, SqlNode query, int place, int most) {
    if (query instanceof SqlSelect select) {
      SqlNodeList items = select.getSelectList();
      return place >= 0 && place < items.size()
          ? lengthOf(validator.getSelectScope(select), SqlUtil.stripAs(items.get(place)), most)
          : 0;
    }
    if (most > 0 && query instanceof SqlCall call) {
      return switch (call.getKind()) {
        case UNION, INTERSECT, EXCEPT -> lengthOfParts(validator, call, place, most);
        case ORDER_BY, AS, LATERAL -> lengthOf(validator, call.operand(0), place, most - 1);
        case WITH -> lengthOf(validator, call.operand(1), place, most - 1);
        default -> 0;
      };
    }
    return 0;
  }

  private static int lengthOfParts(SqlValidator validator, SqlCall set, int place, int most) {
    int length = lengthOf(validator, set.operand(0), place, most - 1);
    for (SqlNode part : set.getOperandList()) {
      length = lengthOf(validator, part, place, most - 1) == length ? length : 0;
    }
    return length;
  }
}
