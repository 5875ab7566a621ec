/**
 * Ranges that move from site to site while they serve (decision 0123): machines without I/O, which
 * say what is to be done next. Router and sites are ports.
 */
package org.thetisdb.migration.move;
