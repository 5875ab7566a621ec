/**
 * Measures what engines can do by themselves: real sites with their real threads and rows, between
 * logs and a membership in memory, and called by generators in place of a router. No answer is
 * durable here.
 */
package org.thetisdb.lab.engines;
