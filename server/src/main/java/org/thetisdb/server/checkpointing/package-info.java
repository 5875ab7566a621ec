/**
 * Has checkpoints of a site written while it serves, and trims the logs of which enough sites have
 * one. The format of a checkpoint is in {@code checkpoint}; it may use the {@code state} of the
 * site and what was refreshed, and knows nothing of calls.
 */
package org.thetisdb.server.checkpointing;
