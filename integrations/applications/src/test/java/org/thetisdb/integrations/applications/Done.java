package org.thetisdb.integrations.applications;

/**
 * What a transaction returned.
 *
 * @param value its result
 */
record Done<T>(T value) {}
