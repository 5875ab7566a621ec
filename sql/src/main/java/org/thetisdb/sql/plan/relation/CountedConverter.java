package org.thetisdb.sql.plan.relation;

import java.util.List;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.RelOptTable;
import org.apache.calcite.prepare.CalciteCatalogReader;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelRoot;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNumericLiteral;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.sql2rel.SqlToRelConverter;
import org.thetisdb.sql.compile.CompileBudget;
import org.thetisdb.sql.dialect.validation.Validator;

/**
 * Turns validated trees into relational algebra, and counts the queries in it as steps. A query of
 * WITH, or a view, is put in wherever it is named, so a short text may hold very many. Where a
 * select list would be merged with the rows it looks at, and must not, it fences these ({@link
 * FencedRows}). For one query; not thread-safe.
 */
public final class CountedConverter extends SqlToRelConverter {
  /** What a query costs that all later steps have to go through. */
  private static final int STEPS_OF_QUERY = 400;

  /** What stands in FROM of the query under way, if its rows are to be fenced; else null. */
  private SqlNode fenced;

  public CountedConverter(
      RelOptTable.ViewExpander views,
      SqlValidator validator,
      CalciteCatalogReader reader,
      RelOptCluster cluster,
      Config config) {
    super(views, validator, reader, cluster, Convertlets.INSTANCE, config);
  }

  @Override
  protected RelRoot convertQueryRecursive(SqlNode query, boolean top, RelDataType targetRowType) {
    CompileBudget.steps(STEPS_OF_QUERY);
    return super.convertQueryRecursive(query, top, targetRowType);
  }

  @Override
  protected void convertSelectImpl(Blackboard board, Blackboard measures, SqlSelect select) {
    SqlNode around = fenced;
    fenced = FencedRows.areNeeded(select, validator) ? select.getFrom() : null;
    super.convertSelectImpl(board, measures, select);
    fenced = around;
  }

  @Override
  protected void convertFrom(Blackboard board, SqlNode from, List<String> names) {
    super.convertFrom(board, from, names);
    if (from != null && from == fenced && isMerged(board.root())) {
      board.setRoot(FencedRows.of(board.root()), false);
    }
  }

  /** Whether what is above such rows may be taken for a part of them. */
  private static boolean isMerged(RelNode rows) {
    return rows instanceof Project || rows instanceof Aggregate || rows instanceof Filter;
  }

  /** A decimal keeps the scale in which it is written. */
  @Override
  protected RexNode convertExtendedExpression(SqlNode node, Blackboard board) {
    return node instanceof SqlNumericLiteral number && Validator.isDecimal(number)
        ? rexBuilder.makeExactLiteral(
            number.bigDecimalValue(), typeFactory.createSqlType(SqlTypeName.DECIMAL))
        : super.convertExtendedExpression(node, board);
  }
}
