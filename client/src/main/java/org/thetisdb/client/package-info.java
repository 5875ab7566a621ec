/**
 * The native client, which calls procedures without JDBC. {@link org.thetisdb.client.ThetisClient}
 * is the entry; a {@link org.thetisdb.client.Session} makes calls, and a {@link
 * org.thetisdb.client.CallException} says what became of one that has no result. The artifact is
 * {@code thetis-client}.
 *
 * <p>Behind it is a machine that is stepped on a scheduler and never waits; the JDBC driver uses
 * it, too.
 */
package org.thetisdb.client;
