package org.thetisdb.router.scheme.morphosys;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import org.thetisdb.router.routing.Decision;
import org.thetisdb.router.routing.Move;

/** Decisions of which it is not known yet what they took; the oldest are forgotten. */
final class OpenSteps {
  private static final int MOST = 64;

  private final Deque<Decision> open = new ArrayDeque<>();

  /** Something was decided. */
  void add(Decision decision) {
    if (open.size() == MOST) {
      open.removeLast();
    }
    open.addFirst(decision);
  }

  /** A site has given up partitions; of a decision the slowest site says what it took. */
  void onReleased(List<Move> moves, long tookUs) {
    Move first = moves.get(0);
    for (Iterator<Decision> each = open.iterator(); each.hasNext(); ) {
      Decision decision = each.next();
      if (decision.moves().contains(first)) {
        decision.outcome().found((double) tookUs);
        if (isOver(decision, first)) {
          each.remove();
        }
        return;
      }
    }
  }

  private static boolean isOver(Decision decision, Move given) {
    return decision.moves().stream().allMatch(move -> move.from() == given.from());
  }
}
