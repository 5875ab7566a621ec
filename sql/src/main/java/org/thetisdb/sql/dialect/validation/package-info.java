/**
 * The validator: which operators there are, what an operator means when the types of its operands
 * are known, and what parameters are taken to be. For one compilation.
 */
package org.thetisdb.sql.dialect.validation;
