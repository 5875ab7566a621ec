/**
 * Keeps rows right: entries of indexes, uniqueness, foreign keys, CHECK and NOT NULL. Every write
 * of a statement or a procedure goes through {@link org.thetisdb.sql.integrity.IntegrityContext},
 * so nothing gets around the rules of a table.
 */
package org.thetisdb.sql.integrity;
