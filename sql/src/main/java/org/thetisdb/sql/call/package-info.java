/** SQL statements as calls: what router and sites tell each other, and how a site runs them. */
package org.thetisdb.sql.call;
