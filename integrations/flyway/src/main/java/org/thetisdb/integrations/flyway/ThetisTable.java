package org.thetisdb.integrations.flyway;

import java.sql.SQLException;
import org.flywaydb.core.internal.database.base.Table;
import org.flywaydb.core.internal.jdbc.JdbcTemplate;

/** A table. */
public final class ThetisTable extends Table<ThetisFlywayDatabase, ThetisSchema> {
  ThetisTable(
      JdbcTemplate jdbcTemplate, ThetisFlywayDatabase database, ThetisSchema schema, String name) {
    super(jdbcTemplate, database, schema, name);
  }

  @Override
  protected void doDrop() throws SQLException {
    jdbcTemplate.execute("DROP TABLE " + this + " CASCADE");
  }

  @Override
  protected boolean doExists() throws SQLException {
    return exists(null, schema, name);
  }

  /**
   * Locks nothing. A transaction that holds rows must not be idle while others want them, nor open
   * while definitions change; and a migration is both. Two that run at once meet at the primary key
   * of the history instead: the second fails there.
   */
  @Override
  protected void doLock() {}
}
