/**
 * Where the rows of a plan come from: access by key and index, the order of joins, rows that are
 * given, rounds of recursion. What indexes hold is compared in the form that {@link
 * org.thetisdb.sql.access.IndexForms} gives it.
 */
package org.thetisdb.sql.access;
