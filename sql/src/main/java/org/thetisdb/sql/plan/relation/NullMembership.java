package org.thetisdb.sql.plan.relation;

import java.util.List;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexSubQuery;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeName;

/**
 * {@code NULL IN (SELECT …)}, which is false of no rows and unknown of any others. Calcite's rule
 * forgets the first where the query looks at a row around it. Stateless.
 */
public final class NullMembership {
  private NullMembership() {}

  /** The same query by EXISTS where a constant NULL is looked for. */
  public static RelNode apply(RelNode query, RexBuilder rex) {
    return query.accept(
        new RelHomogeneousShuttle() {
          @Override
          public RelNode visit(RelNode other) {
            return super.visit(other).accept(new Of(this, rex));
          }
        });
  }

  private static final class Of extends RexShuttle {
    private final RelHomogeneousShuttle within;
    private final RexBuilder rex;

    Of(RelHomogeneousShuttle within, RexBuilder rex) {
      this.within = within;
      this.rex = rex;
    }

    @Override
    public RexNode visitSubQuery(RexSubQuery written) {
      RelNode rows = written.rel.accept(within);
      RexSubQuery query = (RexSubQuery) super.visitSubQuery(written);
      query = rows.equals(query.rel) ? query : query.clone(rows);
      boolean looksForNull =
          (query.getKind() == SqlKind.IN || query.getKind() == SqlKind.SOME)
              && query.getOperands().stream().allMatch(Of::isNull);
      if (!looksForNull) {
        return query;
      }
      RexNode unknown =
          rex.makeNullLiteral(rex.getTypeFactory().createSqlType(SqlTypeName.BOOLEAN));
      return rex.makeCall(
          SqlStdOperatorTable.CASE,
          List.of(RexSubQuery.exists(query.rel), unknown, rex.makeLiteral(false)));
    }

    private static boolean isNull(RexNode operand) {
      RexNode bare = operand;
      while (bare instanceof RexCall call && call.getKind() == SqlKind.CAST) {
        bare = call.getOperands().get(0);
      }
      return bare instanceof RexLiteral && RexUtil.isNullLiteral(bare, false);
    }
  }
}
