package org.thetisdb.procedures.testing;

import java.util.LinkedHashSet;
import java.util.Set;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.procedures.Table;

/** Runs all parts of a procedure in fragments, or only those of one row. Not thread-safe. */
final class FragmentRules {
  private final Rules rules;

  /** The row whose parts run; null if all do. */
  private final RowKey only;

  private final Set<RowKey> rows = new LinkedHashSet<>();
  private boolean isInPart;

  FragmentRules(Rules rules, RowKey only) {
    this.rules = rules;
    this.only = only;
  }

  /** The rows that parts belong to, in the order in which they came. */
  Set<RowKey> rows() {
    return rows;
  }

  /** A part of a row has come; one inside of another is a part of that. */
  void run(Table table, RowKey row, Runnable part) {
    rules.checkInFragments(table, row);
    if (isInPart) {
      part.run();
      return;
    }
    rows.add(row);
    if (only != null && !only.equals(row)) {
      return;
    }
    isInPart = true;
    try {
      part.run();
    } finally {
      isInPart = false;
    }
  }

  void checkWrite(Table table, RowKey key) {
    if (!isInPart && rules.isInFragments()) {
      throw rules.broken("writes " + Rules.describe(table, key) + " outside of its parts");
    }
  }
}
