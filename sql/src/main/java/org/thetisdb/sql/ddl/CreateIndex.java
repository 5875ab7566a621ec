package org.thetisdb.sql.ddl;

import java.util.List;

/**
 * CREATE [UNIQUE] INDEX.
 *
 * @param name null if it was given none
 */
public record CreateIndex(
    String name, boolean ifNotExists, boolean unique, String table, List<String> columns)
    implements Ddl {}
