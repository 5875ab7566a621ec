package org.thetisdb.sql.plan.scalar;

import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.calcite.util.NlsString;
import org.thetisdb.sql.code.StatementCode;
import org.thetisdb.sql.dialect.expression.CountedExpressions;
import org.thetisdb.sql.function.TextFunctions;
import org.thetisdb.sql.function.TextOrder;

/** Builds the expressions of one statement, and knows what code is generated of them. */
public final class StatementRex extends CountedExpressions {
  private final StatementCode code = new StatementCode();
  private final boolean runs;

  /**
   * A builder.
   *
   * @param runs whether code is wanted at once
   */
  public StatementRex(RelDataTypeFactory types, boolean runs) {
    super(types);
    this.runs = runs;
  }

  /** Calcite would cut a constant in the middle of a character. */
  @Override
  public RexNode makeCast(
      SqlParserPos place,
      RelDataType type,
      RexNode value,
      boolean matchNullability,
      boolean safe,
      RexLiteral format) {
    String text = value instanceof RexLiteral literal ? beyondBasicPlane(literal) : null;
    if (text == null || !SqlTypeUtil.inCharFamily(type)) {
      return super.makeCast(place, type, value, matchNullability, safe, format);
    }
    RexNode cut = cut((RexLiteral) value, text, type);
    return matchNullability && type.isNullable() ? makeAbstractCast(place, type, cut, safe) : cut;
  }

  private RexNode cut(RexLiteral literal, String text, RelDataType type) {
    int length = type.getPrecision();
    NlsString whole = literal.getValueAs(NlsString.class);
    String cut = length < 0 ? text : TextFunctions.truncate(text, length);
    NlsString value = new NlsString(cut, whole.getCharsetName(), whole.getCollation());
    return makeLiteral(value, typeFactory.createTypeWithNullability(type, false), SqlTypeName.CHAR);
  }

  /** Calcite would compare constants by halves of characters. */
  @Override
  public RexNode makeCall(
      SqlParserPos place, SqlOperator operator, List<? extends RexNode> values) {
    return compared(super.makeCall(place, operator, values), operator, values);
  }

  @Override
  public RexNode makeCall(
      SqlParserPos place, RelDataType type, SqlOperator operator, List<RexNode> values) {
    return compared(super.makeCall(place, type, operator, values), operator, values);
  }

  private RexNode compared(RexNode call, SqlOperator operator, List<? extends RexNode> values) {
    if (values.size() != 2
        || !SqlKind.COMPARISON.contains(operator.getKind())
        || !(values.get(0) instanceof RexLiteral one)
        || !(values.get(1) instanceof RexLiteral other)
        || one.isNull()
        || other.isNull()
        || (beyondBasicPlane(one) == null && beyondBasicPlane(other) == null)) {
      return call;
    }
    int order = TextOrder.compare(one.getValueAs(String.class), other.getValueAs(String.class));
    Boolean known =
        switch (operator.getKind()) {
          case LESS_THAN -> order < 0;
          case LESS_THAN_OR_EQUAL -> order <= 0;
          case GREATER_THAN -> order > 0;
          case GREATER_THAN_OR_EQUAL -> order >= 0;
          default -> null; // equal or not, which is as it is
        };
    return known == null ? call : makeLiteral(known);
  }

  /** The constant's text if it has a character of two halves; null for all else. */
  private static String beyondBasicPlane(RexLiteral literal) {
    if (literal.getTypeName() != SqlTypeName.CHAR || literal.isNull()) {
      return null;
    }
    String text = literal.getValueAs(String.class);
    return text.chars().anyMatch(unit -> Character.isSurrogate((char) unit)) ? text : null;
  }

  boolean runs() {
    return runs;
  }

  public StatementCode code() {
    return code;
  }
}
