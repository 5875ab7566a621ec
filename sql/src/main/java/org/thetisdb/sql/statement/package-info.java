/**
 * What a statement is to the rest of the engine. It is compiled once, off the engine's threads, and
 * then planned and run like a procedure.
 */
package org.thetisdb.sql.statement;
