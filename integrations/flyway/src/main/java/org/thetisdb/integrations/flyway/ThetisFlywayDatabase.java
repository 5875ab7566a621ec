package org.thetisdb.integrations.flyway;

import java.sql.Connection;
import org.flywaydb.core.api.configuration.Configuration;
import org.flywaydb.core.internal.database.base.Database;
import org.flywaydb.core.internal.database.base.Table;
import org.flywaydb.core.internal.jdbc.JdbcConnectionFactory;
import org.flywaydb.core.internal.jdbc.StatementInterceptor;

/**
 * Thetis, as Flyway sees it. Definitions are no part of transactions: what a script has defined
 * before it fails stays.
 */
public final class ThetisFlywayDatabase extends Database<ThetisFlywayConnection> {
  ThetisFlywayDatabase(
      Configuration configuration,
      JdbcConnectionFactory connections,
      StatementInterceptor interceptor) {
    super(configuration, connections, interceptor);
  }

  @Override
  protected ThetisFlywayConnection doGetConnection(Connection connection) {
    return new ThetisFlywayConnection(this, connection);
  }

  /** All versions that there are. */
  @Override
  public void ensureSupported(Configuration configuration) {}

  @Override
  public boolean supportsDdlTransactions() {
    return false;
  }

  @Override
  public String getBooleanTrue() {
    return "TRUE";
  }

  @Override
  public String getBooleanFalse() {
    return "FALSE";
  }

  @Override
  public boolean catalogIsSchema() {
    return false;
  }

  @Override
  @SuppressWarnings("rawtypes") // as in the method that it overrides
  public String getRawCreateScript(Table table, boolean baseline) {
    return """
        CREATE TABLE IF NOT EXISTS %s (
          "installed_rank" INT NOT NULL PRIMARY KEY,
          "version" VARCHAR(50),
          "description" VARCHAR(200) NOT NULL,
          "type" VARCHAR(20) NOT NULL,
          "script" VARCHAR(1000) NOT NULL,
          "checksum" INTEGER,
          "installed_by" VARCHAR(100) NOT NULL,
          "installed_on" TIMESTAMP DEFAULT LOCALTIMESTAMP NOT NULL,
          "execution_time" INTEGER NOT NULL,
          "success" BOOLEAN NOT NULL);
        %s
        """
        .formatted(table, baseline ? getBaselineStatement(table) + ";" : "");
  }

  /** A cluster knows no users. */
  @Override
  protected String doGetCurrentUser() {
    return "thetis";
  }
}
