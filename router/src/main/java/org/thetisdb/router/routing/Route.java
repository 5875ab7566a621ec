package org.thetisdb.router.routing;

import java.util.List;

/**
 * A scheme's answer for one update: where it runs, what has to move before, and why. Calls whose
 * partitions are settled share one object per site.
 *
 * <p>A scheme that runs updates at several sites, or moves rows as well, adds its own kind of
 * answer here; what is common to all is that a call waits for {@link #moves} and then goes to
 * {@link #site}.
 *
 * @param moves empty when the site masters all that is written
 * @param reason one sentence for people; empty when nothing moves
 */
public record Route(int site, List<Move> moves, String reason) {
  /** A route without moves. */
  public static Route settled(int site) {
    return new Route(site, List.of(), "");
  }

  /** Whether the call can be sent at once. */
  public boolean isSettled() {
    return moves.isEmpty();
  }
}
