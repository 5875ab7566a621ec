package org.thetisdb.server.stage;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Statements that read more rows than a caller-runs thread may (decision 0029). To begin one, roll
 * back it and begin again costs as much as all that was read, so its next runs are left to the
 * event loop's own thread at once. Now and then one is tried again: with other arguments it may
 * read less. Holds a bounded number. Not thread-safe; owned by the site's engine.
 */
final class LongStatements {
  private static final int MOST = 256;
  private static final int RUNS_UNTIL_TRIED = 64;

  /** Runs until a statement is tried again, by what makes it the same statement. */
  private final Map<Object, int[]> runsLeft =
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Object, int[]> eldest) {
          return size() > MOST;
        }
      };

  /** A caller-runs thread began it and met too many rows. */
  void add(Object statement) {
    runsLeft.put(statement, new int[] {RUNS_UNTIL_TRIED});
  }

  /** Whether this run had better not be a caller-runs thread's. */
  boolean takeRun(Object statement) {
    int[] left = runsLeft.isEmpty() ? null : runsLeft.get(statement);
    if (left == null) {
      return false;
    }
    if (left[0]-- == 0) {
      runsLeft.remove(statement);
      return false;
    }
    return true;
  }
}
