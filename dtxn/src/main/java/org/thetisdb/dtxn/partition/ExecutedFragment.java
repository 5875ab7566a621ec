package org.thetisdb.dtxn.partition;

/**
 * What became of a fragment.
 *
 * @param response what the application gets
 * @param record for the log; null if the fragment has only read
 * @param head where the log ends with it
 */
public record ExecutedFragment(byte[] response, LogRecord record, LogPosition head) {}
