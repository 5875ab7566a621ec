/**
 * Stands in for a site that was lost: fences its log, and gives away what it mastered. It may use
 * the {@code state} of the site and what was refreshed, and knows nothing of calls.
 */
package org.thetisdb.server.failover;
