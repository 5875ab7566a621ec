/**
 * Expressions over one row that run without generated code, and the values and conditions that are
 * made of them when a row is stored. Immutable.
 */
package org.thetisdb.sql.run.scalar;
