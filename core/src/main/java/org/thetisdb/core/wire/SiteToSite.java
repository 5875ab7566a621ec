package org.thetisdb.core.wire;

import java.util.List;

/** What sites say to each other: one copies its state to another one, or sends what it logs. */
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

  /**
   * Asks a site that serves for what comes into its log from now on. Answered by a {@link LogHeld}
   * that says where that begins, or by a Goodbye that says why not.
   *
   * @param cluster its name, and what distinguishes its logs from all others
   * @param follower the site that asks
   * @param origin the site whose log is wanted
   * @param incarnation of the origin, as membership has it
   */
  record FollowLog(String cluster, int follower, int origin, int incarnation)
      implements SiteToSite {}

  /**
   * Consecutive entries of the sender's log, as they stand there, which its log has acknowledged.
   *
   * @param firstOffset of the first of them
   */
  record LogPart(long firstOffset, List<byte[]> entries) implements SiteToSite {
    /** What can be applied in some ten microseconds. */
    private static final int SHORT_BYTES = 8 << 10;

    @Override
    public boolean isShort() {
      int bytes = 0;
      for (byte[] entry : entries) {
        bytes += entry.length;
      }
      return bytes <= SHORT_BYTES;
    }
  }

  /**
   * Where a log stream begins; later a sign of life while nothing is logged.
   *
   * @param nextOffset behind all that was sent and, at first, behind all that was logged
   */
  record LogHeld(long nextOffset) implements SiteToSite {
    @Override
    public boolean isShort() {
      return true;
    }
  }

  /** So many bytes of entries of this log stream have arrived; as many more may be on their way. */
  record FollowCredit(long takenBytes) implements SiteToSite {
    @Override
    public boolean isShort() {
      return true;
    }
  }

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
