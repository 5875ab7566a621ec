package org.thetisdb.sql.dialect.syntax;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import org.apache.calcite.sql.SqlBasicTypeNameSpec;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlCharStringLiteral;
import org.apache.calcite.sql.SqlCollectionTypeNameSpec;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlDynamicParam;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSelectKeyword;
import org.apache.calcite.sql.SqlUserDefinedTypeNameSpec;
import org.apache.calcite.sql.fun.SqlCase;
import org.apache.calcite.sql.fun.SqlLibraryOperators;
import org.apache.calcite.sql.fun.SqlQuantifyOperator;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.sql.dialect.IntervalCalls;
import org.thetisdb.sql.dialect.TypedFunction;
import org.thetisdb.sql.dialect.TypedFunctions;
import org.thetisdb.sql.dialect.ValueFunctions;
import org.thetisdb.sql.function.ArrayFunctions.Comparison;
import org.thetisdb.sql.parse.form.Aggregates;
import org.thetisdb.sql.parse.form.IntervalLiterals;

/**
 * What statements write of JSON, arrays and intervals that Calcite's tree of syntax does not hold
 * as it is meant: operators, types, functions and aggregates. Stateless.
 */
public final class TypedSyntax {
  private static final List<String> INTERVAL_OPERANDS =
      List.of("years", "months", "weeks", "days", "hours", "mins", "secs");

  private TypedSyntax() {}

  /** What a call means here; null if it is no such call. */
  public static SqlNode inPlaceOf(SqlCall call) {
    SqlParserPos place = call.getParserPosition();
    String name = call.getOperator().getName();
    if (name.equals("||")) {
      return operator(call);
    }
    if (call.getKind() == SqlKind.CAST || name.equals("::")) {
      return cast(call);
    }
    if (call.getKind() == SqlKind.SOME || call.getKind() == SqlKind.ALL) {
      return quantified(call);
    }
    if (call.getKind() == SqlKind.UNNEST && isOfNoType(call.operand(0))) {
      call.setOperand(
          0, TypedFunctions.byName("any_array", 1).createCall(place, call.<SqlNode>operand(0)));
      return call;
    }
    SqlNode aggregate = GroupSyntax.inPlaceOf(call);
    if (aggregate != null) {
      return aggregate;
    }
    SqlNode windowed = call.getKind() == SqlKind.OVER ? WindowSyntax.inPlaceOf(call) : null;
    if (windowed != null) {
      return windowed;
    }
    if ((call.getKind() == SqlKind.FILTER || call.getKind() == SqlKind.OVER)
        && call.operand(0) instanceof SqlCall inner) {
      return OrderedTexts.isOne(inner, call)
          ? OrderedTexts.filtered(inner, call)
          : around(inner, call);
    }
    if (!(call.getOperator() instanceof SqlFunction)) {
      return null;
    }
    String lower = name.toLowerCase(Locale.ROOT);
    switch (lower) {
      case "array_agg", "jsonb_agg", "json_agg" -> {
        return call.operandCount() == 0 ? null : aggregate(call, lower);
      }
      case "jsonb_object_agg", "json_object_agg" -> {
        return call.operandCount() != 2
            ? null
            : TypedFunctions.JSON_OF_MEMBERS.createCall(
                place,
                collected(call, document(call, 0), null),
                collected(call, document(call, 1), null));
      }
      case "string_agg" -> {
        return withSeparator(call);
      }
      case "jsonb_set" -> {
        if (call.operandCount() == 3) {
          List<SqlNode> operands = new ArrayList<>(call.getOperandList());
          operands.add(SqlLiteral.createBoolean(true, place));
          return TypedFunctions.byName(lower, 4).createCall(place, operands);
        }
      }
      case "make_interval" -> {
        return interval(call);
      }
      case "age" -> {
        return age(call);
      }
      default -> {
        // others stand in the table of functions
      }
    }
    TypedFunction function = TypedFunctions.byName(lower, call.operandCount());
    return function == null || call.getFunctionQuantifier() != null
        ? null
        : function.createCall(place, call.getOperandList());
  }

