/**
 * Reading statements. Queries and changes of rows are read by Calcite; what Calcite does not know,
 * definitions, transactions and some endings of statements, is read here, token by token.
 */
package org.thetisdb.sql.parse;
