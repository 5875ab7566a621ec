package org.thetisdb.sql.dialect.syntax;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.apache.calcite.sql.SqlBasicTypeNameSpec;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlSelectKeyword;
import org.apache.calcite.sql.SqlWindow;
import org.apache.calcite.sql.fun.SqlCase;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.sql.dialect.TypedFunction;
import org.thetisdb.sql.dialect.TypedFunctions;

/**
 * Window functions that Calcite's generated code does not have, or looks beyond the frame with, by
 * those that it has. Stateless.
 */
final class WindowSyntax {
  /** Aggregates that take no notice of NULL, so that a row can be left out by it. */
  private static final Set<String> WITHOUT_NULLS =
      Set.of(
          "count",
          "sum",
          "avg",
          "min",
          "max",
          "bool_and",
          "bool_or",
          "every",
          "bit_and",
          "bit_or",
          "bit_xor",
          "stddev",
          "stddev_pop",
          "stddev_samp",
          "variance",
          "var_pop",
          "var_samp");

  /** Functions of the row at one place of the frame. */
  private static final Set<String> OF_PLACE = Set.of("FIRST_VALUE", "LAST_VALUE", "NTH_VALUE");

  private WindowSyntax() {}

  /** What a call with OVER means here; null if it means what is written. */
  static SqlNode inPlaceOf(SqlCall over) {
    if (!(over.operand(0) instanceof SqlCall function)) {
      return null;
    }
    SqlNode window = over.operand(1);
    if (function.getKind() == SqlKind.FILTER) {
      return filtered(over, function);
    }
    String name = function.getOperator().getName().toUpperCase(Locale.ROOT);
    if (isDistinct(function)) {
      throw new ThetisException(
          ErrorCode.NOT_SUPPORTED, "DISTINCT in an aggregate with OVER (take distinct rows first)");
    }
    if (excludes(window) && OF_PLACE.contains(name)) {
      return ofPlace(over, function, name);
    }
    if (excludes(window)
        && WITHOUT_NULLS.contains(name.toLowerCase(Locale.ROOT))
        && function.operandCount() == 1
        && !name.equals("COUNT")) {
      // the frame may have no row left, and Calcite takes the value to be there if its operand is
      function.setOperand(0, OrderedTexts.orNothing(function.operand(0)));
    }
    SqlNode number = NumberOfRow.inPlaceOf(over, function, name);
    if (number != null) {
      return number;
    }
    return switch (name) {
      case "NTH_VALUE" -> function.operandCount() == 2 ? nthValue(over, function, window) : null;
      case "PERCENT_RANK" -> function.operandCount() == 0 ? percentRank(over, window) : null;
      case "CUME_DIST" -> function.operandCount() == 0 ? cumeDist(over, window) : null;
      default -> null;
    };
  }

  private static boolean isDistinct(SqlCall function) {
    SqlLiteral quantifier = function.getFunctionQuantifier();
    if (quantifier != null && quantifier.getValue() == SqlSelectKeyword.DISTINCT) {
      return true;
    }
    return function.getOperator() instanceof TypedFunction typed
        && TypedFunctions.isOfAggregate(typed)
        && function.getOperandList().stream()
            .anyMatch(operand -> operand instanceof SqlCall inner && isDistinct(inner));
  }

  private static boolean excludes(SqlNode window) {
    return window instanceof SqlWindow given && !SqlWindow.isExcludeNoOthers(given.getExclude());
  }

  /** Calcite takes the bounds of the frame for its rows, which EXCLUDE makes wrong. */
  private static SqlNode ofPlace(SqlCall over, SqlCall function, String name) {
    SqlParserPos place = over.getParserPosition();
    SqlNode number =
        switch (name) {
          case "NTH_VALUE" -> function.operand(1);
          case "LAST_VALUE" ->
              SqlStdOperatorTable.CARDINALITY.createCall(place, frame(over, function));
          default -> SqlLiteral.createExactNumeric("1", place);
        };
    return SqlStdOperatorTable.ITEM.createCall(place, frame(over, function), number);
  }

  /** The values of all rows of the frame. */
  private static SqlNode frame(SqlCall over, SqlCall function) {
    SqlNode values = TypedSyntax.collected(function, function.operand(0), null);
    SqlNode window = copy(over.operand(1));
    return TypedSyntax.inPlaceOf((SqlCall) over(values, window, over.getParserPosition()));
  }

  /** The row with a number is only there once the frame has as many rows. */
  private static SqlNode nthValue(SqlCall over, SqlCall function, SqlNode window) {
    SqlParserPos place = over.getParserPosition();
    SqlNode enough =
        SqlStdOperatorTable.GREATER_THAN_OR_EQUAL.createCall(
            place, count(copy(window), place), function.<SqlNode>operand(1));
    return choice(place, enough, over, SqlLiteral.createNull(place));
  }

