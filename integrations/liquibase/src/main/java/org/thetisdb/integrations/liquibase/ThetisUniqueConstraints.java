package org.thetisdb.integrations.liquibase;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import liquibase.Scope;
import liquibase.database.Database;
import liquibase.exception.DatabaseException;
import liquibase.executor.Executor;
import liquibase.executor.ExecutorService;
import liquibase.snapshot.CachedRow;
import liquibase.snapshot.DatabaseSnapshot;
import liquibase.snapshot.SnapshotGenerator;
import liquibase.snapshot.jvm.UniqueConstraintSnapshotGenerator;
import liquibase.statement.core.RawParameterizedSqlStatement;
import liquibase.structure.DatabaseObject;
import liquibase.structure.core.Schema;
import liquibase.structure.core.Table;
import liquibase.structure.core.UniqueConstraint;

/**
 * Reads unique constraints from {@code information_schema}, for snapshots. Found by {@code
 * ServiceLoader}.
 */
@SuppressWarnings("unchecked") // Liquibase's own generics, and an array of a generic type
public final class ThetisUniqueConstraints extends UniqueConstraintSnapshotGenerator {
  private static final String CONSTRAINTS =
      "SELECT constraint_name, table_name FROM information_schema.table_constraints"
          + " WHERE constraint_type = 'UNIQUE' AND table_name = ?";
  private static final String COLUMNS =
      "SELECT column_name FROM information_schema.key_column_usage"
          + " WHERE table_name = ? AND constraint_name = ? ORDER BY ordinal_position";

  /** Called by {@code ServiceLoader}. */
  public ThetisUniqueConstraints() {}

  @Override
  public int getPriority(Class<? extends DatabaseObject> type, Database database) {
    int priority = super.getPriority(type, database);
    return database instanceof ThetisDatabase && priority > PRIORITY_NONE
        ? priority + PRIORITY_DATABASE
        : PRIORITY_NONE;
  }

  @Override
  public Class<? extends SnapshotGenerator>[] replaces() {
    return (Class<? extends SnapshotGenerator>[])
        new Class<?>[] {UniqueConstraintSnapshotGenerator.class};
  }

  @Override
  protected List<CachedRow> listConstraints(Table table, DatabaseSnapshot snapshot, Schema schema)
      throws DatabaseException, SQLException {
    List<CachedRow> found = new ArrayList<>();
    for (Map<String, ?> row : query(snapshot.getDatabase(), CONSTRAINTS, table.getName())) {
      found.add(
          new CachedRow(
              Map.of(
                  "CONSTRAINT_NAME", row.get("CONSTRAINT_NAME"),
                  "TABLE_NAME", row.get("TABLE_NAME"))));
    }
    return found;
  }

  @Override
  protected List<Map<String, ?>> listColumns(
      UniqueConstraint constraint, Database database, DatabaseSnapshot snapshot)
      throws DatabaseException {
    return query(database, COLUMNS, constraint.getRelation().getName(), constraint.getName());
  }

  private static List<Map<String, ?>> query(Database database, String text, Object... arguments)
      throws DatabaseException {
    Executor executor =
        Scope.getCurrentScope().getSingleton(ExecutorService.class).getExecutor("jdbc", database);
    return executor.queryForList(new RawParameterizedSqlStatement(text, arguments));
  }
}
