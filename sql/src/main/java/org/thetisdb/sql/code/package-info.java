/**
 * What the planner's code generator made of a statement, as something that runs: interpreted while
 * the statement is new, as a class once it has run often.
 */
package org.thetisdb.sql.code;
