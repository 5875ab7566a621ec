package org.thetisdb.sql.ddl;

/**
 * ALTER SEQUENCE.
 *
 * @param options what is to change
 * @param newName null if the name stays
 */
public record AlterSequence(String name, boolean ifExists, SequenceOptions options, String newName)
    implements Ddl {}
