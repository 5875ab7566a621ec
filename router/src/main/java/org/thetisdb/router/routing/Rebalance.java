package org.thetisdb.router.routing;

import java.util.List;

/**
 * Moves that belong together and that no call asked for.
 *
 * @param reason one sentence for people
 */
public record Rebalance(List<Move> moves, String reason) {
  /** The same as a decision. */
  public Decision decidedAt(long nowUs) {
    return Decision.without(nowUs, moves.get(0).to(), moves, reason);
  }
}
