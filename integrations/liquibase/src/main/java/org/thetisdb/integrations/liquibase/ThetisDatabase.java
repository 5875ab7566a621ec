package org.thetisdb.integrations.liquibase;

import java.sql.SQLException;
import java.util.Locale;
import liquibase.CatalogAndSchema;
import liquibase.database.AbstractJdbcDatabase;
import liquibase.database.DatabaseConnection;
import liquibase.database.jvm.JdbcConnection;
import liquibase.exception.DatabaseException;
import liquibase.exception.UnexpectedLiquibaseException;
import liquibase.statement.SqlStatement;
import liquibase.statement.core.RawParameterizedSqlStatement;

/**
 * Thetis, as Liquibase sees it: names folded to lower case, definitions that are no part of
 * transactions. Found by {@code ServiceLoader}.
 */
public class ThetisDatabase extends AbstractJdbcDatabase {
  private static final String PRODUCT = "Thetis";
  private static final String URL = "jdbc:thetis:";
  private static final String SCHEMA = "public";
  private static final int PORT = 7433;

  /** Called by {@code ServiceLoader}. */
  public ThetisDatabase() {
    setCurrentDateTimeFunction("LOCALTIMESTAMP");
    unquotedObjectsAreUppercased = false;
    sequenceNextValueFunction = "nextval('%s')";
  }

  @Override
  public String getShortName() {
    return "thetis";
  }

  @Override
  protected String getDefaultDatabaseProductName() {
    return PRODUCT;
  }

  @Override
  public boolean isCorrectDatabaseImplementation(DatabaseConnection connection)
      throws DatabaseException {
    return PRODUCT.equals(connection.getDatabaseProductName());
  }

  @Override
  public String getDefaultDriver(String url) {
    return url.startsWith(URL) ? "org.thetisdb.client.jdbc.ThetisDriver" : null;
  }

  @Override
  public Integer getDefaultPort() {
    return PORT;
  }

  @Override
  public int getPriority() {
    return PRIORITY_DATABASE;
  }

  @Override
  public boolean supportsDDLInTransaction() {
    return false;
  }

  @Override
  public boolean supportsInitiallyDeferrableColumns() {
    return true;
  }

  @Override
  public boolean supportsTablespaces() {
    return false;
  }

  @Override
  public boolean supportsSequences() {
    return true;
  }

  @Override
  public boolean supportsNotNullConstraintNames() {
    return false;
  }

  @Override
  public CatalogAndSchema.CatalogAndSchemaCase getSchemaAndCatalogCase() {
    return CatalogAndSchema.CatalogAndSchemaCase.LOWER_CASE;
  }

  @Override
  public boolean isCaseSensitive() {
    return false;
  }

  @Override
  public String getJdbcCatalogName(CatalogAndSchema schema) {
    return null;
  }

  @Override
  protected String getConnectionSchemaName() {
    if (!(getConnection() instanceof JdbcConnection jdbc)) {
      return SCHEMA;
    }
    try {
      return jdbc.getUnderlyingConnection().getSchema();
    } catch (SQLException e) {
      throw new UnexpectedLiquibaseException(e);
    }
  }

  @Override
  protected SqlStatement getConnectionSchemaNameCallStatement() {
    return new RawParameterizedSqlStatement("SELECT current_schema");
  }

  @Override
  public String getDatabaseChangeLogTableName() {
    return super.getDatabaseChangeLogTableName().toLowerCase(Locale.ROOT);
  }

  @Override
  public String getDatabaseChangeLogLockTableName() {
    return super.getDatabaseChangeLogLockTableName().toLowerCase(Locale.ROOT);
  }
}
