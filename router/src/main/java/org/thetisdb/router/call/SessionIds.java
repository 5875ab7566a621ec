package org.thetisdb.router.call;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.thetisdb.core.id.SessionId;
import org.thetisdb.core.time.Scheduler;
import org.thetisdb.replication.membership.Membership;

/**
 * The {@link SessionId}s that a leader gives out. No two leaders have an epoch in common.
 *
 * <p>A number cannot be used again when its connection is gone: the client goes on with its
 * sessions on the next connection. So a leader that has given out most numbers of an epoch takes
 * another epoch from membership, which nobody leads with; there are enough for millions of millions
 * of connections. Owned by the engine's thread.
 */
public final class SessionIds {
  /** There is none at this moment. */
  public static final long NONE = -1;

  private static final Logger LOG = LoggerFactory.getLogger(SessionIds.class);
  private static final int CONNECTIONS = SessionId.PER_FIELD;

  /** So many connections before an epoch is used up, the next is asked for. */
  private static final int RESERVE = CONNECTIONS / 16;

  private static final int NO_EPOCH = 0;

  private final Membership membership;
  private final Scheduler scheduler;
  private int epoch;
  private int nextEpoch = NO_EPOCH;
  private boolean asked;

  /** Whether the last answer was an error; what follows it is not reported again. */
  private boolean refused;

  /** Number 0 of a leader's own epoch belongs to the leader's own calls. */
  private int connections = 1;

  /** Ids of an epoch's sessions; membership gives more when its own are used up. */
  public SessionIds(int epoch, Membership membership, Scheduler scheduler) {
    this.epoch = epoch;
    this.membership = membership;
    this.scheduler = scheduler;
  }

  /** The first of the sessions of a leader's own calls; no connection gets them. */
  static long firstOwn(int epoch) {
    return SessionId.base(epoch, 0);
  }

  /**
   * Whether a session belongs to the calls of a leader, of whatever epoch; nobody leads in epoch 0.
   */
  public static boolean isOwn(long session) {
    int epoch = SessionId.epoch(session);
    return session > 0 && epoch > 0 && SessionId.baseOf(session) == firstOwn(epoch);
  }

  /** The first of {@link SessionId#PER_FIELD} ids for a new connection, or NONE. */
  public long next() {
    if (CONNECTIONS - connections <= RESERVE && nextEpoch == NO_EPOCH) {
      askForEpoch();
    }
    if (connections == CONNECTIONS) {
      if (nextEpoch == NO_EPOCH) {
        return NONE;
      }
      epoch = nextEpoch;
      nextEpoch = NO_EPOCH;
      connections = 1;
    }
    return SessionId.base(epoch, connections++);
  }

  private void askForEpoch() {
    if (!asked) {
      asked = true;
      membership.nextEpoch(scheduler, this::onEpoch);
    }
  }

  /** After an error the next connection asks again. */
  private void onEpoch(Membership.Result<Integer> result) {
    asked = false;
    if (result.error() == null) {
      nextEpoch = result.value();
    } else if (!refused) {
      LOG.warn("no more session ids for now: {}", result.error().getMessage());
    }
    refused = result.error() != null;
  }
}
