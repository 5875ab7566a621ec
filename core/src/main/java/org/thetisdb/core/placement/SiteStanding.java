package org.thetisdb.core.placement;

import org.thetisdb.core.bytes.CodecException;

/**
 * How far a site belongs to its cluster. A site goes through these in their order, may leave some
 * out, and never goes back; so of two that are told of one site the later one holds.
 */
public enum SiteStanding {
  /** Admitted, and never used by a router: logs are kept for it, nobody waits for it. */
  JOINING,
  /** Masters partitions and runs calls. */
  MEMBER,
  /** Gives up what it masters and gets nothing new. */
  DRAINING,
  /** Has left for good: masters nothing, writes nothing, and its number is not given again. */
  GONE;

  private static final SiteStanding[] ALL = values();

  /** The number that stands for it in messages and rows. */
  public int number() {
    return ordinal();
  }

  /**
   * The standing that a number stands for.
   *
   * @throws CodecException if there is none
   */
  public static SiteStanding ofNumber(int number) {
    if (number < 0 || number >= ALL.length) {
      throw new CodecException("a site of standing " + number);
    }
    return ALL[number];
  }

  /** Whether a router has to reckon with the site: it may master partitions. */
  public boolean counts() {
    return this == MEMBER || this == DRAINING;
  }
}
