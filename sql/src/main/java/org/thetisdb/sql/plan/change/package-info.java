/**
 * From INSERT, UPDATE, DELETE and MERGE to statements that run: the rows that they find by queries,
 * the values that they store, and what they give back.
 */
package org.thetisdb.sql.plan.change;
