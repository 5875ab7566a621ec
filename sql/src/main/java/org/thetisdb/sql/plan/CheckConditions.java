package org.thetisdb.sql.plan;

import java.util.List;
import org.apache.calcite.runtime.CalciteContextException;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.sql.catalog.CheckDef;
import org.thetisdb.sql.catalog.SqlCatalog;
import org.thetisdb.sql.catalog.TableDef;
import org.thetisdb.sql.integrity.CheckCompiler;
import org.thetisdb.sql.integrity.RowCheck;
import org.thetisdb.sql.run.CheckedRow;
import org.thetisdb.sql.run.RowReader;

/** Compiles CHECK conditions. Thread-safe. */
public final class CheckConditions implements CheckCompiler {
  @Override
  public RowCheck compile(TableDef table, CheckDef check) {
    SqlCatalog none = SqlCatalog.of(org.thetisdb.procedures.runtime.TableRegistry.EMPTY);
    try {
      return compile(table, check, new Translator(CatalogSpace.ofTable(table)));
    } catch (CalciteContextException e) {
      throw SqlErrors.of(e, none);
    }
  }

  private static RowCheck compile(TableDef table, CheckDef check, Translator translator) {
    SqlNode condition = ValueCompiler.expression(check.conditionSql());
    SqlNode from = new SqlIdentifier(table.name(), SqlParserPos.ZERO);
    QueryCompiler query = new QueryCompiler(translator);
    QueryCompiler.Part part = query.part(ChangeCompiler.select(List.of(condition), from, null));
    if (part.shape() == null || part.shape().access().path().isNarrow()) {
      throw new ThetisException(ErrorCode.NOT_SUPPORTED, "A subquery within CHECK");
    }
    TableAccess access = part.shape().access();
    List<org.apache.calcite.rex.RexNode> values = part.shape().values();
    return new CheckedRow(
        new RowReader(table, query.usedBy(values, access.fields())),
        query.overTable(values, access).single());
  }
}
