package org.thetisdb.sql.ddl;

/**
 * A statement of other databases for which there is nothing to do.
 *
 * @param notice says to the client why
 */
public record NoChange(String notice) implements Ddl {}
