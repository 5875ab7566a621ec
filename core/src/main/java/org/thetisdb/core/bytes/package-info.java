/** Buffers for every encoded form of the engine: wire messages, log records, keys, rows. */
package org.thetisdb.core.bytes;
