package org.thetisdb.router.routing;

import java.util.List;

/**
 * A scheme's answer for one update: where it runs, what has to move before, and why. Calls whose
 * partitions are settled share one object per site.
 *
 * <p>A call waits for {@link #moves}, then for {@link #participants}, and then goes to {@link
 * #site}.
 *
 * @param moves empty when the site masters all that is written
 * @param reason one sentence for people; empty when nothing moves
 * @param participants sites at which rows that it writes are to be prepared, in the order of their
 *     numbers; empty if all that it writes is mastered where it runs. Must not be changed
 */
public record Route(int site, List<Move> moves, String reason, int[] participants) {
  /** No participants. */
  public static final int[] NOBODY = {};

  /** A route of an update that runs and commits at one site. */
  public Route(int site, List<Move> moves, String reason) {
    this(site, moves, reason, NOBODY);
  }

  /** A route of an update that other sites take part in. */
  public static Route over(int coordinator, int[] participants) {
    return new Route(coordinator, List.of(), "", participants);
  }

  /** A route without moves. */
  public static Route settled(int site) {
    return new Route(site, List.of(), "");
  }

  /** Whether the call can be sent at once. */
  public boolean isSettled() {
    return moves.isEmpty() && participants.length == 0;
  }
}
