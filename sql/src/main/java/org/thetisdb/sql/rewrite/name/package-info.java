/**
 * Names in trees of syntax: labels of columns, aliases, columns that joins share, names of system
 * tables, forms of SELECT by which a query is known, names of aggregates.
 */
package org.thetisdb.sql.rewrite.name;
