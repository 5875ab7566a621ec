/**
 * SQL: what a statement is to the rest of the engine. A statement is compiled once, off the
 * engine's threads, and then planned and run like a procedure.
 */
package org.thetisdb.sql;
