package org.thetisdb.migration;

/**
 * Yields what a {@link CopyPlan} names, as of one vector, slice by slice, and only when it is
 * asked: so a slow receiver costs the source no memory. One slice is asked for at a time.
 */
public interface CopySource {
  /** Makes the next slice. The answer comes once, on any event loop. */
  void next(Answer answer);

  /** Nothing more is asked for; versions that were kept for the copy may go. Any event loop. */
  void close();

  /** Hears one of these. */
  interface Answer {
    /** The next slice; taken over by the one that asked. */
    void onSlice(byte[] slice);

    /**
     * There are no more, and nothing of what was yielded can be rolled back any more (hazard 1):
     * only now the copy may be used.
     */
    void onEnd();

    /** The copy cannot be finished. */
    void onFailed(RuntimeException reason);
  }
}
