/**
 * Sessions of SQL and their statements: queries and DML, cursors, procedures, and what makes up
 * transactions. A client is known as an {@link org.thetisdb.router.statement.SqlConnection} only.
 * Depends on {@code dispatch} and {@code system}.
 */
package org.thetisdb.router.statement;
