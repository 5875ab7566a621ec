package org.thetisdb.integrations.liquibase;

import liquibase.database.Database;
import liquibase.datatype.DataTypeInfo;
import liquibase.datatype.DatabaseDataType;
import liquibase.datatype.LiquibaseDataType;
import liquibase.datatype.core.UUIDType;

/**
 * The type {@code uuid}, which Liquibase takes for a text elsewhere. Found by {@code
 * ServiceLoader}.
 */
@DataTypeInfo(
    name = "uuid",
    aliases = {"uniqueidentifier", "java.util.UUID"},
    minParameters = 0,
    maxParameters = 0,
    priority = LiquibaseDataType.PRIORITY_DATABASE)
public final class ThetisUuid extends UUIDType {
  /** Called by {@code ServiceLoader}. */
  public ThetisUuid() {}

  @Override
  public boolean supports(Database database) {
    return database instanceof ThetisDatabase;
  }

  @Override
  public DatabaseDataType toDatabaseDataType(Database database) {
    return new DatabaseDataType("UUID");
  }
}
