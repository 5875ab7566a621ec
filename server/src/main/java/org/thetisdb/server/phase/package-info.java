/**
 * The right to write that alternates with the phases of STAR (thesis, section 3.3; decision 0038):
 * what sites have lent to the master of a phase, and what was given back.
 */
package org.thetisdb.server.phase;
