package org.thetisdb.sql.ddl;

/**
 * CREATE SCHEMA.
 *
 * @param temporary whether it is to hold the temporary tables of one connection; a driver asks for
 *     that
 */
public record CreateSchema(String name, boolean ifNotExists, boolean temporary) implements Ddl {}
