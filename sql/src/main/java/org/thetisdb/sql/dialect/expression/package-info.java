/**
 * Validated expressions of a plan whose code by Calcite would calculate otherwise than PostgreSQL,
 * by those that do: times in microseconds, casts, patterns, frames of windows.
 */
package org.thetisdb.sql.dialect.expression;
