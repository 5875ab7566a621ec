/** Conversions of numbers and of times, as JDBC asks for them. */
package org.thetisdb.client.jdbc.value;
