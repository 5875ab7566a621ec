/**
 * Foes at the acceptor: every decoder that reads bytes of others is given valid samples with
 * damage, and plain rubbish. {@code -Dthetis.fuzz=N} sets how many inputs each gets.
 */
package org.thetisdb.simulation.fuzz;
