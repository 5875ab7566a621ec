/**
 * Eras of epochs, and the batches in them: which calls run in one, in which order they are decided,
 * and what goes into the keeper's log. Depends on {@code attempt} and {@code call}.
 */
package org.thetisdb.router.epoch;
