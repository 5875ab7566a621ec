package org.thetisdb.core.bytes;

/**
 * Says when a buffer that has grown for a large message is given up. Large messages come in series,
 * such as the results of one query that is asked again and again; to give the buffer up behind each
 * of them would have it grow again by doubling for the next one. Not thread-safe.
 */
public final class BufferRetention {
  /** A buffer up to here is always kept. */
  public static final int USUAL_BYTES = 256 << 10;

  /** A buffer above this is never kept: many connections may have one, and then rest. */
  public static final int MOST_BYTES = 2 << 20;

  /** So many uses in a row that would have fit into a usual one end the series. */
  static final int USES = 64;

  private int smallUses;

  /**
   * Whether a buffer is given up behind a use.
   *
   * @param capacityBytes its size
   * @param usedBytes how much of it the use took
   */
  public boolean isOver(int capacityBytes, int usedBytes) {
    if (capacityBytes <= USUAL_BYTES) {
      smallUses = 0;
      return false;
    }
    smallUses = usedBytes > USUAL_BYTES ? 0 : smallUses + 1;
    return capacityBytes > MOST_BYTES || smallUses >= USES;
  }
}
