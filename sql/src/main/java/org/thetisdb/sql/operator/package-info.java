/**
 * What generated code calls in place of Calcite's operators that keep rows: the same operators,
 * which ask the memory of their statement for what they keep, and look now and then whether the
 * statement is to go on.
 */
package org.thetisdb.sql.operator;
