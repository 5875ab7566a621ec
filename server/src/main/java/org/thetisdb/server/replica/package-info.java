/**
 * Replicas of single ranges (decision 0054): which of them this site fills, holds and evicts, the
 * copies that move between sites that serve, and digests by which replicas are compared. It may use
 * the {@code state} of the site and {@code checkpointing}, and knows nothing of calls.
 */
package org.thetisdb.server.replica;
