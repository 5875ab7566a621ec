package org.thetisdb.sql.memory;

import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;

/** How much of the heap the statements of a site keep, all together. Safe for all threads. */
public final class MemoryPool {
  private final long limitBytes;
  private final long statementBytes;
  private long usedBytes;

  /**
   * A pool of which nothing is taken.
   *
   * @param limitBytes for all statements
   * @param statementBytes for any one of them
   */
  public MemoryPool(long limitBytes, long statementBytes) {
    this.limitBytes = limitBytes;
    this.statementBytes = Math.min(limitBytes, statementBytes);
  }

  /** An account for one statement, of which nothing is taken. */
  public StatementMemory newAccount() {
    return new StatementMemory(this);
  }

  /** How much is taken now. */
  public synchronized long usedBytes() {
    return usedBytes;
  }

  /** The most that one statement may have. */
  long statementBytes() {
    return statementBytes;
  }

  /**
   * Takes more.
   *
   * @throws ThetisException QUERY_MEMORY if there is not as much
   */
  synchronized void take(long bytes) {
    if (bytes > limitBytes - usedBytes) {
      throw new ThetisException(ErrorCode.QUERY_MEMORY, limitBytes >> 20);
    }
    usedBytes += bytes;
  }

  synchronized void giveBack(long bytes) {
    usedBytes -= bytes;
  }
}
