/**
 * Where and how often expressions are calculated: operands of AND, OR and CASE that may fail, and
 * subqueries within them, only where they are reached; volatile functions once where they are
 * written.
 */
package org.thetisdb.sql.evaluation;
