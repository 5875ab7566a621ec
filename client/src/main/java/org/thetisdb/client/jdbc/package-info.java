/**
 * The JDBC driver. {@link org.thetisdb.client.jdbc.ThetisDriver} registers itself, and has the URL
 * and its options; {@link org.thetisdb.client.jdbc.ThetisDataSource} is for those who make their
 * data source themselves; {@link org.thetisdb.client.jdbc.ThetisInterval} is what a column of type
 * INTERVAL holds. All else an application sees through the interfaces of {@code java.sql}.
 *
 * <p>A connection is a session with a socket of its own, which the threads that use it write and
 * read. Objects of one connection are for one thread at a time, but for {@code cancel}, {@code
 * abort}, {@code close} and {@code isValid}. The application closes connections; with its
 * connection each statement is closed, and with its statement each result.
 *
 * <p>The message of a {@link java.sql.SQLException} begins with the error's code (T8012), its
 * number is the vendor code, and the class follows from the SQLState. With SQLState 40001, whose
 * vendor code is 0, the application rolls back and runs the whole transaction again; with no other.
 * {@link org.thetisdb.core.error.ErrorCode} has all codes. Errors that the driver itself finds have
 * an SQLState and the vendor code 0, such as 08003 for a closed connection.
 */
package org.thetisdb.client.jdbc;
