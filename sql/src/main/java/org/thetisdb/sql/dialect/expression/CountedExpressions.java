package org.thetisdb.sql.dialect.expression;

import java.math.BigDecimal;
import java.util.IdentityHashMap;
import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.thetisdb.sql.compile.CompileBudget;
import org.thetisdb.sql.dialect.TypeFactory;

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
    return exact(super.makeCall(position, type, operator, operands), operands);
  }

  @Override
  public RexNode makeCall(
      SqlParserPos position, SqlOperator operator, List<? extends RexNode> operands) {
    CompileBudget.step();
    return exact(super.makeCall(position, operator, operands), operands);
  }

  /** Calcite's rules would take the scale away that a factor of 1.00 brings. */
  private RexNode exact(RexNode call, List<? extends RexNode> operands) {
    return call instanceof RexCall plain && NumberCalls.isDecimal(plain)
        ? NumberCalls.decimal(plain, this)
        : counted(call, operands);
  }

  /** A constant that becomes a decimal of any scale keeps its own; Calcite's would stay a cast. */
  @Override
  public RexNode makeCast(
      SqlParserPos position,
      RelDataType type,
      RexNode value,
      boolean matchNullability,
      boolean safe,
      RexLiteral format) {
    boolean number =
        value instanceof RexLiteral literal
            && !literal.isNull()
            && TypeFactory.isAnyDecimal(type)
            && SqlTypeUtil.isExactNumeric(literal.getType());
    if (value instanceof RexLiteral literal && isBeyond(literal, type)) {
      return makeAbstractCast(position, type, value, safe, format);
    }
    if (!number) {
      return super.makeCast(position, type, value, matchNullability, safe, format);
    }
    RexLiteral exact =
        makeExactLiteral(
            ((RexLiteral) value).getValueAs(BigDecimal.class),
            typeFactory.createTypeWithNullability(type, false));
    return type.isNullable() && matchNullability
        ? makeAbstractCast(position, type, exact, safe, format)
        : exact;
  }

  /** Whether a number has no such floating number, which is reported when it is calculated. */
  private static boolean isBeyond(RexLiteral literal, RelDataType type) {
    if (literal.isNull()
        || !SqlTypeUtil.isNumeric(literal.getType())
        || !SqlTypeUtil.isApproximateNumeric(type)) {
      return false;
    }
    BigDecimal number = literal.getValueAs(BigDecimal.class);
    double floating =
        type.getSqlTypeName() == SqlTypeName.REAL ? number.floatValue() : number.doubleValue();
    return Double.isInfinite(floating) || (floating == 0 && number.signum() != 0);
  }

  /**
   * What simplifies an expression goes through all below it for each of its parts. Lists and CASE
   * may be long, since they are not deep.
   */
  private RexNode counted(RexNode call, List<? extends RexNode> operands) {
    long nodes = 1;
    for (RexNode operand : operands) {
      nodes += nodesOf(operand);
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

  /** Neither NOT nor what joins the halves of BETWEEN is made by these methods. */
  private long nodesOf(RexNode node) {
    Long known = nested.get(node);
    if (known != null || !(node instanceof RexCall call) || !joins(call)) {
      return known == null ? 1 : known;
    }
    long nodes = 1;
    for (RexNode operand : call.getOperands()) {
      nodes += nodesOf(operand);
    }
    nested.put(node, nodes);
    return nodes;
  }

  private static boolean joins(RexCall call) {
    return switch (call.getKind()) {
      case AND, OR, NOT -> call.getOperands().size() <= MOST_OF_NARROW;
      default -> false;
    };
  }

  @Override
  public RexInputRef makeInputRef(RelDataType type, int index) {
    CompileBudget.step();
    return super.makeInputRef(type, index);
  }
}
