package org.thetisdb.sql.ddl;

import java.util.List;

/**
 * CREATE VIEW.
 *
 * @param columns the names of its columns; empty for those of the query
 * @param querySql the query as it was written
 */
public record CreateView(String name, boolean orReplace, List<String> columns, String querySql)
    implements Ddl {}
