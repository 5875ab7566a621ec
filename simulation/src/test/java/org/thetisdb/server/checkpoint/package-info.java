/** Checkpoints that tests write by hand. */
package org.thetisdb.server.checkpoint;
