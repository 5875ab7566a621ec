/** A site as a whole: start, recovery, end. */
package org.thetisdb.server.site;
