package org.thetisdb.sql.catalog;

/**
 * A schema, other than the one that is always there. What it holds has its name in front, see
 * {@link org.thetisdb.core.schema.ObjectName}.
 *
 * @param id its number
 * @param comment what COMMENT ON says of it; null for nothing
 */
public record SchemaDef(String name, int id, String comment) {}
