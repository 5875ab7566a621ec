package org.thetisdb.sql.statement;

import org.thetisdb.sql.type.SqlType;

/**
 * A column of a result.
 *
 * @param label its name or alias
 * @param identity whether its values come from a sequence unless they are given
 * @param table the table that it comes from as it is; empty for an expression
 * @param column its name there; empty for an expression
 */
public record SqlColumn(
    String label, SqlType type, boolean nullable, boolean identity, String table, String column) {}
