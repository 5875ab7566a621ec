package org.thetisdb.procedures.testing;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.core.value.ValueCodec;
import org.thetisdb.procedures.Table;

/** Runs all parts of a procedure in fragments, or only those of one row. Not thread-safe. */
final class FragmentRules {
  private final Rules rules;

  /** The row whose parts run; null if all do. */
  private final RowKey only;

  /** What parts have returned elsewhere, by their numbers; null if parts run here. */
  private final Map<Integer, byte[]> given;

  private final Set<RowKey> rows = new LinkedHashSet<>();
  private final Map<Integer, byte[]> returned = new HashMap<>();
  private int parts;
  private boolean isInPart;
  private boolean hasResults;

  FragmentRules(Rules rules, RowKey only, Map<Integer, byte[]> given) {
    this.rules = rules;
    this.only = only;
    this.given = given;
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
    begin(row);
    if (runsHere(row)) {
      runPart(part);
    }
  }

  private void begin(RowKey row) {
    rows.add(row);
    parts++;
  }

  private boolean runsHere(RowKey row) {
    return given == null && (only == null || only.equals(row));
  }

  private void runPart(Runnable part) {
    isInPart = true;
    try {
      part.run();
    } finally {
      isInPart = false;
    }
  }

  /** The same for a part that has a result, which comes as it would from another site. */
  Object resultOf(Table table, RowKey row, Supplier<?> part) {
    rules.checkInFragments(table, row);
    if (isInPart) {
      return part.get();
    }
    hasResults = true;
    begin(row);
    int number = parts - 1;
    if (runsHere(row)) {
      runPart(() -> returned.put(number, rules.encode(part.get())));
    }
    byte[] value = given == null ? returned.get(number) : given.get(number);
    return value == null ? null : ValueCodec.decode(value);
  }

  /** Whether parts have results. */
  boolean hasResults() {
    return hasResults;
  }

  /** What the parts have returned that have run here, by their numbers. */
  Map<Integer, byte[]> returned() {
    return returned;
  }

  void checkWrite(Table table, RowKey key) {
    if (!isInPart && rules.isInFragments()) {
      throw rules.broken("writes " + Rules.describe(table, key) + " outside of its parts");
    }
  }
}
