package org.thetisdb.sql.ddl;

/**
 * COMMENT ON.
 *
 * @param target what it is about
 * @param name of the object; of a column or constraint that of its table
 * @param part the name of the column or constraint; null for all else
 * @param comment null for none
 */
public record CommentOn(Target target, String name, String part, String comment) implements Ddl {
  /** What a comment is about. */
  public enum Target {
    /** COMMENT ON TABLE. */
    TABLE,
    /** COMMENT ON COLUMN, of a table or view. */
    COLUMN,
    /** COMMENT ON INDEX. */
    INDEX,
    /** COMMENT ON VIEW. */
    VIEW,
    /** COMMENT ON SEQUENCE. */
    SEQUENCE,
    /** COMMENT ON SCHEMA. */
    SCHEMA,
    /** COMMENT ON CONSTRAINT … ON. */
    CONSTRAINT,
    /** COMMENT ON PROCEDURE. */
    PROCEDURE
  }
}
