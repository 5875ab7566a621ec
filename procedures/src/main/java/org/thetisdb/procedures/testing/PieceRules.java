package org.thetisdb.procedures.testing;

import java.util.HashMap;
import java.util.Map;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.procedures.Table;

/** Holds the pieces of one run to what {@link org.thetisdb.procedures.Context#piece} asks. */
final class PieceRules {
  private static final int IN_FRONT = 0;
  private static final int BEHIND = -1;

  private final Rules rules;
  private final Map<RowKey, Integer> writers = new HashMap<>();
  private int last;
  private int current = IN_FRONT;

  PieceRules(Rules rules) {
    this.rules = rules;
  }

  /** Runs a piece; one inside of another is a part of that. */
  void run(Runnable part) {
    rules.checkInPieces();
    if (current > IN_FRONT) {
      part.run();
      return;
    }
    current = ++last;
    try {
      part.run();
    } finally {
      current = BEHIND;
    }
  }

  void checkRead(Table table, RowKey key) {
    int writer = writers.getOrDefault(key, IN_FRONT);
    if (writer != IN_FRONT && writer != current) {
      throw rules.broken(
          "reads " + Rules.describe(table, key) + ", which another piece has written");
    }
  }

  void checkWrite(Table table, RowKey key) {
    Integer writer = writers.putIfAbsent(key, current);
    if (writer != null && writer != current) {
      throw rules.broken("writes " + Rules.describe(table, key) + " in more than one piece");
    }
  }

  void checkRollBack(RuntimeException reason) {
    if (current > IN_FRONT) {
      throw rules.broken("is rolled back in a piece (" + reason.getMessage() + ")");
    }
  }
}
