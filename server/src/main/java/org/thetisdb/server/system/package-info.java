/**
 * Changes of what all sites have to agree upon, as rows of system tables: definitions of tables and
 * procedures, sites, schemes, replicas; and which routers learn of them when. It may use the {@code
 * state} of the site, and knows nothing of calls.
 */
package org.thetisdb.server.system;
