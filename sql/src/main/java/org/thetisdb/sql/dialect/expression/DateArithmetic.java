package org.thetisdb.sql.dialect.expression;

import java.util.List;
import org.apache.calcite.avatica.util.TimeUnit;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlCallBinding;
import org.apache.calcite.sql.SqlCharStringLiteral;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlIntervalQualifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlUtil;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.sql.validate.SqlValidatorScope;
import org.apache.calcite.sql.validate.implicit.TypeCoercionImpl;
import org.thetisdb.sql.dialect.Conversion;
import org.thetisdb.sql.dialect.OperandType;
import org.thetisdb.sql.dialect.TimestampTypes;
import org.thetisdb.sql.dialect.ValueFunctions;

/**
 * Dates and numbers of days, which SQL's standard does not add: a number becomes an interval of
 * days, and of two dates each becomes a number. For one compilation; not thread-safe.
 */
public final class DateArithmetic extends TypeCoercionImpl {
  /** For one compilation. */
  public DateArithmetic(RelDataTypeFactory types, SqlValidator validator) {
    super(types, validator);
  }

  @Override
  public boolean binaryArithmeticCoercion(SqlCallBinding binding) {
    SqlCall call = binding.getCall();
    if (binding.getOperandCount() == 2
        && (call.getKind() == SqlKind.PLUS || call.getKind() == SqlKind.MINUS)) {
      boolean plus = call.getKind() == SqlKind.PLUS;
      RelDataType first = binding.getOperandType(0);
      RelDataType second = binding.getOperandType(1);
      if (isDate(first) && SqlTypeUtil.isIntType(second)) {
        return replace(binding, 1, days(call.operand(1)));
      }
      if (plus && SqlTypeUtil.isIntType(first) && isDate(second)) {
        return replace(binding, 0, days(call.operand(0)));
      }
      if (!plus && isDate(first) && isDate(second)) {
        return replace(binding, 0, number(call.operand(0)))
            && replace(binding, 1, number(call.operand(1)));
      }
    }
    return super.binaryArithmeticCoercion(binding);
  }

  /** As in PostgreSQL a constant is of the type of what stands beside it, if that is no text. */
  @Override
  public RelDataType getWiderTypeFor(List<RelDataType> types, boolean stringPromotion) {
    List<RelDataType> others =
        types.stream().filter(type -> type.getSqlTypeName() != SqlTypeName.CHAR).toList();
    boolean known =
        others.size() < types.size()
            && others.stream().anyMatch(type -> type.getSqlTypeName() != SqlTypeName.NULL)
            && others.stream().noneMatch(SqlTypeUtil::isCharacter);
    RelDataType common = known ? factory.leastRestrictive(others) : null;
    return common == null
        ? nullableArray(types, super.getWiderTypeFor(types, stringPromotion))
        : TimestampTypes.withAllDigits(common, factory);
  }

  /** The array that arrays of several types become is NULL where one of them is. */
  private RelDataType nullableArray(List<RelDataType> types, RelDataType common) {
    return common != null && OperandType.isArray(common)
        ? factory.createTypeWithNullability(
            common, types.stream().anyMatch(RelDataType::isNullable))
        : common;
  }

  /** Calcite has no name for types of ours to cast to. */
  @Override
  protected boolean coerceColumnType(
      SqlValidatorScope scope, SqlNodeList nodeList, int index, RelDataType targetType) {
    SqlNode node = nodeList.get(index);
    SqlNode value = SqlUtil.stripAs(node);
    boolean bytes = value instanceof SqlCharStringLiteral && SqlTypeUtil.isBinary(targetType);
    if (!bytes && (!Conversion.isOwn(targetType) || value instanceof SqlIdentifier)) {
      return super.coerceColumnType(scope, nodeList, index, targetType);
    }
    SqlNode read = Conversion.to(targetType).createCall(value.getParserPosition(), value);
    if (node.getKind() == SqlKind.AS) {
      ((SqlCall) node).setOperand(0, read);
    } else {
      nodeList.set(index, read);
    }
    validator.deriveType(scope, read);
    return true;
  }

  private static boolean isDate(RelDataType type) {
    return type.getSqlTypeName() == SqlTypeName.DATE;
  }

  private static SqlNode days(SqlNode number) {
    SqlParserPos place = number.getParserPosition();
    SqlNode day =
        SqlLiteral.createInterval(
            1, "1", new SqlIntervalQualifier(TimeUnit.DAY, null, place), place);
    return SqlStdOperatorTable.MULTIPLY.createCall(place, number, day);
  }

  private static SqlNode number(SqlNode date) {
    SqlOperator days = ValueFunctions.DAYS_OF;
    return days.createCall(date.getParserPosition(), date);
  }

  private boolean replace(SqlCallBinding binding, int operand, SqlNode by) {
    SqlValidatorScope scope = binding.getScope();
    binding.getCall().setOperand(operand, by);
    validator.deriveType(scope, by);
    return true;
  }
}
