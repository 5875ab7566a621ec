package org.thetisdb.integrations.liquibase;

import liquibase.database.Database;
import liquibase.sql.Sql;
import liquibase.sql.UnparsedSql;
import liquibase.sqlgenerator.SqlGeneratorChain;
import liquibase.sqlgenerator.core.RenameTableGenerator;
import liquibase.statement.core.RenameTableStatement;
import liquibase.structure.core.Table;

/** {@code ALTER TABLE … RENAME TO …}. Found by {@code ServiceLoader}. */
public final class ThetisRenameTable extends RenameTableGenerator {
  /** Called by {@code ServiceLoader}. */
  public ThetisRenameTable() {}

  @Override
  public int getPriority() {
    return PRIORITY_DATABASE;
  }

  @Override
  public boolean supports(RenameTableStatement statement, Database database) {
    return database instanceof ThetisDatabase;
  }

  @Override
  @SuppressWarnings("rawtypes") // as in the method that it overrides
  public Sql[] generateSql(
      RenameTableStatement statement, Database database, SqlGeneratorChain chain) {
    String before =
        database.escapeTableName(
            statement.getCatalogName(), statement.getSchemaName(), statement.getOldTableName());
    String after = database.escapeObjectName(statement.getNewTableName(), Table.class);
    return new Sql[] {
      new UnparsedSql(
          "ALTER TABLE " + before + " RENAME TO " + after,
          getAffectedOldTable(statement),
          getAffectedNewTable(statement))
    };
  }
}
