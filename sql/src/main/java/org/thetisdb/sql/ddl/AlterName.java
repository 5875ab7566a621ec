package org.thetisdb.sql.ddl;

/**
 * ALTER of anything but a table or sequence: its name, or the schema that it is in. {@code ALTER
 * SEQUENCE … SET SCHEMA} is one, too.
 *
 * @param name the name that it has
 * @param newName the name in the catalog that it gets
 */
public record AlterName(Kind kind, String name, boolean ifExists, String newName) implements Ddl {
  /** What is altered. */
  public enum Kind {
    /** ALTER INDEX. */
    INDEX,
    /** ALTER VIEW. */
    VIEW,
    /** ALTER SEQUENCE. */
    SEQUENCE,
    /** ALTER PROCEDURE. */
    PROCEDURE,
    /** ALTER SCHEMA. */
    SCHEMA
  }
}
