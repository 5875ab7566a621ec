/**
 * What the database can do and how much of it, as {@link java.sql.DatabaseMetaData} asks for it.
 */
package org.thetisdb.client.jdbc.metadata;
