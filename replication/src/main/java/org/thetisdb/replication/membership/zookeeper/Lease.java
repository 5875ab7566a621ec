package org.thetisdb.replication.membership.zookeeper;

import java.util.ArrayDeque;
import java.util.Deque;
import org.thetisdb.core.time.Clock;
import org.thetisdb.replication.membership.LeaseTerm;

/**
 * How long a site may believe that nobody has declared it dead. Times are microseconds on the
 * site's own clock; T is the session time-out that the server agreed to.
 *
 * <p>A renewal is three requests in one go, sent each T/4 or a little later: {@code sync}, the
 * site's incarnation counter, and the site's own node. It counts if all are answered, the node is
 * there and belongs to the session, and no later incarnation was given out. The lease then ends at
 * <i>s + T − T/8</i>, where <i>s</i> is the time of <em>sending</em> of the newest answered renewal
 * that was sent at least T/4 before the newest one.
 *
 * <p>Why this is safe:
 *
 * <ul>
 *   <li>A session ends no earlier than T after the leader of the ensemble last heard of it, and it
 *       hears of it no earlier than the request was sent; the server rounds up to its tick, never
 *       down.
 *   <li>Why not the newest renewal itself: a client that is connected to a follower is noted there,
 *       and the leader learns of it with the follower's next answer to a ping. A follower that is
 *       cut off could count our requests while the leader does not. The leader pings every half
 *       tick, and T is at least two ticks, so within T/4 one ping is answered; it went over the
 *       same ordered connection as the newest {@code sync}, which only the leader answers. Hence
 *       when that answer is here, the leader has heard of the renewal T/4 before it. (With a single
 *       server the newest would do; the client cannot tell.)
 *   <li>T/8 covers clocks that run at different speeds, and pings that come late.
 *   <li>A later incarnation of the same site replaces the node of a living session only T after it
 *       got its number. Each renewal reads that number first, so no lease of an older incarnation
 *       can be left by then.
 *   <li>The clock must count the time in which the machine is suspended. One that does not parts
 *       from the clock of people then; by more than T/8 since <i>s</i>, and the lease is none.
 * </ul>
 *
 * <p>The cost: the first lease comes T/4 after the registration; from then on a quarter of T is
 * left in the worst moment.
 *
 * <p>{@link #term()} is thread-safe; the rest belongs to one thread.
 */
final class Lease {
  private static final long US_PER_MS = 1000;
  private static final int RENEWALS_PER_TIMEOUT = 4;
  private static final int MARGINS_PER_TIMEOUT = 8;

  private final Deque<Sent> sent =
      new ArrayDeque<>(); // rising; those older than the anchor are dropped
  private Sent anchor;
  private volatile LeaseTerm term = LeaseTerm.NONE;

  /** When a renewal was sent, and how far the clock of people was ahead of the own one then. */
  record Sent(long us, long wallLeadUs) {
    static Sent now(Clock clock) {
      return new Sent(clock.nowUs(), LeaseTerm.wallLeadUs(clock));
    }
  }

  /** How often to renew. */
  static long renewEveryUs(int timeoutMs) {
    return timeoutMs * US_PER_MS / RENEWALS_PER_TIMEOUT;
  }

  /** All of a renewal was answered, and well. */
  void answered(Sent renewal, int timeoutMs) {
    sent.addLast(renewal);
    while (!sent.isEmpty() && sent.peekFirst().us <= renewal.us - renewEveryUs(timeoutMs)) {
      anchor = sent.removeFirst();
    }
    if (anchor != null) {
      long timeoutUs = timeoutMs * US_PER_MS;
      long marginUs = timeoutUs / MARGINS_PER_TIMEOUT;
      long untilUs = Math.max(term.untilUs(), anchor.us + timeoutUs - marginUs);
      term = new LeaseTerm(untilUs, anchor.wallLeadUs, marginUs);
    }
  }

  /** The session is another one, or in doubt: what was answered before proves nothing any more. */
  void restart() {
    sent.clear();
    anchor = null;
  }

  /** The lease of this moment. */
  LeaseTerm term() {
    return term;
  }
}
