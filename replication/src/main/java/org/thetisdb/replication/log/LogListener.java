package org.thetisdb.replication.log;

/** Hears the entries that a {@link LogReader} reads. */
public interface LogListener {
  /**
   * The next entry of a site's log.
   *
   * @param entry may be kept; must not be changed
   */
  void onEntry(int site, long offset, byte[] entry);

  /**
   * The log cannot be read on: an offset is gone, or the bytes are damaged. Losing connection is
   * not a failure.
   */
  void onFailed(int site, RuntimeException reason);
}
