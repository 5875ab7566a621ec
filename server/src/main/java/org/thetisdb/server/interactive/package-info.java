/**
 * Interactive transactions: those that are open, their COMMIT and ROLLBACK, and what ends them when
 * they wait for one another or for nobody. It may use {@code distributed}, the {@code gate} and
 * what is below it.
 */
package org.thetisdb.server.interactive;
