/**
 * Epoch views of epochs (decision 0050): runs of calls in an epoch view, how they are validated or
 * ordered, and what is decided there and not in the log yet: rows, and what is locked of them. That
 * is in memory alone, and can be forgotten at any time. It may use {@code interactive}, and what is
 * below it, and leads to the log only through {@code execution}.
 */
package org.thetisdb.server.scheme.epoch;
