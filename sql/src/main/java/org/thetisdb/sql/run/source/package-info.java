/**
 * Where a query's rows come from: the keys and ranges of keys that an access asks for, tables,
 * indexes and system tables that are read by them.
 */
package org.thetisdb.sql.run.source;
