/**
 * Reading statements. Queries and changes of rows are read by Calcite, after their text has been
 * made one that it knows ({@link org.thetisdb.sql.parse.form}); what Calcite does not know is read
 * here, and definitions in {@link org.thetisdb.sql.parse.ddl}, token by token.
 */
package org.thetisdb.sql.parse;
