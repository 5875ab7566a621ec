package org.thetisdb.integrations.flyway;

import java.sql.SQLException;
import java.util.List;
import org.flywaydb.core.internal.database.base.Schema;
import org.flywaydb.core.internal.jdbc.JdbcTemplate;

/** A schema; {@code public} is always there. */
public final class ThetisSchema extends Schema<ThetisFlywayDatabase, ThetisTable> {
  private static final String SCHEMA =
      "SELECT schema_name FROM information_schema.schemata WHERE schema_name = ?";
  private static final String TABLES =
      "SELECT table_name FROM information_schema.tables"
          + " WHERE table_schema = ? AND table_type = 'BASE TABLE'";
  private static final String VIEWS =
      "SELECT table_name FROM information_schema.views WHERE table_schema = ?";
  private static final String SEQUENCES =
      "SELECT sequence_name FROM information_schema.sequences WHERE sequence_schema = ?";
  private static final String PROCEDURES =
      "SELECT routine_name FROM information_schema.routines WHERE routine_schema = ?";

  ThetisSchema(JdbcTemplate jdbcTemplate, ThetisFlywayDatabase database, String name) {
    super(jdbcTemplate, database, name);
  }

  @Override
  protected boolean doExists() throws SQLException {
    return !names(SCHEMA).isEmpty();
  }

  @Override
  protected boolean doEmpty() throws SQLException {
    for (String query : List.of(TABLES, VIEWS, SEQUENCES, PROCEDURES)) {
      if (!names(query).isEmpty()) {
        return false;
      }
    }
    return true;
  }

  @Override
  protected void doCreate() throws SQLException {
    jdbcTemplate.execute("CREATE SCHEMA " + this);
  }

  @Override
  protected void doDrop() throws SQLException {
    jdbcTemplate.execute("DROP SCHEMA " + this + " CASCADE");
  }

  /** Tables go with all that refers to them. */
  @Override
  protected void doClean() throws SQLException {
    dropAll("VIEW", VIEWS, " CASCADE");
    dropAll("TABLE", TABLES, " CASCADE");
    dropAll("SEQUENCE", SEQUENCES, "");
    dropAll("PROCEDURE", PROCEDURES, "");
  }

  private void dropAll(String kind, String query, String rest) throws SQLException {
    for (String object : names(query)) {
      jdbcTemplate.execute("DROP " + kind + " IF EXISTS " + database.quote(name, object) + rest);
    }
  }

  private List<String> names(String query) throws SQLException {
    return jdbcTemplate.queryForStringList(query, name);
  }

  @Override
  protected ThetisTable[] doAllTables() throws SQLException {
    return names(TABLES).stream().map(this::getTable).toArray(ThetisTable[]::new);
  }

  @Override
  public ThetisTable getTable(String tableName) {
    return new ThetisTable(jdbcTemplate, database, this, tableName);
  }
}
