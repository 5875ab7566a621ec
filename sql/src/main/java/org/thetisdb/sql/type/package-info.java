/** The types of SQL and how their values are stored. */
package org.thetisdb.sql.type;
