package org.thetisdb.migration.plan;

import java.util.List;

/**
 * Ranges that move to one site together, since they are accessed together.
 *
 * @param overloaded the site that has too much to do
 * @param moves to the one target, the range around which the clump grew first
 * @param load of the overloaded site, where the mean of all sites is 1
 * @param loadThen the same behind the moves
 * @param cut which share of what is accessed together is over several sites
 * @param cutThen the same behind the moves
 */
public record Clump(
    int overloaded,
    List<PlannedMove> moves,
    double load,
    double loadThen,
    double cut,
    double cutThen) {
  /** Copies the list. */
  public Clump {
    moves = List.copyOf(moves);
  }

  /** The site that gets all. */
  public int target() {
    return moves.get(0).to();
  }
}
