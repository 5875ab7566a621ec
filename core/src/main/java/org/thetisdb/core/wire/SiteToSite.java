package org.thetisdb.core.wire;

/** What sites say to each other: one copies its state to another one. */
public sealed interface SiteToSite extends Message {
  /**
   * Asks a site that serves for a copy of its state. Answered by frames, or by a Goodbye that says
   * why not.
   *
   * @param site that asks
   * @param plan what is to be copied
   * @param credit how many frames may be on their way before the first {@link CopyCredit}
   */
  record CopyRequest(String cluster, int site, byte[] plan, int credit) implements SiteToSite {}

  /**
   * A piece of a slice of the copy.
   *
   * @param number of the frame: 1, 2, 3 and so on
   * @param end what ends with this frame
   */
  record CopyFrame(long number, End end, byte[] bytes) implements SiteToSite {}

  /** All frames up to this one are applied; as many may follow as were granted at first. */
  record CopyCredit(long appliedFrame) implements SiteToSite {}

  /** What ends with a frame. */
  enum End {
    /** Nothing: the slice goes on in the next frame. */
    NOTHING(0),
    /** A slice. */
    SLICE(1),
    /** The whole copy; the frame carries nothing. */
    COPY(2);

    private final int number;

    End(int number) {
      this.number = number;
    }

    /** The number that stands for it in frames. */
    int number() {
      return number;
    }
  }
}
