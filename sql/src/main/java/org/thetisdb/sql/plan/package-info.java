/**
 * From a parsed statement to one that runs: validation by Calcite against the catalog, the plan,
 * and the code of its expressions.
 */
package org.thetisdb.sql.plan;
