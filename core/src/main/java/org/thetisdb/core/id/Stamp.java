package org.thetisdb.core.id;

/**
 * The stamp of a row version: one word that orders versions across sites and schemes.
 *
 * <pre>
 *  63   62                    27 26              8 7      0
 * +---+-------------------------+-----------------+--------+
 * | 0 |          epoch          |    sequence     |  site  |
 * +---+-------------------------+-----------------+--------+
 * </pre>
 *
 * <p>The site stands in the low bits, so that comparing stamps compares epoch and sequence first.
 * The dense position in a site's log, which version vectors count, is a field of its own and not
 * part of the stamp.
 *
 * <p>How long the counters last: epochs of 10 ms for 21 years, each with 524,288 transactions of a
 * site. A scheme without epochs counts over both fields at once ({@link #dense}), and so rolls over
 * from the sequence into the epoch: at a million commits a second of one site, for a thousand
 * years.
 */
public final class Stamp {
  private static final int SITE_BITS = 8;
  private static final int SEQUENCE_BITS = 19;
  private static final int EPOCH_BITS = 36;
  private static final int EPOCH_SHIFT = SITE_BITS + SEQUENCE_BITS;

  /** Largest site id. */
  public static final int MAX_SITE = (1 << SITE_BITS) - 1;

  /** Largest sequence within one epoch; an epoch that has used it up must end. */
  public static final long MAX_SEQUENCE = (1L << SEQUENCE_BITS) - 1;

  /** Largest epoch. */
  public static final long MAX_EPOCH = (1L << EPOCH_BITS) - 1;

  /** Largest position that {@link #dense} takes. */
  public static final long MAX_DENSE = (1L << (EPOCH_BITS + SEQUENCE_BITS)) - 1;

  private Stamp() {}

  /** Packs a stamp; throws when a part does not fit its width, rather than let it wrap. */
  public static long of(long epoch, long sequence, int site) {
    if (epoch < 0
        || epoch > MAX_EPOCH
        || sequence < 0
        || sequence > MAX_SEQUENCE
        || site < 0
        || site > MAX_SITE) {
      throw new IllegalArgumentException(
          "stamp out of range: epoch " + epoch + ", sequence " + sequence + ", site " + site);
    }
    return epoch << EPOCH_SHIFT | sequence << SITE_BITS | site;
  }

  /**
   * The stamp of a scheme that has no epochs and counts the commits of a site without gaps. What
   * does not fit the sequence goes on in the epoch.
   *
   * @param position the commit's dense position in its site's log
   */
  public static long dense(long position, int site) {
    if (position < 0 || position > MAX_DENSE || site < 0 || site > MAX_SITE) {
      throw new IllegalArgumentException(
          "stamp out of range: position " + position + ", site " + site);
    }
    return position << SITE_BITS | site;
  }

  /** The epoch of a stamp. */
  public static long epoch(long stamp) {
    return stamp >>> EPOCH_SHIFT;
  }

  /** The sequence within its epoch. */
  public static long sequence(long stamp) {
    return stamp >>> SITE_BITS & MAX_SEQUENCE;
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
