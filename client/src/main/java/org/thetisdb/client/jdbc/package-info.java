/**
 * The JDBC driver. {@link org.thetisdb.client.jdbc.ThetisDriver} registers itself; {@link
 * org.thetisdb.client.jdbc.ThetisDataSource} is for those who make their data source themselves.
 *
 * <p>A connection is a session over the native client, and all connections of a process to the same
 * cluster share one wire. As JDBC has it, callers wait for answers on their own thread. Objects of
 * one connection are for one thread at a time, but for cancel, abort, close and isValid.
 */
package org.thetisdb.client.jdbc;
