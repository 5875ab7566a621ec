/**
 * From a parsed statement to one that runs: {@link org.thetisdb.sql.plan.SqlCompiler} chooses the
 * way, short for plain statements and by Calcite for all others. Queries, changes, relational trees
 * and code of expressions have packages of their own.
 */
package org.thetisdb.sql.plan;
