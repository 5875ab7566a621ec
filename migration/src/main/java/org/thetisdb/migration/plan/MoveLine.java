package org.thetisdb.migration.plan;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The order in which a plan's moves begin: as in the plan, but that moves of other sites need not
 * wait for each other. No site takes part in more than some moves at once, and one begins only when
 * its target has room. Of those to one target none overtakes another, so the first that has not
 * begun has the room that the plan gives it when those before it are done: nothing waits for ever,
 * not even where sites that are full swap ranges. Not thread-safe.
 */
public final class MoveLine {
  private final List<PlannedMove> moves;
  private final boolean[] begun;
  private final boolean[] ended;
  private final Map<Integer, Long> room = new TreeMap<>();
  private final Map<Integer, Integer> underWay = new TreeMap<>();
  private final boolean sourceDrops;
  private final int mostAtOnce;

  /**
   * None has begun.
   *
   * @param sites the room that each has now
   * @param mostAtOnce moves that a site takes part in at once, as source or as target
   */
  public MoveLine(
      List<PlannedMove> moves, List<LoadedSite> sites, PlanBounds bounds, int mostAtOnce) {
    if (mostAtOnce < 1) {
      throw new IllegalArgumentException(mostAtOnce + " moves at once");
    }
    this.moves = List.copyOf(moves);
    this.begun = new boolean[moves.size()];
    this.ended = new boolean[moves.size()];
    this.sourceDrops = bounds.sourceDrops();
    this.mostAtOnce = mostAtOnce;
    sites.forEach(each -> room.put(each.site(), each.roomBytes()));
  }

  /** The moves, in the order of the plan. */
  public List<PlannedMove> moves() {
    return moves;
  }

  /** The first move from {@code from} on that may begin now, by its place; -1 if none may. */
  public int startable(int from) {
    for (int i = from; i < moves.size(); i++) {
      if (!begun[i] && isFirstToTarget(i) && hasRoom(i)) {
        return i;
      }
    }
    return -1;
  }

  private boolean isFirstToTarget(int index) {
    for (int i = 0; i < index; i++) {
      if (!begun[i] && moves.get(i).to() == moves.get(index).to()) {
        return false;
      }
    }
    return true;
  }

  private boolean hasRoom(int index) {
    PlannedMove move = moves.get(index);
    return isFree(move.from())
        && isFree(move.to())
        && (move.sentBytes() == 0 || room.getOrDefault(move.to(), 0L) >= move.sentBytes());
  }

  private boolean isFree(int site) {
    return underWay.getOrDefault(site, 0) < mostAtOnce;
  }

  /** It begins; from now on its target has no room for anything else there. */
  public void begin(int index) {
    if (begun[index]) {
      throw new IllegalStateException("move " + index + " has begun");
    }
    begun[index] = true;
    PlannedMove move = moves.get(index);
    room.merge(move.to(), -move.sentBytes(), Long::sum);
    underWay.merge(move.from(), 1, Integer::sum);
    underWay.merge(move.to(), 1, Integer::sum);
  }

  /** It is done. */
  public void end(int index) {
    if (!begun[index] || ended[index]) {
      throw new IllegalStateException("move " + index + " is not under way");
    }
    ended[index] = true;
    PlannedMove move = moves.get(index);
    room.merge(move.from(), sourceDrops ? move.sentBytes() : 0, Long::sum);
    underWay.merge(move.from(), -1, Integer::sum);
    underWay.merge(move.to(), -1, Integer::sum);
  }

  /** Whether a move is under way. */
  public boolean isUnderWay(int index) {
    return begun[index] && !ended[index];
  }

  /** Whether all are done. */
  public boolean isDone() {
    for (boolean each : ended) {
      if (!each) {
        return false;
      }
    }
    return true;
  }
}
