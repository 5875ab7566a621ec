/**
 * Sends what this site's log has acknowledged to the sites that follow it. It knows nothing of what
 * stands in the log.
 */
package org.thetisdb.server.stream;
