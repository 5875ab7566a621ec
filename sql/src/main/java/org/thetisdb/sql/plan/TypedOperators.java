package org.thetisdb.sql.plan;

import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.SqlBasicCall;
import org.apache.calcite.sql.SqlBasicTypeNameSpec;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlDynamicParam;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.fun.SqlCase;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.calcite.sql.validate.SqlValidatorScope;

/**
 * Operators that mean something else beside JSON and arrays: which one is meant is known only when
 * the types of the operands are. For one compilation; not thread-safe.
 */
final class TypedOperators {
  private final Validator validator;

  TypedOperators(Validator validator) {
    this.validator = validator;
  }

  /** Puts what is meant in place of an operator whose type was not asked for before. */
  void resolve(SqlValidatorScope scope, SqlNode node) {
    if (node instanceof SqlCase choice) {
      chosen(scope, choice);
      return;
    }
    if (!(node instanceof SqlBasicCall call) || call.operandCount() != 2) {
      return;
    }
    switch (call.getKind()) {
      case CAST -> cast(scope, call);
      case EQUALS, NOT_EQUALS, IS_DISTINCT_FROM, IS_NOT_DISTINCT_FROM -> compared(scope, call);
      case LESS_THAN, LESS_THAN_OR_EQUAL, GREATER_THAN, GREATER_THAN_OR_EQUAL ->
          ordered(scope, call);
      case MINUS -> {
        if (isKnown(call) && TypeFactory.isJson(type(scope, call, 0))) {
          call.setOperator(TypedFunctions.JSON_WITHOUT);
        }
      }
      default -> {
        if (call.getOperator().getName().equals("||") && isKnown(call)) {
          joined(scope, call);
        }
      }
    }
  }

  /** Whether parameters among the operands have their types. */
  private boolean isKnown(SqlCall call) {
    return call.getOperandList().stream()
        .allMatch(
            operand ->
                !(operand instanceof SqlDynamicParam) || validator.parameters().isTyped(operand));
  }

  private RelDataType type(SqlValidatorScope scope, SqlCall call, int operand) {
    return validator.deriveType(scope, call.operand(operand));
  }

  private void cast(SqlValidatorScope scope, SqlBasicCall call) {
    if (!(call.operand(1) instanceof SqlDataTypeSpec spec)) {
      return;
    }
    RelDataType to = spec.deriveType(validator);
    if (call.operand(0) instanceof SqlDynamicParam parameter) {
      if (Conversion.isOwn(to)) {
        validator.parameters().settle(parameter, to);
      }
      return;
    }
    RelDataType from = type(scope, call, 0);
    if (isDecimalOfAnyScale(spec)) {
      toDecimal(scope, call, from);
      return;
    }
    if ((Conversion.isOwn(from) || Conversion.isOwn(to)) && Conversion.isNeeded(from, to)) {
      convert(scope, call, 0, to);
    }
  }

  private static boolean isDecimalOfAnyScale(SqlDataTypeSpec spec) {
    return spec.getTypeNameSpec() instanceof SqlBasicTypeNameSpec name
        && name.getTypeName().getSimple().equalsIgnoreCase("DECIMAL")
        && name.getPrecision() < 0;
  }

  /** Calcite's DECIMAL without digits would cut off what stands behind the point. */
  private void toDecimal(SqlValidatorScope scope, SqlBasicCall call, RelDataType from) {
    RelDataType to = SqlTypes.unbounded(validator.getTypeFactory());
    if (SqlTypeUtil.isExactNumeric(from)) {
      to =
          validator
              .getTypeFactory()
              .createSqlType(
                  SqlTypeName.DECIMAL, ThetisTypeSystem.MAX_DECIMAL_DIGITS, from.getScale());
    } else if (SqlTypeUtil.isCharacter(from) || SqlTypeUtil.isApproximateNumeric(from)) {
      convert(scope, call, 0, to);
    }
    call.setOperand(
        1,
        new SqlDataTypeSpec(
            new SqlBasicTypeNameSpec(
                SqlTypeName.DECIMAL, to.getPrecision(), to.getScale(), call.getParserPosition()),
            call.getParserPosition()));
  }

  private void convert(SqlValidatorScope scope, SqlCall call, int operand, RelDataType to) {
    SqlNode from = call.operand(operand);
    SqlNode converted = Conversion.to(to).createCall(from.getParserPosition(), from);
    call.setOperand(operand, converted);
    validator.deriveType(scope, converted);
  }

  /** Whether one is a document or an array; then a text beside it is one, too. */
  private boolean compared(SqlValidatorScope scope, SqlBasicCall call) {
    if (!isKnown(call)) {
      return false;
    }
    RelDataType first = type(scope, call, 0);
    RelDataType second = type(scope, call, 1);
    boolean own = Conversion.isOwn(first) || Conversion.isOwn(second);
    if (own && SqlTypeUtil.isCharacter(second)) {
      convert(scope, call, 1, first);
    } else if (own && SqlTypeUtil.isCharacter(first)) {
      convert(scope, call, 0, second);
    }
    return own;
  }

  /** Texts beside documents or arrays are read as such. */
  private void chosen(SqlValidatorScope scope, SqlCase choice) {
    List<SqlNode> results = new ArrayList<>(choice.getThenOperands().getList());
    results.add(choice.getElseOperand());
    RelDataType own = null;
    for (SqlNode result : results) {
      if (result == null
          || (result instanceof SqlDynamicParam && !validator.parameters().isTyped(result))) {
        return;
      }
      RelDataType type = validator.deriveType(scope, result);
      own = own == null && Conversion.isOwn(type) ? type : own;
    }
    if (own == null) {
      return;
    }
    for (int i = 0; i < results.size(); i++) {
      SqlNode result = results.get(i);
      if (SqlTypeUtil.isCharacter(validator.deriveType(scope, result))) {
        SqlNode read = Conversion.to(own).createCall(result.getParserPosition(), result);
        validator.deriveType(scope, read);
        if (i < choice.getThenOperands().size()) {
          choice.getThenOperands().set(i, read);
        } else {
          choice.setOperand(3, read);
        }
      }
    }
  }

  private void ordered(SqlValidatorScope scope, SqlBasicCall call) {
    if (compared(scope, call)) {
      SqlNode order =
          TypedFunctions.COMPARE.createCall(
              call.getParserPosition(), call.operand(0), call.operand(1));
      call.setOperand(0, order);
      call.setOperand(1, SqlLiteral.createExactNumeric("0", call.getParserPosition()));
    }
  }

  private void joined(SqlValidatorScope scope, SqlBasicCall call) {
    RelDataType first = type(scope, call, 0);
    RelDataType second = type(scope, call, 1);
    if (TypeFactory.isJson(first) || TypeFactory.isJson(second)) {
      call.setOperator(TypedFunctions.JSON_CONCAT);
    } else if (Want.isArray(first)) {
      boolean array = Want.isArray(second) || isTextOfArray(call.operand(1));
      call.setOperator(array ? TypedFunctions.ARRAY_CONCAT : TypedFunctions.ARRAY_APPEND);
    } else if (Want.isArray(second)) {
      boolean array = isTextOfArray(call.operand(0));
      call.setOperator(array ? TypedFunctions.ARRAY_CONCAT : TypedFunctions.ARRAY_PREPEND);
    }
  }

  private static boolean isTextOfArray(SqlNode operand) {
    return operand instanceof SqlLiteral literal
        && literal.getTypeName() == org.apache.calcite.sql.type.SqlTypeName.CHAR
        && literal.getValueAs(String.class).startsWith("{");
  }
}
