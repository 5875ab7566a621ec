package org.thetisdb.router.call;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.agrona.collections.LongHashSet;
import org.thetisdb.router.routing.Move;

/**
 * Calls by themselves that have lost some rounds, by age (hazard 13). Each holds its place for all
 * partitions that it has met so far: none that is younger has these moved before it is done. So the
 * oldest of them loses no round to others any more, and each is the oldest in the end. Those that
 * need no move are not held up, and interactive transactions neither: these have an age of their
 * own, and sites judge by it. Owned by the engine's thread.
 */
public final class WaitPriority {
  /** So many may begin in one epoch that no age is that of another epoch. */
  private static final int AGE_BITS = 40;

  private final long firstAge;
  private final TreeMap<Long, Claim> byOrder = new TreeMap<>();
  private long begun;

  /** What one call has met, and what waits for it. */
  public static final class Claim {
    /** Younger calls that want to have some of it moved. */
    public final CallQueue followers = new CallQueue();

    private final LongHashSet partitions = new LongHashSet();

    private boolean hasOneOf(List<Move> moves) {
      for (Move move : moves) {
        if (partitions.contains(move.partition())) {
          return true;
        }
      }
      return false;
    }
  }

  /** No claims yet; ages are those of an epoch. */
  public WaitPriority(int epoch) {
    firstAge = (long) epoch << AGE_BITS;
  }

  /** The age of a transaction or call that gets one now; lower is older. */
  public long nextOrder() {
    return firstAge + ++begun;
  }

  /** A call has lost rounds: it takes its place, or keeps the one that it has. */
  public void claim(PendingCall call) {
    if (call.order() == 0) {
      call.setOrder(nextOrder());
    }
    Claim claim = byOrder.computeIfAbsent(call.order(), order -> new Claim());
    for (long partition : call.footprint().written()) {
      claim.partitions.add(partition);
    }
  }

  /** The oldest claim to what would be moved for a call, of those before it; null if none is. */
  public Claim blocking(PendingCall call, List<Move> moves) {
    if (byOrder.isEmpty()) {
      return null;
    }
    var before = call.order() == 0 ? byOrder : byOrder.headMap(call.order());
    for (Claim claim : before.values()) {
      if (claim.hasOneOf(moves)) {
        return claim;
      }
    }
    return null;
  }

  /** Those moves that nobody with a claim would suffer from. */
  public List<Move> unclaimed(List<Move> moves) {
    if (byOrder.isEmpty()) {
      return moves;
    }
    List<Move> free = new ArrayList<>(moves);
    for (Claim claim : byOrder.values()) {
      free.removeIf(move -> claim.partitions.contains(move.partition()));
    }
    return free;
  }

  /** A call is over; returns what it had claimed, or null. */
  public Claim remove(PendingCall call) {
    return call.order() == 0 ? null : byOrder.remove(call.order());
  }
}
