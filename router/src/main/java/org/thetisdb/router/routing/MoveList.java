package org.thetisdb.router.routing;

import java.util.ArrayList;
import java.util.List;
import org.agrona.collections.LongHashSet;

/**
 * Collects the moves of one route. A partition is taken once, however many reasons there are for it
 * to move: it may be read by the update and be a companion of what is written. Not thread-safe.
 */
public final class MoveList {
  private final int target;
  private final List<Move> moves = new ArrayList<>();
  private final LongHashSet partitions = new LongHashSet();

  /** A list of moves to one site. */
  public MoveList(int target) {
    this.target = target;
  }

  /** Where all of them go. */
  public int target() {
    return target;
  }

  /** Adds the move of a partition from its master, unless it is there already or listed. */
  public void add(long partition, int master) {
    if (master != target && partitions.add(partition)) {
      moves.add(new Move(partition, master, target));
    }
  }

  public int size() {
    return moves.size();
  }

  public boolean isEmpty() {
    return moves.isEmpty();
  }

  /** What was collected so far. */
  public List<Move> moves() {
    return List.copyOf(moves);
  }
}
