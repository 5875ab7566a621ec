package org.thetisdb.dtxn.partition;

import org.thetisdb.core.key.KeyHash;

/**
 * What a partition has run. A version alone does not say it: of two fragments that were run as the
 * next one, one may have been rolled back. So each version carries a hash of all up to it.
 *
 * @param version how many fragments have changed it
 * @param chain of these fragments
 */
public record LogPosition(long version, long chain) {
  /** An empty partition. */
  public static final LogPosition START = new LogPosition(0, 0);

  /** The position behind one more record. */
  LogPosition next(LogRecord record) {
    long hash = KeyHash.of(record.isRedo() ? 1 : 0, record.content());
    return new LogPosition(version + 1, KeyHash.mix(KeyHash.again(chain) ^ hash));
  }
}
