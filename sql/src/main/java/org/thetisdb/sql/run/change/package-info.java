/**
 * Statements that change rows, as they run at a site: INSERT, UPDATE, DELETE, MERGE and TRUNCATE,
 * and which rows they are about. Owned by the thread that runs the statement.
 */
package org.thetisdb.sql.run.change;
