package org.thetisdb.sql.ddl;

/**
 * CREATE SEQUENCE.
 *
 * @param options as they were written
 */
public record CreateSequence(String name, boolean ifNotExists, SequenceOptions options)
    implements Ddl {}
