/** Statements as tokens, and names among them. Not thread-safe, but for what is immutable. */
package org.thetisdb.sql.parse.token;