  /** {@code a || "->"() || b}, as {@code ->} was written for Calcite's grammar. */
  private static SqlNode operator(SqlCall call) {
    SqlNode left = call.operand(0);
    if (!left.getKind().equals(call.getKind())
        || !(left instanceof SqlCall inner)
        || !inner.getOperator().getName().equals("||")
        || !(inner.operand(1) instanceof SqlCall mark)
        || mark.operandCount() != 0) {
      return null;
    }
    TypedFunction function = TypedFunctions.byName(mark.getOperator().getName(), 2);
    return function == null
        ? null
        : function.createCall(call.getParserPosition(), inner.operand(0), call.<SqlNode>operand(1));
  }

  /** A cast to our type, which is none of Calcite's. */
  private static SqlNode cast(SqlCall call) {
    if (call.operand(1) instanceof SqlDataTypeSpec padded
        && padded.getTypeNameSpec() instanceof SqlBasicTypeNameSpec basic
        && basic.getTypeName().getSimple().equalsIgnoreCase("CHAR")) {
      return withoutBlanks(call, Math.max(1, basic.getPrecision()));
    }
    if (call.operand(1) instanceof SqlDataTypeSpec array
        && array.getTypeNameSpec() instanceof SqlCollectionTypeNameSpec collection
        && collection.getElementTypeName() instanceof SqlUserDefinedTypeNameSpec element
        && element.getTypeName().getSimple().equals(IntervalLiterals.TYPE)) {
      return IntervalCalls.TO_INTERVALS.createCall(
          call.getParserPosition(), call.<SqlNode>operand(0));
    }
    if (!(call.operand(1) instanceof SqlDataTypeSpec spec)
        || !(spec.getTypeNameSpec() instanceof SqlUserDefinedTypeNameSpec named)
        || !named.getTypeName().isSimple()) {
      return null;
    }
    SqlParserPos place = call.getParserPosition();
    String type = named.getTypeName().getSimple();
    if (type.equals("jsonb")) {
      return TypedFunctions.TO_JSON.createCall(place, call.<SqlNode>operand(0));
    }
    if (!type.startsWith(IntervalLiterals.TYPE)) {
      return null;
    }
    SqlNode interval = IntervalCalls.TO_INTERVAL.createCall(place, call.<SqlNode>operand(0));
    String last = type.substring(IntervalLiterals.TYPE.length()).strip();
    return last.isEmpty()
        ? interval
        : IntervalCalls.DATE_TRUNC.createCall(
            place, SqlLiteral.createCharString(last, place), interval);
  }

  /** MAKE_INTERVAL, whose operands are 0 where they are not given, and may be named. */
  private static SqlNode interval(SqlCall call) {
    SqlParserPos place = call.getParserPosition();
    List<SqlNode> operands =
        new ArrayList<>(
            Collections.nCopies(
                INTERVAL_OPERANDS.size(), SqlLiteral.createExactNumeric("0", place)));
    for (int i = 0; i < call.operandCount(); i++) {
      SqlNode operand = call.operand(i);
      int at = i;
      if (operand instanceof SqlCall named && named.getKind() == SqlKind.ARGUMENT_ASSIGNMENT) {
        at = INTERVAL_OPERANDS.indexOf(((SqlIdentifier) named.operand(1)).getSimple());
        operand = named.operand(0);
      }
      if (at < 0 || at >= operands.size()) {
        return null;
      }
      operands.set(at, operand);
    }
    return IntervalCalls.MAKE.createCall(place, operands);
  }

  /** AGE of two timestamps, or of the beginning of today and one. */
  private static SqlNode age(SqlCall call) {
    SqlParserPos place = call.getParserPosition();
    if (call.operandCount() < 1 || call.operandCount() > 2) {
      return null;
    }
    List<SqlNode> operands = new ArrayList<>(call.getOperandList());
    if (operands.size() == 1) {
      operands.add(0, SqlStdOperatorTable.CURRENT_DATE.createCall(place));
    }
    return IntervalCalls.AGE.createCall(place, operands);
  }

