package org.thetisdb.server.commit;

import java.util.HashMap;
import java.util.Map;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.core.time.Clock;
import org.thetisdb.core.wire.SiteToRouter.InDoubtTimes;

/**
 * How long rows that transactions over several sites have prepared stay undecided: from the instant
 * in which a record of what is prepared is installed at this site to the one in which the decision
 * is. Counts the records of all participants, since the master of a participant's rows may be
 * another site by then. A record that was there at the start counts from the start.
 *
 * <p>Not thread-safe; the site's engine owns it. Bounded by the records that are undecided.
 */
public final class InDoubt {
  /** Counts nothing. */
  static final InDoubt UNTIMED = new InDoubt(null);

  /** Null if nobody takes the time. */
  private final Clock clock;

  private final Map<RowKey, Long> sinceUs = new HashMap<>();
  private long decided;
  private long sumUs;
  private long mostUs;

  /** Nothing is prepared yet. */
  public InDoubt(Clock clock) {
    this.clock = clock;
  }

  void began(RowKey record) {
    if (clock != null) {
      sinceUs.putIfAbsent(record, clock.nowUs());
    }
  }

  void ended(RowKey record) {
    Long since = sinceUs.remove(record);
    if (since != null) {
      long tookUs = clock.nowUs() - since;
      decided++;
      sumUs += tookUs;
      mostUs = Math.max(mostUs, tookUs);
    }
  }

  /** As of now. */
  public InDoubtTimes times() {
    return new InDoubtTimes(sinceUs.size(), decided, sumUs, mostUs);
  }
}
