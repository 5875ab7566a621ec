/**
 * Tables that were dropped (decision 0077): what the catalog says of them, and how their rows leave
 * a site. It may use the {@code state} of the site, and knows nothing of calls.
 */
package org.thetisdb.server.purge;
