/** The schema {@code information_schema}: tables that hold what a catalog says about itself. */
package org.thetisdb.sql.info;