  private static SqlNode percentRank(SqlCall over, SqlNode window) {
    SqlParserPos place = over.getParserPosition();
    SqlNode one = SqlLiteral.createExactNumeric("1", place);
    SqlNode rank = over(SqlStdOperatorTable.RANK.createCall(place), copy(window), place);
    SqlNode before = floating(minus(rank, one, place));
    SqlNode others = minus(count(whole(window, place), place), one, place);
    SqlNode several =
        SqlStdOperatorTable.GREATER_THAN.createCall(place, count(whole(window, place), place), one);
    SqlNode part = SqlStdOperatorTable.DIVIDE.createCall(place, before, others);
    return choice(place, several, part, SqlLiteral.createApproxNumeric("0E0", place));
  }

  private static SqlNode cumeDist(SqlCall over, SqlNode window) {
    SqlParserPos place = over.getParserPosition();
    SqlNode upTo = floating(count(copy(window), place));
    return SqlStdOperatorTable.DIVIDE.createCall(place, upTo, count(whole(window, place), place));
  }

  private static SqlNode minus(SqlNode one, SqlNode other, SqlParserPos place) {
    return SqlStdOperatorTable.MINUS.createCall(place, one, other);
  }

  private static SqlNode over(SqlNode function, SqlNode window, SqlParserPos place) {
    return SqlStdOperatorTable.OVER.createCall(place, function, window);
  }

  private static SqlNode count(SqlNode window, SqlParserPos place) {
    return over(
        SqlStdOperatorTable.COUNT.createCall(place, SqlIdentifier.star(place)), window, place);
  }

  private static SqlNode choice(SqlParserPos place, SqlNode when, SqlNode then, SqlNode otherwise) {
    return new SqlCase(place, null, SqlNodeList.of(when), SqlNodeList.of(then), otherwise);
  }

  private static SqlNode floating(SqlNode value) {
    SqlParserPos place = value.getParserPosition();
    SqlDataTypeSpec type =
        new SqlDataTypeSpec(new SqlBasicTypeNameSpec(SqlTypeName.DOUBLE, place), place);
    return SqlStdOperatorTable.CAST.createCall(place, value, type);
  }

  /** Each call has a window of its own, for the validator notes in it whose it is. */
  private static SqlNode copy(SqlNode window) {
    return window.clone(window.getParserPosition());
  }

  /** The same window with all rows of the partition. */
  private static SqlNode whole(SqlNode window, SqlParserPos place) {
    SqlNode lower = SqlWindow.createUnboundedPreceding(place);
    SqlNode upper = SqlWindow.createUnboundedFollowing(place);
    SqlLiteral rows = SqlLiteral.createBoolean(true, place);
    if (!(window instanceof SqlWindow given) || given.getRefName() != null) {
      throw new ThetisException(
          ErrorCode.NOT_SUPPORTED,
          "PERCENT_RANK and CUME_DIST over a window that WINDOW names; OVER (ORDER BY …)");
    }
    return SqlWindow.create(
        null,
        null,
        given.getPartitionList(),
        given.getOrderList(),
        rows,
        lower,
        upper,
        null,
        SqlWindow.createExcludeNoOthers(place),
        place);
  }

  /** {@code sum(x) FILTER (WHERE c) OVER w} is the sum of what is NULL but for such rows. */
  private static SqlNode filtered(SqlCall over, SqlCall filter) {
    SqlParserPos place = filter.getParserPosition();
    SqlCall aggregate = filter.operand(0);
    SqlNode condition = filter.operand(1);
    String name = aggregate.getOperator().getName().toLowerCase(Locale.ROOT);
    if (!WITHOUT_NULLS.contains(name) || aggregate.operandCount() != 1) {
      throw new ThetisException(
          ErrorCode.NOT_SUPPORTED, name.toUpperCase(Locale.ROOT) + " with FILTER and OVER");
    }
    SqlNode value = aggregate.operand(0);
    boolean star = value instanceof SqlIdentifier id && id.isStar();
    SqlNode counted = star ? SqlLiteral.createExactNumeric("1", place) : value;
    List<SqlNode> operands = new ArrayList<>();
    operands.add(choice(place, condition, counted, SqlLiteral.createNull(place)));
    SqlOperator operator = aggregate.getOperator();
    SqlNode plain =
        operator.createCall(
            aggregate.getFunctionQuantifier(), aggregate.getParserPosition(), operands);
    return over(plain, over.operand(1), over.getParserPosition());
  }
}
