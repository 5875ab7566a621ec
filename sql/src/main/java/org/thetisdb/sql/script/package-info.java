/**
 * All of SQL over rows in memory, without a cluster: for tests, and for tools that try statements.
 */
package org.thetisdb.sql.script;
