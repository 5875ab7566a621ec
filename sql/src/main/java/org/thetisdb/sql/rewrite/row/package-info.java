/**
 * Whole rows as values: where a statement compares, lists, orders, changes or selects rows, the
 * columns of the row stand in its place.
 */
package org.thetisdb.sql.rewrite.row;
