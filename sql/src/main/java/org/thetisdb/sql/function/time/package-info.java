/**
 * Functions of dates, times, time zones and intervals, as generated code calls them, and the
 * formats in which they are read and written. Stateless.
 */
package org.thetisdb.sql.function.time;
