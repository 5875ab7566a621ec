package org.thetisdb.dtxn.partition;

/**
 * One step of a partition's log.
 *
 * @param before the chain of what it stands on
 * @param isRedo whether the content is a redo record, else it is the fragment
 * @param content not to be changed
 * @param digest of the engine behind it; 0 if that was not asked for
 */
public record LogRecord(long before, boolean isRedo, byte[] content, long digest) {}
