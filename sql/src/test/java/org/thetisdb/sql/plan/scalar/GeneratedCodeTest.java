package org.thetisdb.sql.plan.scalar;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.fun.SqlLibraryOperators;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeName;
import org.junit.jupiter.api.Test;
import org.thetisdb.sql.code.CodePart;
import org.thetisdb.sql.dialect.SqlTypes;

/** Code of expressions is made once, and never taken for that of others. */
final class GeneratedCodeTest {
  private static CodePart code(SqlOperator operator, SqlTypeName column, boolean nullable) {
    RexBuilder builder = new RexBuilder(SqlTypes.newFactory());
    RelDataType type =
        builder
            .getTypeFactory()
            .createTypeWithNullability(builder.getTypeFactory().createSqlType(column), nullable);
    RexNode call =
        builder.makeCall(operator, builder.makeInputRef(type, 0), builder.makeInputRef(type, 0));
    return GeneratedCode.of(
        builder, List.of(call), builder.getTypeFactory().builder().add("c", type).build());
  }

  @Test
  void theSameExpressionIsCompiledOnce() {
    assertThat(code(SqlStdOperatorTable.PLUS, SqlTypeName.BIGINT, true))
        .isSameAs(code(SqlStdOperatorTable.PLUS, SqlTypeName.BIGINT, true));
  }

  @Test
  void anotherTypeIsOtherCode() {
    assertThat(code(SqlStdOperatorTable.PLUS, SqlTypeName.BIGINT, true))
        .isNotSameAs(code(SqlStdOperatorTable.PLUS, SqlTypeName.INTEGER, true))
        .isNotSameAs(code(SqlStdOperatorTable.PLUS, SqlTypeName.BIGINT, false))
        .isNotSameAs(code(SqlStdOperatorTable.MULTIPLY, SqlTypeName.BIGINT, true));
  }

  /** Both are functions with this name; one of them takes NULL for an empty text. */
  @Test
  void anotherFunctionOfTheSameNameIsOtherCode() {
    SqlOperator strict = SqlLibraryOperators.CONCAT_FUNCTION;
    SqlOperator lenient = SqlLibraryOperators.CONCAT_FUNCTION_WITH_NULL;
    assertThat(strict.getName()).isEqualTo(lenient.getName());
    assertThat(code(strict, SqlTypeName.VARCHAR, true))
        .isNotSameAs(code(lenient, SqlTypeName.VARCHAR, true));
  }
}
