package org.thetisdb.sql.dialect.validation;

import java.util.EnumMap;
import java.util.Map;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.schema.impl.AggregateFunctionImpl;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.validate.SqlUserDefinedAggFunction;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.sql.validate.SqlValidatorScope;
import org.apache.calcite.util.Optionality;
import org.thetisdb.sql.dialect.ValueFunctions;
import org.thetisdb.sql.function.number.DecimalSpread;
import org.thetisdb.sql.function.number.RealSpread;

/**
 * VAR_POP, VAR_SAMP, STDDEV_POP and STDDEV_SAMP of decimals and of doubles, in place of Calcite's,
 * which are differences of sums of squares. Stateless.
 */
final class VarianceCalls {
  private static final Map<SqlKind, SqlFunction> OF_DECIMALS =
      new EnumMap<>(
          Map.of(
              SqlKind.VAR_POP, decimal(SqlKind.VAR_POP, DecimalSpread.PopulationVariance.class),
              SqlKind.VAR_SAMP, decimal(SqlKind.VAR_SAMP, DecimalSpread.SampleVariance.class),
              SqlKind.STDDEV_POP,
                  decimal(SqlKind.STDDEV_POP, DecimalSpread.PopulationDeviation.class),
              SqlKind.STDDEV_SAMP,
                  decimal(SqlKind.STDDEV_SAMP, DecimalSpread.SampleDeviation.class)));

  private static final Map<SqlKind, SqlFunction> OF_DOUBLES =
      new EnumMap<>(
          Map.of(
              SqlKind.VAR_POP, real(SqlKind.VAR_POP, RealSpread.PopulationVariance.class),
              SqlKind.VAR_SAMP, real(SqlKind.VAR_SAMP, RealSpread.SampleVariance.class),
              SqlKind.STDDEV_POP, real(SqlKind.STDDEV_POP, RealSpread.PopulationDeviation.class),
              SqlKind.STDDEV_SAMP, real(SqlKind.STDDEV_SAMP, RealSpread.SampleDeviation.class)));

  private VarianceCalls() {}

  /** Whether it is one of these aggregates, as Calcite has them. */
  static boolean isOne(SqlKind kind) {
    return OF_DECIMALS.containsKey(kind);
  }

  /** The aggregate of values of a type. */
  static SqlFunction of(SqlKind kind, boolean floating) {
    return (floating ? OF_DOUBLES : OF_DECIMALS).get(kind);
  }

  private static SqlFunction decimal(SqlKind kind, Class<?> by) {
    return new Spread("decimal_" + kind.name(), SqlTypeName.DECIMAL, by);
  }

  private static SqlFunction real(SqlKind kind, Class<?> by) {
    return new Spread("real_" + kind.name(), SqlTypeName.DOUBLE, by);
  }

  private static final class Spread extends SqlUserDefinedAggFunction {
    private final SqlTypeName result;

    Spread(String name, SqlTypeName result, Class<?> by) {
      super(
          new SqlIdentifier(name + "_", SqlParserPos.ZERO),
          SqlKind.OTHER_FUNCTION,
          binding ->
              binding
                  .getTypeFactory()
                  .createTypeWithNullability(binding.getTypeFactory().createSqlType(result), true),
          null,
          new ValueFunctions.Operands(OperandTypes.ANY),
          AggregateFunctionImpl.create(by),
          false,
          false,
          Optionality.FORBIDDEN);
      this.result = result;
    }

    /** Calcite would look for a function of this name among those that everybody may call. */
    @Override
    public RelDataType deriveType(SqlValidator validator, SqlValidatorScope scope, SqlCall call) {
      validator.deriveType(scope.getOperandScope(call), call.operand(0));
      return validator
          .getTypeFactory()
          .createTypeWithNullability(validator.getTypeFactory().createSqlType(result), true);
    }
  }
}
