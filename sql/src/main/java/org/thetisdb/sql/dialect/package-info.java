/**
 * The SQL that is spoken here, as Calcite knows it: types, functions, operators, what parameters
 * are taken to be, and what stands in an expression's place where Calcite would calculate
 * otherwise.
 */
package org.thetisdb.sql.dialect;
