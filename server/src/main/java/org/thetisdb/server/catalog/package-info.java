/** Tables and procedures in force, kept as replicated rows. */
package org.thetisdb.server.catalog;
