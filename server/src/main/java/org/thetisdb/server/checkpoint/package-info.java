/**
 * Checkpoints: a site's state at one vector, written beside running transactions, and read again
 * when the site starts (decision 0006).
 */
package org.thetisdb.server.checkpoint;
