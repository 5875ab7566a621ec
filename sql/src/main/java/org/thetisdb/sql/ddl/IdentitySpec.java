package org.thetisdb.sql.ddl;

/**
 * An identity column's numbers.
 *
 * @param always whether an INSERT must not give the value
 */
public record IdentitySpec(boolean always, long start, long increment) {}
