/** Trees of syntax that Calcite does not validate as they are, by trees that mean the same. */
package org.thetisdb.sql.rewrite;
