/** All system tables, by schema and by number, and the rows that a run finds in them. */
package org.thetisdb.sql.system;
