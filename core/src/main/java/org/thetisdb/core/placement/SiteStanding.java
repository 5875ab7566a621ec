package org.thetisdb.core.placement;

import org.thetisdb.core.bytes.CodecException;

/**
 * How far a site belongs to its cluster. A site goes through these in their order, may leave some
 * out, and never goes back; so of two that are reported of one site the later one holds.
 */
public enum SiteStanding {
  /** Admitted, and never used by a router: logs are kept for it, nobody waits for it. */
  JOINING(0),
  /** Masters partitions and runs calls. */
  MEMBER(1),
  /** Gives up what it masters and gets nothing new. */
  DRAINING(2),
  /** Has left for good: masters nothing, writes nothing, and its number is not given again. */
  GONE(3);

  private static final SiteStanding[] BY_NUMBER = {JOINING, MEMBER, DRAINING, GONE};

  private final int number;

  SiteStanding(int number) {
    this.number = number;
  }

  /** The number that stands for it in messages and rows. */
  public int number() {
    return number;
  }

  /**
   * The standing that a number stands for.
   *
   * @throws CodecException if there is none
   */
  public static SiteStanding ofNumber(int number) {
    if (number < 0 || number >= BY_NUMBER.length) {
      throw new CodecException("a site of standing " + number);
    }
    return BY_NUMBER[number];
  }

  /** Whether a router has to count on the site: it may master partitions. */
  public boolean counts() {
    return this == MEMBER || this == DRAINING;
  }
}
