package org.thetisdb.sql.ddl;

import java.util.List;
import org.thetisdb.sql.type.SqlType;

/** ALTER TABLE, with one action or several in order. */
public record AlterTable(String table, boolean ifExists, List<Action> actions) implements Ddl {
  /** What is to change. */
  public sealed interface Action {}

  /** ADD [COLUMN]; with the constraints that were written with it. */
  public record AddColumn(ColumnSpec column, boolean ifNotExists, List<ConstraintSpec> constraints)
      implements Action {}

  /** DROP [COLUMN]. */
  public record DropColumn(String column, boolean ifExists, boolean cascade) implements Action {}

  /** RENAME [COLUMN] … TO. */
  public record RenameColumn(String from, String to) implements Action {}

  /** RENAME TO. */
  public record RenameTable(String to) implements Action {}

  /** RENAME CONSTRAINT … TO. */
  public record RenameConstraint(String from, String to) implements Action {}

  /** SET SCHEMA. */
  public record SetSchema(String schema) implements Action {}

  /** ADD [CONSTRAINT …]. */
  public record AddConstraint(ConstraintSpec constraint) implements Action {}

  /**
   * ADD [CONSTRAINT …] UNIQUE USING INDEX.
   *
   * @param name of the constraint; null for that of the index
   */
  public record UseIndex(String name, String index) implements Action {}

  /** VALIDATE CONSTRAINT. */
  public record ValidateConstraint(String name) implements Action {}

  /** DROP CONSTRAINT. */
  public record DropConstraint(String name, boolean ifExists, boolean cascade) implements Action {}

  /** ALTER [COLUMN] … SET DEFAULT; a null text drops it. */
  public record SetDefault(String column, String defaultSql) implements Action {}

  /** ALTER [COLUMN] … SET NOT NULL or DROP NOT NULL. */
  public record SetNullable(String column, boolean nullable) implements Action {}

  /** ALTER [COLUMN] … RESTART [WITH …], of an identity column; a null value is its first one. */
  public record RestartIdentity(String column, Long value) implements Action {}

  /**
   * ALTER [COLUMN] … ADD GENERATED … AS IDENTITY.
   *
   * @param sequence the name of its sequence; null for one that follows from the column's
   */
  public record AddIdentity(String column, IdentitySpec identity, String sequence)
      implements Action {}

  /** ALTER [COLUMN] … SET GENERATED, of an identity column. */
  public record SetGenerated(String column, boolean always) implements Action {}

  /** ALTER [COLUMN] … DROP IDENTITY. */
  public record DropIdentity(String column, boolean ifExists) implements Action {}

  /**
   * ALTER [COLUMN] … [SET DATA] TYPE.
   *
   * @param usingSql how values are made of those that are there; null if it is not said
   * @param isCast whether they are made by a cast of the column: nothing is said, or just that
   */
  public record SetType(String column, SqlType type, String usingSql, boolean isCast)
      implements Action {}
}
