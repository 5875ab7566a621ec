package org.thetisdb.sql.dialect.validation;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlDynamicParam;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlUtil;
import org.apache.calcite.sql.fun.SqlCase;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.calcite.sql.validate.SqlValidatorScope;
import org.thetisdb.sql.dialect.OperandType;
import org.thetisdb.sql.dialect.TypeFactory;
import org.thetisdb.sql.dialect.TypedFunction;

/**
 * Finds the types of parameters: that of the operand beside it, that which a function wants, that
 * which is expected of the whole expression; and if nothing gives it, a text, or what the client's
 * value is. For one compilation; not thread-safe.
 */
public final class ParameterInference {
  private final Validator validator;
  private final ParameterTypes types;
  private final TimeParameters times;
  private final Set<SqlNode> done = Collections.newSetFromMap(new IdentityHashMap<>());
  private final IdentityHashMap<SqlNode, Boolean> hasParameter = new IdentityHashMap<>();

  /** A finder, which gives parameters their types. */
  ParameterInference(Validator validator, ParameterTypes types) {
    this.validator = validator;
    this.types = types;
    this.times = new TimeParameters(validator, types, this);
  }

  /** The rows of a list of rows, column by column. */
  void inferRows(SqlValidatorScope scope, List<SqlNode> rows) {
    if (rows.stream().noneMatch(this::hasParameter)) {
      return;
    }
    int width = rows.stream().mapToInt(row -> ((SqlCall) row).operandCount()).min().orElse(0);
    for (int i = 0; i < width; i++) {
      int column = i;
      List<SqlNode> peers = new ArrayList<>(rows.size());
      rows.forEach(row -> peers.add(((SqlCall) row).operand(column)));
      peers(scope, peers, null);
    }
  }

  /** Types the parameters in an expression, or in a list of such. */
  void infer(SqlValidatorScope scope, SqlNode node, RelDataType wanted) {
    if (node instanceof SqlNodeList list) {
      list.stream().filter(Objects::nonNull).forEach(part -> infer(scope, part, wanted));
    } else if (node instanceof SqlDynamicParam parameter) {
      types.settle(parameter, wanted);
    } else if (node instanceof SqlCall call
        && !call.isA(SqlKind.QUERY)
        && hasParameter(call)
        && done.add(call)) {
      inferCall(scope, call, wanted);
    }
  }

  private void inferCall(SqlValidatorScope scope, SqlCall call, RelDataType wanted) {
    List<SqlNode> operands = call.getOperandList();
    switch (call.getKind()) {
      case EQUALS,
          NOT_EQUALS,
          LESS_THAN,
          LESS_THAN_OR_EQUAL,
          GREATER_THAN,
          GREATER_THAN_OR_EQUAL,
          IS_DISTINCT_FROM,
          IS_NOT_DISTINCT_FROM ->
          compared(scope, operands);
      case NULLIF -> peers(scope, operands, wanted);
      case BETWEEN -> compared(scope, operands.subList(0, 3));
      case IN, NOT_IN -> in(scope, operands.get(0), operands.get(1));
      case COALESCE, GREATEST, LEAST, GREATEST_PG, LEAST_PG -> peers(scope, operands, wanted);
      case CASE -> cases(scope, (SqlCase) call, wanted);
      case PLUS, MINUS, TIMES, DIVIDE, MOD -> arithmetic(scope, call, wanted);
      case MINUS_PREFIX, PLUS_PREFIX -> numbers(scope, operands, types.numeric(wanted));
      case LIKE, SIMILAR -> operands.forEach(operand -> one(scope, operand, types.text()));
      case AND, OR, NOT -> operands.forEach(o -> one(scope, o, types.of(SqlTypeName.BOOLEAN)));
      case AS -> one(scope, operands.get(0), wanted);
      case WINDOW -> operands.forEach(operand -> one(scope, operand, null));
      case CAST, SAFE_CAST, OVER, FILTER, WITHIN_GROUP, IS_NULL, IS_NOT_NULL -> {
        // what they are made of is typed when Calcite comes to it
      }
      default -> function(scope, call, operands);
    }
  }

  private void one(SqlValidatorScope scope, SqlNode operand, RelDataType wanted) {
    if (operand != null) {
      infer(scope, operand, wanted);
    }
  }

  private void compared(SqlValidatorScope scope, List<SqlNode> operands) {
    boolean rows = operands.stream().allMatch(operand -> operand.getKind() == SqlKind.ROW);
    if (rows) {
      inferRows(scope, operands);
    } else {
      peers(scope, operands, null);
    }
  }

