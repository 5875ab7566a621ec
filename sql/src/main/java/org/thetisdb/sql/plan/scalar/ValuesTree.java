package org.thetisdb.sql.plan.scalar;

import java.lang.reflect.Type;
import java.util.List;
import org.apache.calcite.DataContext;
import org.apache.calcite.adapter.enumerable.EnumUtils;
import org.apache.calcite.adapter.enumerable.RexToLixTranslator;
import org.apache.calcite.adapter.enumerable.RexToLixTranslator.InputGetter;
import org.apache.calcite.adapter.java.JavaTypeFactory;
import org.apache.calcite.jdbc.JavaTypeFactoryImpl;
import org.apache.calcite.linq4j.tree.BlockBuilder;
import org.apache.calcite.linq4j.tree.Expression;
import org.apache.calcite.linq4j.tree.Expressions;
import org.apache.calcite.linq4j.tree.ParameterExpression;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexProgramBuilder;
import org.apache.calcite.sql.validate.SqlConformanceEnum;
import org.apache.calcite.util.BuiltInMethod;
import org.thetisdb.sql.code.CodePart;
import org.thetisdb.sql.operator.ExactCode;

/** Generates the tree of expressions over the row at hand. Stateless. */
final class ValuesTree {
  private ValuesTree() {}

  static CodePart of(RexBuilder builder, List<RexNode> expressions, RelDataType rowType) {
    RexProgramBuilder program = new RexProgramBuilder(rowType, builder);
    for (int i = 0; i < expressions.size(); i++) {
      program.addProject(expressions.get(i), "c" + i);
    }
    JavaTypeFactory types =
        builder.getTypeFactory() instanceof JavaTypeFactory factory
            ? factory
            : new JavaTypeFactoryImpl(builder.getTypeFactory().getTypeSystem());
    BlockBuilder block = new BlockBuilder();
    ParameterExpression given = Expressions.parameter(Object.class, "root0");
    block.add(
        Expressions.declare(
            java.lang.reflect.Modifier.FINAL,
            DataContext.ROOT,
            Expressions.convert_(given, DataContext.class)));
    List<Expression> values =
        RexToLixTranslator.translateProjects(
            program.getProgram(),
            types,
            SqlConformanceEnum.DEFAULT,
            block,
            null,
            null,
            DataContext.ROOT,
            new RowAtHand(rowType, types),
            null);
    block.add(Expressions.return_(null, Expressions.newArrayInit(Object[].class, values)));
    return CodePart.ofValues(ExactCode.of(block.toBlock()), given);
  }

  /** Columns of the row at hand, as {@link DataContext} gives it. */
  private record RowAtHand(RelDataType rowType, JavaTypeFactory types) implements InputGetter {
    @Override
    public Expression field(BlockBuilder list, int index, Type storageType) {
      Expression row =
          EnumUtils.convert(
              Expressions.call(
                  DataContext.ROOT,
                  BuiltInMethod.DATA_CONTEXT_GET.method,
                  Expressions.constant("inputRecord")),
              Object[].class);
      Type type =
          storageType == null
              ? types.getJavaClass(rowType.getFieldList().get(index).getType())
              : storageType;
      return EnumUtils.convert(Expressions.arrayIndex(row, Expressions.constant(index)), type);
    }
  }
}
