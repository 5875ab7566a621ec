package org.thetisdb.server.txn;

/**
 * What the reads of a call are held to, by its client and by the scheme in force when it was found.
 * There is one object for each combination, so that a call makes none. Immutable.
 *
 * @param serializable whether the call commits only where it masters all that it reads, or where
 *     that is kept for it; for updates outside of others
 * @param asked whether its client has asked for that
 * @param locks whether it locks what it reads, too, and waits for no lock
 * @param prepares whether masters prepare what it reads with what it writes
 */
public record ReadRules(boolean serializable, boolean asked, boolean locks, boolean prepares) {
  private static final ReadRules[] ALL = new ReadRules[16];

  static {
    for (int i = 0; i < ALL.length; i++) {
      ALL[i] = new ReadRules((i & 1) != 0, (i & 2) != 0, (i & 4) != 0, (i & 8) != 0);
    }
  }

  /** Of a call whose reads are held to nothing. */
  public static final ReadRules NONE = ALL[0];

  /** The one for a combination. */
  public static ReadRules of(boolean serializable, boolean asked, boolean locks, boolean prepares) {
    return ALL[(serializable ? 1 : 0) | (asked ? 2 : 0) | (locks ? 4 : 0) | (prepares ? 8 : 0)];
  }
}
