/**
 * Sessions of SQL over the client's core: statements, their answers and the transactions that they
 * make up; and the clients that wait for them, on which the JDBC driver stands.
 */
package org.thetisdb.client.statement;
