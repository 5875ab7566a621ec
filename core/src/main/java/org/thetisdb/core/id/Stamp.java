package org.thetisdb.core.id;

/**
 * The stamp of a row version: one word that orders versions across sites and schemes.
 *
 * <pre>
 *  63   62        44 43                     8 7      0
 * +---+-------------+------------------------+--------+
 * | 0 |   epoch     |   sequence in epoch    |  site  |
 * +---+-------------+------------------------+--------+
 * </pre>
 *
 * <p>The site stands in the low bits, so that comparing stamps compares epoch and sequence first.
 * The dense position in a site's log, which version vectors count, is a field of its own and not
 * part of the stamp.
 */
public final class Stamp {
  /** Largest site id. */
  public static final int MAX_SITE = (1 << 8) - 1;

  /** Largest sequence within one epoch: about 68 thousand million. */
  public static final long MAX_SEQUENCE = (1L << 36) - 1;

  /** Largest epoch. */
  public static final int MAX_EPOCH = (1 << 19) - 1;

  private Stamp() {}

  /** Packs a stamp; throws when a part does not fit its width, rather than let it wrap. */
  public static long of(int epoch, long sequence, int site) {
    if (epoch < 0
        || epoch > MAX_EPOCH
        || sequence < 0
        || sequence > MAX_SEQUENCE
        || site < 0
        || site > MAX_SITE) {
      throw new IllegalArgumentException(
          "stamp out of range: epoch " + epoch + ", sequence " + sequence + ", site " + site);
    }
    return (long) epoch << 44 | sequence << 8 | site;
  }

  /** The epoch of a stamp. */
  public static int epoch(long stamp) {
    return (int) (stamp >>> 44);
  }

  /** The sequence within its epoch. */
  public static long sequence(long stamp) {
    return stamp >>> 8 & MAX_SEQUENCE;
  }

  /** The site that gave the stamp. */
  public static int site(long stamp) {
    return (int) (stamp & MAX_SITE);
  }

  /** A form for people: {@code epoch.sequence@site}. */
  public static String toString(long stamp) {
    return epoch(stamp) + "." + sequence(stamp) + "@" + site(stamp);
  }
}
