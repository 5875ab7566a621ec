/**
 * Queries that run: plain ones over one table, those that lock their rows, those of generated code,
 * and what they do with a row on its way: order, limit, projection.
 */
package org.thetisdb.sql.run.query;
