package org.thetisdb.sql.dialect;

import java.util.IdentityHashMap;
import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.thetisdb.sql.compile.CompileBudget;

/** Makes expressions, and counts them in the budget of the compilation. */
public class CountedExpressions extends RexBuilder {
  private static final int MOST_NESTED = 6_000;
  private static final int MOST_OF_NARROW = 16;

  /** How many nodes stand below each call, those of lists not counted. */
  private final IdentityHashMap<RexNode, Long> nested = new IdentityHashMap<>();

  /** Expressions of these types. */
  public CountedExpressions(RelDataTypeFactory types) {
    super(types);
  }

  @Override
  public RexNode makeCall(
      SqlParserPos position, RelDataType type, SqlOperator operator, List<RexNode> operands) {
    CompileBudget.step();
    return counted(super.makeCall(position, type, operator, operands), operands);
  }

  @Override
  public RexNode makeCall(
      SqlParserPos position, SqlOperator operator, List<? extends RexNode> operands) {
    CompileBudget.step();
    return counted(super.makeCall(position, operator, operands), operands);
  }

  /**
   * Whoever simplifies an expression goes through all below it for each of its parts. Lists and
   * CASE may be long, since they are not deep.
   */
  private RexNode counted(RexNode call, List<? extends RexNode> operands) {
    long nodes = 1;
    for (RexNode operand : operands) {
      nodes += nested.getOrDefault(operand, 1L);
    }
    if (nodes > MOST_NESTED && operands.size() <= MOST_OF_NARROW) {
      throw CompileBudget.refuse(
          "The statement has an expression of more than "
              + MOST_NESTED
              + " parts within each other. Calculate what is within it in a subquery.");
    }
    nested.put(call, operands.size() <= MOST_OF_NARROW ? nodes : 1L);
    return call;
  }

  @Override
  public RexInputRef makeInputRef(RelDataType type, int index) {
    CompileBudget.step();
    return super.makeInputRef(type, index);
  }
}
