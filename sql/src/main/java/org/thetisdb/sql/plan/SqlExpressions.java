package org.thetisdb.sql.plan;

import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.procedures.Context;
import org.thetisdb.procedures.runtime.TableRegistry;
import org.thetisdb.sql.Compiled;
import org.thetisdb.sql.GeneratedValues;
import org.thetisdb.sql.StatementCompiler;
import org.thetisdb.sql.catalog.CheckDef;
import org.thetisdb.sql.catalog.SqlCatalog;
import org.thetisdb.sql.catalog.TableDef;
import org.thetisdb.sql.define.Expressions;
import org.thetisdb.sql.integrity.RowCheck;
import org.thetisdb.sql.run.Values;
import org.thetisdb.sql.type.Coercion;
import org.thetisdb.sql.type.SqlType;

/**
 * Compiles the expressions of definitions with the compiler of statements. A CHECK sees one row, so
 * it is compiled in a catalog that holds that table alone.
 */
public final class SqlExpressions implements Expressions {
  private static final SqlCatalog NO_CATALOG = SqlCatalog.of(TableRegistry.EMPTY);

  private static final GeneratedValues NO_SEQUENCES =
      sequence -> {
        throw new ThetisException(ErrorCode.NOT_SUPPORTED, "A sequence in such an expression");
      };

  private final StatementCompiler compiler;

  /** Expressions for which {@code compiler} compiles. */
  public SqlExpressions(StatementCompiler compiler) {
    this.compiler = compiler;
  }

  @Override
  public Object defaultValue(SqlType type, String defaultSql, Context context) {
    Compiled compiled = compiler.compile("VALUES (" + defaultSql + ")", NO_CATALOG);
    if (!(compiled instanceof Compiled.Query query)) {
      throw new ThetisException(ErrorCode.SQL_INVALID, "The DEFAULT is not an expression.");
    }
    Object[] arguments = query.statement().checkArguments(new Object[0]);
    Object value = query.statement().run(context, arguments, NO_SEQUENCES).rows().get(0)[0];
    return Values.toStored(type, Coercion.coerce(type, value, "the DEFAULT"));
  }

  @Override
  public RowCheck compile(TableDef table, CheckDef check) {
    return new CheckConditions().compile(table, check);
  }
}
