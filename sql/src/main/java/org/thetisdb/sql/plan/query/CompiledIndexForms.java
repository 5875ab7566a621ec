package org.thetisdb.sql.plan.query;

import java.util.List;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.sql.access.IndexForms;
import org.thetisdb.sql.catalog.TableDef;
import org.thetisdb.sql.rewrite.name.Selects;

/** Compiles a query over the table for each, and looks at what has become of it. Stateless. */
public final class CompiledIndexForms implements IndexForms {
  @Override
  public String expression(TableDef table, String expressionSql) {
    TableDef bare = table.bare();
    QueryCompiler query = new QueryCompiler(new Translator(CatalogSpace.ofTable(bare)));
    QueryCompiler.Part part =
        query.part(
            Selects.of(
                List.of(ValueCompiler.expression(expressionSql), SqlIdentifier.STAR),
                CatalogSpace.from(bare, CompiledExpressions.ROW),
                null));
    if (part.shape() == null) {
      throw new ThetisException(ErrorCode.NOT_SUPPORTED, "A subquery within a key");
    }
    return overTable(part.shape().values().get(0), part.shape().access().fields()).toString();
  }

  private static RexNode overTable(RexNode expression, int[] fields) {
    return expression.accept(
        new RexShuttle() {
          @Override
          public RexNode visitInputRef(RexInputRef ref) {
            return new RexInputRef(fields[ref.getIndex()], ref.getType());
          }
        });
  }

  @Override
  public RexNode condition(TableDef table, String conditionSql) {
    TableDef bare = table.bare();
    QueryCompiler query = new QueryCompiler(new Translator(CatalogSpace.ofTable(bare)));
    SqlNode condition = ValueCompiler.expression(conditionSql);
    SqlNode from = CatalogSpace.from(bare);
    QueryCompiler.Part part = query.part(Selects.of(List.of(SqlIdentifier.STAR), from, condition));
    return part.shape() == null ? null : part.shape().access().filter();
  }
}