  /** CHAR(n) is kept without the blanks at its end. */
  private static SqlNode withoutBlanks(SqlCall cast, int length) {
    SqlParserPos place = cast.getParserPosition();
    SqlDataTypeSpec text =
        new SqlDataTypeSpec(
            new SqlBasicTypeNameSpec(SqlTypeName.VARCHAR, length, "UTF-8", place), place);
    SqlNode value = SqlStdOperatorTable.CAST.createCall(place, cast.operand(0), text);
    SqlNode blank = SqlLiteral.createCharString(" ", place);
    return ValueFunctions.PADDED.createCall(place, value, blank);
  }

  /** {@code value = ANY (array)}. */
  private static SqlNode quantified(SqlCall call) {
    if (!(call.operand(1) instanceof SqlNodeList list)
        || list.size() != 1
        || !(call.getOperator() instanceof SqlQuantifyOperator operator)) {
      return null;
    }
    Comparison comparison =
        switch (operator.comparisonKind) {
          case EQUALS -> Comparison.EQUAL;
          case NOT_EQUALS -> Comparison.NOT_EQUAL;
          case LESS_THAN -> Comparison.LESS;
          case LESS_THAN_OR_EQUAL -> Comparison.LESS_OR_EQUAL;
          case GREATER_THAN -> Comparison.GREATER;
          case GREATER_THAN_OR_EQUAL -> Comparison.GREATER_OR_EQUAL;
          default -> null;
        };
    if (comparison == null) {
      return null;
    }
    SqlParserPos place = call.getParserPosition();
    TypedFunction function =
        call.getKind() == SqlKind.SOME ? TypedFunctions.ANY : TypedFunctions.ALL;
    return function.createCall(
        place,
        call.operand(0),
        list.get(0),
        SqlLiteral.createCharString(comparison.symbol(), place));
  }

  /** The values of a group in an array, with those that are NULL; NULL for none. */
  static SqlNode collected(SqlCall aggregate, SqlNode element, SqlNodeList order) {
    SqlParserPos place = aggregate.getParserPosition();
    List<SqlNode> operands = new ArrayList<>();
    operands.add(TypedFunctions.ALONE.createCall(place, element));
    if (order != null) {
      operands.add(order);
    }
    SqlNode arrays =
        SqlLibraryOperators.ARRAY_AGG.createCall(
            aggregate.getFunctionQuantifier(), place, operands);
    return TypedFunctions.ELEMENTS.createCall(place, arrays);
  }

  private static SqlNode document(SqlCall call, int operand) {
    return TypedFunctions.byName("to_jsonb", 1)
        .createCall(call.getParserPosition(), call.<SqlNode>operand(operand));
  }

  public static SqlNodeList order(SqlCall aggregate) {
    int last = aggregate.operandCount() - 1;
    return aggregate.operand(last) instanceof SqlNodeList list ? list : null;
  }

  /** {@code array_agg(x)} and {@code jsonb_agg(x)}, with or without ORDER BY. */
  private static SqlNode aggregate(SqlCall call, String name) {
    boolean array = name.equals("array_agg");
    if (array
        && call.operand(0) instanceof SqlCall element
        && Aggregates.TO_ELEMENT.containsValue(
            element.getOperator().getName().toLowerCase(Locale.ROOT))) {
      return documentOf(call, element);
    }
    return array ? ordered(call, call.operand(0), call.operand(0)) : documentOf(call, call);
  }

  /**
   * The values of a group as one document. Distinct ones become JSON when they are in order: it has
   * another order, in which a null is the first.
   *
   * @param element the call whose operand is the value
   */
  private static SqlNode documentOf(SqlCall call, SqlCall element) {
    SqlParserPos place = call.getParserPosition();
    SqlNode value = element.operand(0);
    SqlNodeList order = order(call);
    boolean byItself = order == null || GroupSyntax.isOrderOf(order, value);
    return isDistinct(call) && byItself
        ? TypedFunctions.JSON_OF_VALUES.createCall(place, ordered(call, value, value))
        : TypedFunctions.JSON_OF_ELEMENTS.createCall(
            place, ordered(call, document(element, 0), value));
  }

