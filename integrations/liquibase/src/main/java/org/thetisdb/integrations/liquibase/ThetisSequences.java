package org.thetisdb.integrations.liquibase;

import liquibase.database.Database;
import liquibase.snapshot.SnapshotGenerator;
import liquibase.snapshot.jvm.SequenceSnapshotGenerator;
import liquibase.statement.SqlStatement;
import liquibase.statement.core.RawParameterizedSqlStatement;
import liquibase.structure.DatabaseObject;
import liquibase.structure.core.Schema;

/**
 * Reads sequences from {@code information_schema}, for snapshots. Found by {@code ServiceLoader}.
 */
@SuppressWarnings("unchecked") // Liquibase's own generics, and an array of a generic type
public final class ThetisSequences extends SequenceSnapshotGenerator {
  private static final String SEQUENCES =
      "SELECT sequence_name AS \"SEQUENCE_NAME\", start_value AS \"START_VALUE\","
          + " minimum_value AS \"MIN_VALUE\", maximum_value AS \"MAX_VALUE\","
          + " increment AS \"INCREMENT_BY\", cycle_option AS \"WILL_CYCLE\""
          + " FROM information_schema.sequences WHERE sequence_schema = ?";

  /** Called by {@code ServiceLoader}. */
  public ThetisSequences() {}

  @Override
  public int getPriority(Class<? extends DatabaseObject> type, Database database) {
    int priority = super.getPriority(type, database);
    return database instanceof ThetisDatabase && priority > PRIORITY_NONE
        ? priority + PRIORITY_DATABASE
        : PRIORITY_NONE;
  }

  @Override
  public Class<? extends SnapshotGenerator>[] replaces() {
    return (Class<? extends SnapshotGenerator>[]) new Class<?>[] {SequenceSnapshotGenerator.class};
  }

  @Override
  protected SqlStatement getSelectSequenceStatement(Schema schema, Database database) {
    return new RawParameterizedSqlStatement(SEQUENCES, schema.getName());
  }
}
