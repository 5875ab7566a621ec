package org.thetisdb.benchmarks.driver;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.thetisdb.benchmarks.driver.result.StatusView;

/**
 * Finds moves that take back another one of the second before, among the moves that a router's
 * status names. A status names the last ones only, so in a second with more moves some are not
 * seen. For one thread.
 */
final class MoveWatch {
  private static final long SOON_MS = 1_000;
  private static final int MOST_REMEMBERED = 100_000;

  private final Set<String> known = new HashSet<>();
  private final Map<String, Last> lastByRange = new HashMap<>();
  private long seen;
  private long back;

  private record Last(long atMs, int from, int to) {}

  /** Looks at a status that was taken at this time. */
  void look(StatusView status, long nowMs) {
    if (known.size() > MOST_REMEMBERED) {
      known.clear();
    }
    JsonNode moves = status.root().path("recent_moves");
    for (int i = moves.size() - 1; i >= 0; i--) {
      see(moves.get(i), nowMs);
    }
  }

  /** The oldest first. */
  private void see(JsonNode move, long nowMs) {
    String range =
        move.path("table").asText()
            + "/"
            + move.path("partition").asText("")
            + move.path("range").asText("");
    if (!known.add(range + "@" + move.path("term").asText())) {
      return;
    }
    seen++;
    Last now =
        new Last(
            nowMs - move.path("age_ms").asLong(),
            move.path("from").asInt(),
            move.path("to").asInt());
    Last before = lastByRange.put(range, now);
    boolean returns = before != null && before.from() == now.to() && before.to() == now.from();
    if (returns && now.atMs() - before.atMs() <= SOON_MS) {
      back++;
    }
    if (lastByRange.size() > MOST_REMEMBERED) {
      lastByRange.clear();
    }
  }

  /** Moves that were seen. */
  long seen() {
    return seen;
  }

  /** Those of them that took back one of the second before. */
  long back() {
    return back;
  }
}