  /**
   * A separator that is NULL is none, and its text is there all the same. Distinct texts come in
   * their own order.
   */
  private static SqlNode withSeparator(SqlCall call) {
    if (call.operandCount() > 1 && !(call.operand(1) instanceof SqlCharStringLiteral)) {
      SqlParserPos place = call.getParserPosition();
      SqlNode none = SqlLiteral.createCharString("", place);
      call.setOperand(
          1, SqlStdOperatorTable.COALESCE.createCall(place, call.<SqlNode>operand(1), none));
    }
    OrderedTexts.allowNothing(call);
    if (isDistinct(call) && call.operandCount() == 2) {
      List<SqlNode> operands = new ArrayList<>(call.getOperandList());
      SqlNode text = operands.get(0);
      operands.add(SqlNodeList.of(text.clone(text.getParserPosition())));
      return call.getOperator()
          .createCall(call.getFunctionQuantifier(), call.getParserPosition(), operands);
    }
    return null;
  }

  /** Distinct values are put in their own order once they are gathered. */
  private static SqlNode ordered(SqlCall call, SqlNode element, SqlNode written) {
    SqlNodeList order = order(call);
    if (isDistinct(call) && order == null) {
      return GroupSyntax.sorted(collected(call, element, null), written);
    }
    return isDistinct(call) && GroupSyntax.isOrderOf(order, written)
        ? GroupSyntax.sorted(collected(call, element, null), order.get(0))
        : collected(call, element, order);
  }

  static boolean isDistinct(SqlCall aggregate) {
    SqlLiteral quantifier = aggregate.getFunctionQuantifier();
    return quantifier != null && quantifier.getValue() == SqlSelectKeyword.DISTINCT;
  }

  /**
   * {@code array_agg(DISTINCT x) FILTER (WHERE c)}, where Calcite would gather a NULL for others.
   */
  private static SqlNode filtered(SqlCall aggregate, SqlCall clause) {
    SqlParserPos place = clause.getParserPosition();
    List<SqlNode> operands = new ArrayList<>(aggregate.getOperandList());
    SqlNode element =
        new SqlCase(
            place,
            null,
            SqlNodeList.of(clause.operand(1)),
            SqlNodeList.of(operands.get(0)),
            SqlLiteral.createNull(place));
    operands.set(0, element);
    return aggregate
        .getOperator()
        .createCall(aggregate.getFunctionQuantifier(), aggregate.getParserPosition(), operands);
  }

  /** FILTER and OVER belong to the aggregates within what such a call stands for. */
  private static SqlNode around(SqlCall within, SqlCall clause) {
    if (!(within.getOperator() instanceof TypedFunction function)
        || !(TypedFunctions.isOfAggregate(function) || GroupSyntax.isOne(function))) {
      return null;
    }
    SqlParserPos place = clause.getParserPosition();
    List<SqlNode> operands = new ArrayList<>();
    for (SqlNode aggregate : within.getOperandList()) {
      if (GroupSyntax.isOne(function) && !isAggregate(aggregate)) {
        operands.add(aggregate);
        continue;
      }
      if (clause.getKind() == SqlKind.OVER && isDistinct((SqlCall) aggregate)) {
        throw new ThetisException(ErrorCode.NOT_SUPPORTED, "DISTINCT in a window function");
      }
      SqlNode inner =
          clause.getKind() == SqlKind.FILTER
                  && function.equals(TypedFunctions.ELEMENTS)
                  && isDistinct((SqlCall) aggregate)
              ? filtered((SqlCall) aggregate, clause)
              : around((SqlCall) aggregate, clause);
      operands.add(
          inner != null
              ? inner
              : clause.getOperator().createCall(place, aggregate, clause.<SqlNode>operand(1)));
    }
    return function.createCall(within.getParserPosition(), operands);
  }

  private static boolean isAggregate(SqlNode operand) {
    return operand instanceof SqlCall call
        && (call.getOperator().isAggregator()
            || (call.getOperator() instanceof TypedFunction function
                && TypedFunctions.isOfAggregate(function)));
  }

  private static boolean isOfNoType(SqlNode node) {
    return node instanceof SqlDynamicParam || node instanceof SqlCharStringLiteral;
  }
}
