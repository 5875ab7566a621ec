/**
 * Long queries: read beside the engine at a snapshot, on event loops of their own, and sent in
 * pieces. It may use {@code execution} and what is below it.
 */
package org.thetisdb.server.query;
