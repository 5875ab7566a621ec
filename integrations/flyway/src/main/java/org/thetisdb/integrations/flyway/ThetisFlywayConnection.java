package org.thetisdb.integrations.flyway;

import java.sql.SQLException;
import org.flywaydb.core.internal.database.base.Connection;

/** A connection, whose schema Flyway sets. */
public final class ThetisFlywayConnection extends Connection<ThetisFlywayDatabase> {
  ThetisFlywayConnection(ThetisFlywayDatabase database, java.sql.Connection connection) {
    super(database, connection);
  }

  @Override
  protected String getCurrentSchemaNameOrSearchPath() throws SQLException {
    return getJdbcTemplate().getConnection().getSchema();
  }

  @Override
  public void doChangeCurrentSchemaOrSearchPathTo(String schema) throws SQLException {
    getJdbcTemplate().getConnection().setSchema(schema);
  }

  @Override
  public ThetisSchema getSchema(String name) {
    return new ThetisSchema(jdbcTemplate, database, name);
  }
}
