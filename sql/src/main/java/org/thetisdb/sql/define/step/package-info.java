/**
 * What a definition comes to: the rows of system tables that it changes, and the steps that the
 * cluster takes for it, one after the other, as texts that every site reads.
 */
package org.thetisdb.sql.define.step;
