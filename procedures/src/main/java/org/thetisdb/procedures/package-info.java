/**
 * What an application compiles against to write its transactions: a {@link
 * org.thetisdb.procedures.Procedure} with a method {@code run}, the {@link
 * org.thetisdb.procedures.Table tables} that it works on, and the {@link
 * org.thetisdb.procedures.Context} through which it reads and writes their rows. The package {@code
 * org.thetisdb.procedures.testing} runs a procedure in a plain test, without a cluster.
 *
 * <p>The artifact is {@code thetis-procedures}, in Maven's scope {@code provided}: the cluster has
 * these classes, and refuses a jar that holds them.
 *
 * <p>Errors inside of {@code run} are Java exceptions, and each of them rolls back the transaction.
 * A client gets a code and an SQLState instead, see {@link org.thetisdb.core.error.ErrorCode}:
 *
 * <table>
 * <caption>What becomes of an exception that leaves {@code run}</caption>
 * <tr><th>exception</th><th>code</th><th>SQLState</th></tr>
 * <tr><td>{@link org.thetisdb.procedures.AbortException}</td><td>T2001</td><td>P0001</td></tr>
 * <tr><td>{@link org.thetisdb.procedures.ConstraintException}</td><td>T2008</td><td>23000</td></tr>
 * <tr><td>one that the context has thrown, of other kinds</td><td colspan="2">its own</td></tr>
 * <tr><td>any other</td><td>T2002</td><td>38000</td></tr>
 * </table>
 */
package org.thetisdb.procedures;
