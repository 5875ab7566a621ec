/**
 * SQL as the driver reads and writes it: statements with their escapes, names and patterns of
 * names, and errors with their SQLStates.
 */
package org.thetisdb.client.jdbc.sql;
