/**
 * Runs the trees that the planner's code generator makes without making classes of them: each node
 * becomes an object that evaluates itself. What a tree means is what it would mean as Java; a form
 * that is not known here is reported, and the caller makes a class.
 */
package org.thetisdb.sql.interpret;
