/** Reads definitions: of tables, indexes, sequences and all else that has a name in the catalog. */
package org.thetisdb.sql.parse.ddl;
