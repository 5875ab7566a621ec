package org.thetisdb.sql.catalog;

/** A CHECK constraint: its name, and the text of the condition, which must not be false. */
public record CheckDef(String name, String conditionSql) {}
