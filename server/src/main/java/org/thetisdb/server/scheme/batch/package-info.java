/**
 * Schemes that run calls in batches, all of a batch on one state (Aria; decision 0036):
 * reservations tell which of them commit. It may use the {@code gate} and what is below it.
 */
package org.thetisdb.server.scheme.batch;
