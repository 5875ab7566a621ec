/** What DDL has made: tables, indexes, constraints, views, sequences. All immutable. */
package org.thetisdb.sql.catalog;
