/**
 * From a validated query to one that runs: the catalog as Calcite sees it, the translation into a
 * plan, its optimization, and the accesses and expressions that it is made of.
 */
package org.thetisdb.sql.plan.query;
