/**
 * A site as a whole: start, recovery, the engine that takes its messages and hands them to the
 * parts, and end. It may use every other package of the server, and none of them uses it.
 */
package org.thetisdb.server.site;
