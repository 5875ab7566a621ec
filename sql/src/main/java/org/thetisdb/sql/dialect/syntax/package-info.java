/**
 * Calls, operators, aggregates and windows that Calcite's tree of syntax does not hold as they are
 * meant, by trees that it holds. Stateless.
 */
package org.thetisdb.sql.dialect.syntax;
