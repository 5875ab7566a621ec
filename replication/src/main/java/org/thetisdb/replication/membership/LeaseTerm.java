package org.thetisdb.replication.membership;

import org.thetisdb.core.time.Clock;

/**
 * A stretch of time in which a process may believe that nobody has declared it dead. Immutable.
 *
 * <p>The clock that it is measured by may stand still while the machine is suspended, see {@link
 * org.thetisdb.core.time.SystemClock}; the clock of people does not. So the two are compared: if
 * they have parted by more than the term allows since it was given, it holds no more (hazard 8).
 * That also ends it when somebody sets the clock of people, until the next renewal.
 *
 * @param untilUs its end, on the process' own clock
 * @param wallLeadUs how far the clock of people was ahead of the own one when it was given
 * @param toleranceUs by how much the two clocks may part
 */
public record LeaseTerm(long untilUs, long wallLeadUs, long toleranceUs) {
  /** None was given yet. */
  public static final LeaseTerm NONE = new LeaseTerm(Long.MIN_VALUE, 0, 0);

  /** How far the clock of people is ahead of the process' own one, in microseconds. */
  public static long wallLeadUs(Clock clock) {
    return clock.wallMs() * 1000 - clock.nowUs();
  }

  /** Whether it has not ended, as far as both clocks can tell. */
  public boolean holds(Clock clock) {
    return clock.nowUs() < untilUs && Math.abs(wallLeadUs(clock) - wallLeadUs) <= toleranceUs;
  }
}
