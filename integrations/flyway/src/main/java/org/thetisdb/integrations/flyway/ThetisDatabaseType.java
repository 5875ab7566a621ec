package org.thetisdb.integrations.flyway;

import java.sql.Connection;
import java.sql.Types;
import java.util.Map;
import java.util.Set;
import org.flywaydb.core.api.ResourceProvider;
import org.flywaydb.core.api.configuration.Configuration;
import org.flywaydb.core.internal.database.base.BaseDatabaseType;
import org.flywaydb.core.internal.jdbc.JdbcConnectionFactory;
import org.flywaydb.core.internal.jdbc.StatementInterceptor;
import org.flywaydb.core.internal.parser.Parser;
import org.flywaydb.core.internal.parser.ParsingContext;
import org.flywaydb.core.internal.sqlscript.SqlScriptFactory;

/** Shows Flyway what connections to Thetis are. Found by {@code ServiceLoader}. */
public final class ThetisDatabaseType extends BaseDatabaseType {
  private static final String NAME = "Thetis";
  private static final String URL = "jdbc:thetis:";
  private static final Set<String> OPTIONS =
      Set.of(
          "user",
          "password",
          "token",
          "connectTimeoutMs",
          "statementTimeoutMs",
          "readOnly",
          "ApplicationName");
  private static final String DRIVER = "org.thetisdb.client.jdbc.ThetisDriver";

  /** Called by {@code ServiceLoader}. */
  public ThetisDatabaseType() {}

  @Override
  public String getName() {
    return NAME;
  }

  @Override
  public int getNullType() {
    return Types.VARCHAR;
  }

  @Override
  public boolean handlesJDBCUrl(String url) {
    return url.startsWith(URL);
  }

  @Override
  public String getDriverClass(String url, ClassLoader classLoader) {
    return DRIVER;
  }

  @Override
  public boolean handlesDatabaseProductNameAndVersion(
      String productName, String productVersion, Connection connection) {
    return productName.startsWith(NAME);
  }

  /** A cluster knows no users. */
  @Override
  public boolean detectUserRequiredByUrl(String url) {
    return false;
  }

  @Override
  public boolean detectPasswordRequiredByUrl(String url) {
    return false;
  }

  /** Flyway gives drivers its placeholders, too, and ours refuses options that it does not know. */
  @Override
  public void setOverridingConnectionProps(Map<String, String> properties) {
    properties.keySet().retainAll(OPTIONS);
  }

  /**
   * A script with a definition is not run in a transaction, whatever else it holds; one without is
   * run in one.
   */
  @Override
  public SqlScriptFactory createSqlScriptFactory(
      Configuration configuration, ParsingContext context) {
    SqlScriptFactory scripts = super.createSqlScriptFactory(configuration, context);
    return (resource, mixed, resources) -> scripts.createSqlScript(resource, true, resources);
  }

  @Override
  public ThetisFlywayDatabase createDatabase(
      Configuration configuration,
      JdbcConnectionFactory connections,
      StatementInterceptor interceptor) {
    return new ThetisFlywayDatabase(configuration, connections, interceptor);
  }

  @Override
  public Parser createParser(
      Configuration configuration, ResourceProvider resources, ParsingContext context) {
    return new ThetisParser(configuration, context);
  }
}
