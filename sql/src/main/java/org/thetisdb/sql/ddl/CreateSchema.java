package org.thetisdb.sql.ddl;

/**
 * CREATE SCHEMA.
 *
 * @param temporary whether it is to hold the temporary tables of one connection; a driver asks for
 *     that
 * @param owner the role whose it is to be; null for who makes it
 */
public record CreateSchema(String name, boolean ifNotExists, boolean temporary, String owner)
    implements Ddl {}
