/**
 * Epoch views of epochs, and the batches in them: which calls run in one, in which order they are
 * decided, and what goes into the epoch coordinator's log. Owned by the engine's thread.
 */
package org.thetisdb.router.scheme.epoch;
