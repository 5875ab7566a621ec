/**
 * Statements that define tables and what belongs to them, as trees. Names are as they are compared:
 * lower case unless they were quoted. Expressions and queries are kept as text. All immutable.
 */
package org.thetisdb.sql.ddl;
