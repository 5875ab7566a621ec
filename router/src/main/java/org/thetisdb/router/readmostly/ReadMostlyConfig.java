package org.thetisdb.router.readmostly;

/**
 * When a table counts as read-mostly: setting {@code read_mostly.rest_ms}, and what goes with it.
 *
 * @param restUs a table that no call has written for so long is read-mostly; at 0 each one always
 *     is, which only tests want
 * @param changeUs an epoch view stays open for so long, at least, after one in which other tables
 *     were closed
 * @param fewestCalls so many calls have to meet more sites for a table
 */
public record ReadMostlyConfig(long restUs, long changeUs, int fewestCalls) {
  private static final long CHANGE_US = 1_000_000;
  private static final int FEWEST_CALLS = 10;

  /** Some thousand years. */
  private static final long NEVER_US = 1L << 56;

  /** No table is read-mostly. */
  public static final ReadMostlyConfig NONE = resting(0);

  /** Those that no call has written for so long; none if that is 0. */
  public static ReadMostlyConfig resting(long restUs) {
    return new ReadMostlyConfig(restUs == 0 ? NEVER_US : restUs, CHANGE_US, FEWEST_CALLS);
  }

  /** Whether any table is read-mostly. */
  public boolean isOn() {
    return restUs < NEVER_US;
  }
}
