package org.thetisdb.integrations.liquibase;

import liquibase.database.Database;
import liquibase.sql.Sql;
import liquibase.sql.UnparsedSql;
import liquibase.sqlgenerator.SqlGeneratorChain;
import liquibase.sqlgenerator.core.CreateDatabaseChangeLogTableGenerator;
import liquibase.statement.core.CreateDatabaseChangeLogTableStatement;

/**
 * Liquibase's table of what was done, with a primary key: by it the rows of a tag are found. Found
 * by {@code ServiceLoader}.
 */
public final class ThetisChangeLogTable extends CreateDatabaseChangeLogTableGenerator {
  private static final String DEFINITION =
      "CREATE TABLE %s (id VARCHAR(255) NOT NULL, author VARCHAR(255) NOT NULL,"
          + " filename VARCHAR(255) NOT NULL, dateexecuted TIMESTAMP NOT NULL,"
          + " orderexecuted INT NOT NULL, exectype VARCHAR(10) NOT NULL, md5sum VARCHAR(35),"
          + " description VARCHAR(255), comments VARCHAR(255), tag VARCHAR(255),"
          + " liquibase VARCHAR(20), contexts VARCHAR(255), labels VARCHAR(255),"
          + " deployment_id VARCHAR(10), PRIMARY KEY (id, author, filename))";

  /** Called by {@code ServiceLoader}. */
  public ThetisChangeLogTable() {}

  @Override
  public int getPriority() {
    return PRIORITY_DATABASE;
  }

  @Override
  public boolean supports(CreateDatabaseChangeLogTableStatement statement, Database database) {
    return database instanceof ThetisDatabase;
  }

  @Override
  @SuppressWarnings("rawtypes") // as in the method that it overrides
  public Sql[] generateSql(
      CreateDatabaseChangeLogTableStatement statement, Database database, SqlGeneratorChain chain) {
    String table =
        database.escapeTableName(
            database.getLiquibaseCatalogName(),
            database.getLiquibaseSchemaName(),
            database.getDatabaseChangeLogTableName());
    return new Sql[] {new UnparsedSql(DEFINITION.formatted(table))};
  }
}