  private void in(SqlValidatorScope scope, SqlNode left, SqlNode right) {
    if (right instanceof SqlNodeList list) {
      List<SqlNode> all = new ArrayList<>(list.size() + 1);
      all.add(left);
      all.addAll(list);
      compared(scope, all);
    } else if (left.getKind() == SqlKind.ROW) {
      List<SqlNode> parts = ((SqlCall) left).getOperandList();
      for (int i = 0; i < parts.size(); i++) {
        RelDataType type = typeIn(scope, parts.get(i));
        if (type != null) {
          expectOf(right, i, type);
        }
      }
    } else {
      RelDataType type = typeIn(scope, left);
      if (type != null) {
        expectOf(right, 0, type);
      }
    }
  }

  /** Parameters alone in a column of a query are of this type. */
  public void expectOf(SqlNode query, int column, RelDataType type) {
    if (query instanceof SqlSelect select) {
      SqlNodeList items = select.getSelectList();
      SqlNode item = column < items.size() ? SqlUtil.stripAs(items.get(column)) : null;
      if (item instanceof SqlDynamicParam parameter) {
        types.expect(parameter.getIndex(), type);
      }
    } else if (query instanceof SqlCall call) {
      switch (call.getKind()) {
        case UNION, INTERSECT, EXCEPT ->
            call.getOperandList().forEach(part -> expectOf(part, column, type));
        case ORDER_BY -> expectOf(call.operand(0), column, type);
        case WITH -> expectOf(call.operand(1), column, type);
        default -> {
          // rows of a list are typed by each other
        }
      }
    }
  }

  private void cases(SqlValidatorScope scope, SqlCase call, RelDataType wanted) {
    if (call.getValueOperand() == null) {
      call.getWhenOperands().forEach(when -> one(scope, when, types.of(SqlTypeName.BOOLEAN)));
    } else {
      List<SqlNode> compared = new ArrayList<>(call.getWhenOperands());
      compared.add(0, call.getValueOperand());
      peers(scope, compared, null);
    }
    List<SqlNode> results = new ArrayList<>(call.getThenOperands());
    if (call.getElseOperand() != null) {
      results.add(call.getElseOperand());
    }
    peers(scope, results, wanted);
  }

  private void arithmetic(SqlValidatorScope scope, SqlCall call, RelDataType wanted) {
    List<SqlNode> operands = call.getOperandList();
    if (operands.size() != 2) {
      operands.forEach(operand -> one(scope, operand, wanted));
      return;
    }
    RelDataType known = known(scope, operands);
    if (times.infer(scope, call, known, wanted)) {
      return;
    }
    if (known != null && TypeFactory.isJson(known)) {
      operands.forEach(operand -> one(scope, operand, null));
      return;
    }
    numbers(scope, operands, known == null ? types.numeric(wanted) : known);
  }

  private void numbers(SqlValidatorScope scope, List<SqlNode> operands, RelDataType type) {
    boolean undecided = type == null;
    RelDataType known = undecided ? types.defaultNumber() : type;
    for (SqlNode operand : operands) {
      if (operand instanceof SqlDynamicParam parameter && !types.isTyped(parameter)) {
        types.number(parameter, known, undecided);
      } else {
        one(scope, operand, known);
      }
    }
  }

  /** Operands that are all of one type. */
  private void peers(SqlValidatorScope scope, List<SqlNode> operands, RelDataType wanted) {
    RelDataType known = known(scope, operands);
    if (known == null) {
      known = wanted;
    }
    for (SqlNode operand : operands) {
      if (operand instanceof SqlDynamicParam parameter
          && !types.isTyped(parameter)
          && known != null
          && SqlTypeUtil.isIntType(known)) {
        types.number(parameter, known, false);
      } else {
        one(scope, operand, known);
      }
    }
  }

  /** The type of the first operand whose type does not hang on a parameter; else of one whose. */
  private RelDataType known(SqlValidatorScope scope, List<SqlNode> operands) {
    for (SqlNode operand : operands) {
      RelDataType type = hasParameter(operand) ? null : typeIn(scope, operand);
      if (types.isKnown(type)) {
        return type;
      }
    }
    for (SqlNode operand : operands) {
      if (operand instanceof SqlDynamicParam parameter) {
        if (types.isTyped(parameter)) {
          return validator.getValidatedNodeTypeIfKnown(parameter);
        }
        continue;
      }
      if (operand instanceof SqlCall call && hasParameter(call) && tellsType(call)) {
        infer(scope, operand, null);
        RelDataType type = typeIn(scope, operand);
        if (types.isKnown(type)) {
          return type;
        }
      }
    }
    return null;
  }

