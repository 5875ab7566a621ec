package org.thetisdb.sql.ddl;

/** CREATE SEQUENCE. */
public record CreateSequence(String name, boolean ifNotExists, long start, long increment)
    implements Ddl {}
