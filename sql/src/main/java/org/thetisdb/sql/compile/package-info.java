/**
 * How much work the compilation of one text may be. Whatever compiles counts what it does here;
 * what has it done says how much that may come to.
 */
package org.thetisdb.sql.compile;