  /** Whether a call with parameters has a type of its own, whatever is expected of it. */
  private static boolean tellsType(SqlCall call) {
    return switch (call.getKind()) {
      case COALESCE, CASE, GREATEST, LEAST, PLUS, MINUS, TIMES, DIVIDE, MOD, MINUS_PREFIX ->
          call.getOperandList().stream().anyMatch(ParameterInference::isOther);
      default -> true;
    };
  }

  private static boolean isOther(SqlNode operand) {
    if (operand instanceof SqlNodeList list) {
      return list.stream().anyMatch(ParameterInference::isOther);
    }
    return operand != null
        && !(operand instanceof SqlDynamicParam)
        && !SqlUtil.isNullLiteral(operand, true)
        && !TimeParameters.isIntervalWrittenOut(operand);
  }

  /** The type of an expression; null if it hangs on a parameter that has none yet. */
  RelDataType typeIn(SqlValidatorScope scope, SqlNode node) {
    if (node == null || hasUntyped(node)) {
      return null;
    }
    return validator.deriveType(scope, node);
  }

  /** The types of operands; null for those that are not known. */
  private List<RelDataType> typesIn(SqlValidatorScope scope, List<SqlNode> operands) {
    List<RelDataType> known = new ArrayList<>();
    operands.forEach(operand -> known.add(typeIn(scope, operand)));
    return known;
  }

  private void function(SqlValidatorScope scope, SqlCall call, List<SqlNode> operands) {
    FunctionOperands wants = FunctionOperands.of(call.getOperator());
    RelDataType joined = call.getOperator().getName().equals("||") ? array(scope, operands) : null;
    for (int i = 0; i < operands.size(); i++) {
      SqlNode operand = operands.get(i);
      if (operand == null || !hasParameter(operand)) {
        continue;
      }
      SqlTypeName wanted = wants.type(i);
      RelDataType type = wanted == null ? null : types.concrete(wanted);
      if (call.getOperator() instanceof TypedFunction typed) {
        List<RelDataType> known = typesIn(scope, operands);
        type = typed.parameterType(i, validator.getTypeFactory(), known);
      }
      if (type == null && !(call.getOperator() instanceof TypedFunction) && wants.isLikeOthers(i)) {
        type = known(scope, operands);
      }
      if (joined != null) {
        type = joined.getComponentType(); // unless the value is an array
      }
      if (operand instanceof SqlDynamicParam parameter && !types.isTyped(parameter)) {
        boolean undecided =
            type == null
                || joined != null
                || wanted == SqlTypeName.DECIMAL
                || (call.getOperator() instanceof TypedFunction typed && typed.staysOpen(i));
        if (undecided) {
          types.leaveOpen(parameter);
        }
        types.set(parameter, type == null ? types.text() : type);
      } else {
        one(scope, operand, type);
      }
    }
  }

  /** The type of the first operand that is an array; null if none is known to be one. */
  private RelDataType array(SqlValidatorScope scope, List<SqlNode> operands) {
    return typesIn(scope, operands).stream()
        .filter(type -> type != null && OperandType.isArray(type))
        .findFirst()
        .orElse(null);
  }

  /** Whether there is a parameter in it, but for queries within it. */
  private boolean hasParameter(SqlNode node) {
    if (node == null || node instanceof SqlLiteral || node instanceof SqlIdentifier) {
      return false;
    }
    if (node instanceof SqlDynamicParam) {
      return true;
    }
    Boolean known = hasParameter.get(node);
    if (known == null) {
      known = node instanceof SqlNodeList list && list.stream().anyMatch(this::hasParameter);
      if (node instanceof SqlCall call && !call.isA(SqlKind.QUERY)) {
        known = call.getOperandList().stream().anyMatch(this::hasParameter) || isInQuery(call);
      }
      hasParameter.put(node, known);
    }
    return known;
  }

  /** What is looked for among the rows of a query gives the type of parameters there. */
  private static boolean isInQuery(SqlCall call) {
    return (call.getKind() == SqlKind.IN || call.getKind() == SqlKind.NOT_IN)
        && call.operand(1).isA(SqlKind.QUERY);
  }

  /** Whether there is a parameter in it that has no type yet. */
  private boolean hasUntyped(SqlNode node) {
    if (node instanceof SqlDynamicParam) {
      return !types.isTyped(node);
    }
    if (!hasParameter(node)) {
      return false;
    }
    List<SqlNode> parts =
        node instanceof SqlNodeList list ? list.getList() : ((SqlCall) node).getOperandList();
    return parts.stream().anyMatch(this::hasUntyped);
  }
}
