package org.thetisdb.sql.ddl;

/**
 * CREATE SEQUENCE.
 *
 * @param min the lowest value; null if it is not said
 * @param max the highest value; null if it is not said
 */
public record CreateSequence(
    String name, boolean ifNotExists, long start, long increment, Long min, Long max)
    implements Ddl {}
