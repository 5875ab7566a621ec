/**
 * Where SQL comes in: the way of each statement, temporary tables, and the wait until the catalog
 * is known. Depends on {@code statement} and {@code definition}.
 */
package org.thetisdb.router.sql;
