package org.thetisdb.sql.ddl;

/**
 * COMMENT ON TABLE or COLUMN.
 *
 * @param column null for the table itself
 * @param comment null for none
 */
public record CommentOn(String table, String column, String comment) implements Ddl {}
