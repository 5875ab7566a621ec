package org.thetisdb.sql.catalog;

import java.util.List;

/** A view: its columns' names, and the text of its query. */
public record ViewDef(String name, List<String> columns, String querySql) {}
