package org.thetisdb.sql.catalog;

import java.util.List;

/**
 * A view.
 *
 * @param id its number
 * @param columns the names of its columns; empty for those of the query
 * @param querySql the text of its query
 */
public record ViewDef(String name, int id, List<String> columns, String querySql) {}
