/**
 * Runs the procedure of a call to its end, and has what it wrote checked, logged, installed and
 * answered. It may use a {@code txn} and the {@code state} of the site; which may run, and when, is
 * decided above.
 */
package org.thetisdb.server.execution;
