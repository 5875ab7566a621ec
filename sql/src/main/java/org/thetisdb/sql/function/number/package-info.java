/**
 * Functions and aggregates of numbers, as generated code calls them: arithmetic with the errors of
 * PostgreSQL, rounding, angles, sums, spreads and regressions. Stateless, but for what belongs to
 * one group of rows.
 */
package org.thetisdb.sql.function.number;
