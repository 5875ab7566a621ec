package org.thetisdb.sql.ddl;

/** CREATE SCHEMA. */
public record CreateSchema(String name, boolean ifNotExists) implements Ddl {}
