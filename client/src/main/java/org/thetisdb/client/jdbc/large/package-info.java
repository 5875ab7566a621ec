/** Values that lie beside their rows, and those of java.sql that hold their content in memory. */
package org.thetisdb.client.jdbc.large;
