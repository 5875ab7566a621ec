/**
 * Trees of relational algebra: what is put right in them before and after Calcite's rules, how
 * large they may be, and what a plan looks at. They know no statement and no catalog.
 */
package org.thetisdb.sql.plan.relation;
