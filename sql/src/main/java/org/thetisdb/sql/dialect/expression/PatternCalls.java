package org.thetisdb.sql.dialect.expression;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.apache.calcite.adapter.enumerable.CallImplementor;
import org.apache.calcite.adapter.enumerable.NullPolicy;
import org.apache.calcite.adapter.enumerable.RexImpTable;
import org.apache.calcite.linq4j.tree.Expression;
import org.apache.calcite.linq4j.tree.Expressions;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.schema.FunctionParameter;
import org.apache.calcite.schema.ImplementableFunction;
import org.apache.calcite.schema.ScalarFunction;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.fun.SqlLikeOperator;
import org.apache.calcite.sql.fun.SqlPosixRegexOperator;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.ReturnTypes;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.calcite.sql.validate.SqlUserDefinedFunction;
import org.thetisdb.sql.dialect.OperandType;
import org.thetisdb.sql.dialect.TypedFunction;
import org.thetisdb.sql.dialect.ValueFunctions;
import org.thetisdb.sql.pattern.ConstantPattern;
import org.thetisdb.sql.pattern.KeptPatterns;
import org.thetisdb.sql.pattern.LikePattern;
import org.thetisdb.sql.pattern.PatternKind;
import org.thetisdb.sql.pattern.TextSearch;

/**
 * LIKE, ILIKE, SIMILAR TO and {@code ~} as this database has them, in place of Calcite's, which are
 * regular expressions of Java without a bound; and POSITION, REPLACE and the like, which would look
 * for a long text in the square of its length. Put in where code is generated: until then they are
 * what Calcite's rules know. Stateless.
 */
public final class PatternCalls extends RexShuttle {
  private static final Map<PatternKind, PatternFunction> FUNCTIONS =
      new EnumMap<>(PatternKind.class);

  static {
    for (PatternKind kind : PatternKind.values()) {
      FUNCTIONS.put(kind, new PatternFunction(kind));
    }
  }

  private static final Map<String, TypedFunction> SEARCHES =
      Map.of(
          "POSITION", search("position", 2),
          "STRPOS", search("strpos", 2),
          "REPLACE", search("replace", 3),
          "SPLIT_PART", search("splitPart", 3),
          "TRANSLATE3", search("translate", 3));

  private final RexBuilder builder;

  private PatternCalls(RexBuilder builder) {
    this.builder = builder;
  }

  /** A plan of which code is generated. */
  public static RelNode apply(RelNode plan, RexBuilder builder) {
    PatternCalls calls = new PatternCalls(builder);
    return plan.accept(
        new RelHomogeneousShuttle() {
          @Override
          public RelNode visit(RelNode other) {
            return super.visit(other).accept(calls);
          }
        });
  }

  /** An expression of which code is generated. */
  public static RexNode apply(RexNode expression, RexBuilder builder) {
    return expression.accept(new PatternCalls(builder));
  }

  @Override
  public RexNode visitCall(RexCall call) {
    RexCall visited = (RexCall) super.visitCall(call);
    PatternKind kind = kindOf(visited.getOperator());
    if (kind == null) {
      SqlOperator search = searchOf(visited);
      return search == null
          ? visited
          : builder.makeCall(visited.getType(), search, visited.getOperands());
    }
    RexNode own = builder.makeCall(visited.getType(), FUNCTIONS.get(kind), visited.getOperands());
    return isNegated(visited.getOperator()) ? builder.makeCall(SqlStdOperatorTable.NOT, own) : own;
  }

  /** What looks for a text in a text, and would take the square of their lengths; or null. */
  private static SqlOperator searchOf(RexCall call) {
    TypedFunction search = SEARCHES.get(call.getOperator().getName());
    boolean texts =
        call.getOperands().stream()
            .limit(2)
            .allMatch(one -> SqlTypeUtil.isCharacter(one.getType()));
    return search != null && texts && search.takes(call.getOperands().size()) ? search : null;
  }

  private static TypedFunction search(String method, int operands) {
    return new TypedFunction(
        method + "_",
        (types, all) -> all.get(0), // that of the call is given
        Collections.nCopies(operands, OperandType.ANY),
        false,
        true,
        Arrays.stream(TextSearch.class.getMethods())
            .filter(one -> one.getName().equals(method))
            .findFirst()
            .orElseThrow(() -> new AssertionError("no method " + method)));
  }

  private static PatternKind kindOf(SqlOperator operator) {
    if (operator instanceof SqlLikeOperator like) {
      boolean words = like.getKind() == SqlKind.LIKE;
      return words
          ? like.isCaseSensitive() ? PatternKind.LIKE : PatternKind.ILIKE
          : like.getKind() == SqlKind.SIMILAR ? PatternKind.SIMILAR : null;
    }
    if (operator instanceof SqlPosixRegexOperator regex) {
      return regex.isCaseSensitive() ? PatternKind.REGEX : PatternKind.REGEX_INSENSITIVE;
    }
    return null;
  }

  private static boolean isNegated(SqlOperator operator) {
    return operator instanceof SqlLikeOperator like
        ? like.isNegated()
        : ((SqlPosixRegexOperator) operator).isNegated();
  }

  /** One of the operators, of text, pattern and perhaps the escape character. */
  private static final class PatternFunction extends SqlUserDefinedFunction {
    PatternFunction(PatternKind kind) {
      super(
          new SqlIdentifier("pattern_" + kind + "_", SqlParserPos.ZERO),
          SqlKind.OTHER_FUNCTION,
          ReturnTypes.BOOLEAN_NULLABLE,
          null,
          new ValueFunctions.Operands(OperandTypes.VARIADIC),
          new Matching(kind));
    }
  }

  private record Matching(PatternKind kind) implements ScalarFunction, ImplementableFunction {
    @Override
    public RelDataType getReturnType(RelDataTypeFactory types) {
      return types.createJavaType(boolean.class);
    }

    @Override
    public List<FunctionParameter> getParameters() {
      return List.of();
    }

    @Override
    public CallImplementor getImplementor() {
      return RexImpTable.createImplementor(
          (translator, call, operands) -> code(call, operands), NullPolicy.STRICT, false);
    }

    private Expression code(RexCall call, List<Expression> operands) {
      Expression text = asText(operands.get(0));
      Expression pattern = asText(operands.get(1));
      Expression escape =
          operands.size() > 2
              ? asText(operands.get(2))
              : Expressions.constant(LikePattern.DEFAULT_ESCAPE);
      Expression name = Expressions.constant(kind.name());
      boolean constant = call.getOperands().stream().skip(1).allMatch(RexLiteral.class::isInstance);
      if (!constant) {
        return Expressions.call(
            KeptPatterns.class, "matches", List.of(name, text, pattern, escape));
      }
      Expression once =
          Expressions.new_(ConstantPattern.class, new ArrayList<>(List.of(name, pattern, escape)));
      return Expressions.call(once, "matches", text);
    }

    private static Expression asText(Expression operand) {
      return TypedFunction.as(String.class, operand);
    }
  }
}
