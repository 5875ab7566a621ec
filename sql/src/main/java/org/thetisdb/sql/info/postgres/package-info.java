/**
 * The schema {@code pg_catalog}: what tools for PostgreSQL ask about tables, columns, keys and
 * types, made from the catalog. Object numbers (oids) follow from the catalog's own numbers, so
 * that they stay when objects are renamed.
 */
package org.thetisdb.sql.info.postgres;
