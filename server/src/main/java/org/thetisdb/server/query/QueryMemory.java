package org.thetisdb.server.query;

import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;

/** How much of the heap the long queries of a site keep, all together. Safe for all threads. */
final class QueryMemory {
  private final long limitBytes;
  private long usedBytes;

  /** What one query has of it. Safe for all threads. */
  final class Share {
    private long bytes;
    private boolean closed;

    /**
     * Takes more.
     *
     * @throws ThetisException QUERY_MEMORY if there is not as much
     */
    void take(long more) {
      synchronized (QueryMemory.this) {
        if (closed) {
          return; // a thread that was lost; what it holds goes with it
        }
        if (usedBytes + more > limitBytes) {
          throw new ThetisException(ErrorCode.QUERY_MEMORY, limitBytes >> 20);
        }
        usedBytes += more;
        bytes += more;
      }
    }

    /** Gives all of it back. */
    void close() {
      synchronized (QueryMemory.this) {
        closed = true;
        usedBytes -= bytes;
        bytes = 0;
      }
    }
  }

  QueryMemory(long limitBytes) {
    this.limitBytes = limitBytes;
  }

  Share share() {
    return new Share();
  }
}
