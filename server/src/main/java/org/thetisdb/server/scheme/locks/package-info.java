/**
 * Schemes in which a call locks the rows that it writes, runs at one site and commits there alone.
 */
package org.thetisdb.server.scheme.locks;
