package org.thetisdb.router.routing;

import java.util.ArrayList;
import java.util.List;
import org.agrona.collections.LongHashSet;

/**
 * Collects the moves of one route. A partition is taken once, however many reasons there are for it
 * to move: it may be read by the update and be a companion of what is written. Not thread-safe.
 */
final class MoveList {
  private final int target;
  private final List<Move> moves = new ArrayList<>();
  private final LongHashSet partitions = new LongHashSet();

  /** A list of moves to one site. */
  MoveList(int target) {
    this.target = target;
  }

  /** Where all of them go. */
  int target() {
    return target;
  }

  /** Adds the move of a partition from its master, unless it is there already or listed. */
  void add(long partition, int master) {
    if (master != target && partitions.add(partition)) {
      moves.add(new Move(partition, master, target));
    }
  }

  int size() {
    return moves.size();
  }

  boolean isEmpty() {
    return moves.isEmpty();
  }

  /** What was collected so far. */
  List<Move> moves() {
    return List.copyOf(moves);
  }
}
