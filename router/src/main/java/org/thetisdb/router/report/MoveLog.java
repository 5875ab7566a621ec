package org.thetisdb.router.report;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.thetisdb.router.routing.Move;

/** The last moves, newest first, for people who want to know why. Owned by the engine's thread. */
public final class MoveLog {
  private static final int KEPT = 1024;

  private final Deque<Entry> entries = new ArrayDeque<>();

  /** A move that was made. */
  public record Entry(long atUs, Move move, int term, String reason) {}

  /** A partition has moved in a term of its own; an older move may be forgotten for it. */
  public void add(long nowUs, Move move, int term, String reason) {
    if (entries.size() == KEPT) {
      entries.removeLast();
    }
    entries.addFirst(new Entry(nowUs, move, term, reason));
  }

  /** Those that people look through. */
  public List<Entry> newest(int most) {
    return entries.stream().limit(most).toList();
  }

  /** The last move of each partition that has one among these. */
  public Map<Long, Entry> lastOfEach() {
    Map<Long, Entry> last = new HashMap<>();
    for (Entry entry : entries) {
      last.putIfAbsent(entry.move().partition(), entry);
    }
    return last;
  }

  /** The last move of a partition; null if it is not among these. */
  public Entry last(long partition) {
    for (Entry entry : entries) {
      if (entry.move().partition() == partition) {
        return entry;
      }
    }
    return null;
  }
}
