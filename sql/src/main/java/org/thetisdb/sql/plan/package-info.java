/**
 * From a parsed statement to a plan: validation by Calcite against the catalog, access by key and
 * index, and the order of joins.
 */
package org.thetisdb.sql.plan;
