/**
 * Trees of syntax that Calcite does not validate as they are, by trees that mean the same. {@link
 * org.thetisdb.sql.rewrite.Rewrites} has the order; names and whole rows have packages of their
 * own.
 */
package org.thetisdb.sql.rewrite;
