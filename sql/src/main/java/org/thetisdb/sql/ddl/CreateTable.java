package org.thetisdb.sql.ddl;

import java.util.List;

/**
 * CREATE TABLE.
 *
 * @param constraints of the table, those that were written with a column among them
 */
public record CreateTable(
    String name, boolean ifNotExists, List<ColumnSpec> columns, List<ConstraintSpec> constraints)
    implements Ddl {}
