package org.thetisdb.sql.ddl;

/** Makes the tables behind large values, if they are not there. */
public record CreateLargeTables() implements Ddl {}
