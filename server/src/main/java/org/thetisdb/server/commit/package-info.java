/**
 * The end of the log: group commit, what is held until it is durable, and the outcomes of calls.
 */
package org.thetisdb.server.commit;
