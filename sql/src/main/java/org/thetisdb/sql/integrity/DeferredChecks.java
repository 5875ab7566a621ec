package org.thetisdb.sql.integrity;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.thetisdb.procedures.Row;
import org.thetisdb.sql.catalog.ForeignKeyDef;
import org.thetisdb.sql.context.ConstraintTimer;

/**
 * The foreign keys that a transaction has still to check, and when it checks which. What is noted
 * is the place of a child: what stands there when it is checked counts, so notes of runs that were
 * rolled back do no harm. There are at most so many as rows that the transaction has written, or
 * whose parents it has deleted. Not thread-safe.
 */
public final class DeferredChecks {
  private final Map<ConstraintTimer.Key, Boolean> said = new HashMap<>();
  private final Map<Child, Child> due = new LinkedHashMap<>();
  private Boolean saidOfAll;

  /**
   * A row that refers, or has referred, to a parent.
   *
   * @param place its encoded key
   */
  record Child(ConstraintTimer.Key constraint, byte[] place) {
    @Override
    public boolean equals(Object other) {
      return other instanceof Child child
          && constraint.equals(child.constraint)
          && Arrays.equals(place, child.place);
    }

    @Override
    public int hashCode() {
      return 31 * constraint.hashCode() + Arrays.hashCode(place);
    }
  }

  /** Whether anything is to be checked yet. */
  public boolean isDue() {
    return !due.isEmpty();
  }

  /** Whether a foreign key is checked later. */
  boolean isDeferred(ForeignKeyRule rule) {
    ForeignKeyDef definition = rule.definition();
    if (!definition.isDeferrable()) {
      return false;
    }
    Boolean own = said.get(keyOf(rule));
    Boolean last = own == null ? saidOfAll : own;
    return last == null ? definition.timing() == ForeignKeyDef.Timing.INITIALLY_DEFERRED : last;
  }

  /** What SET CONSTRAINTS says; of all if {@code key} is null. */
  void defer(ConstraintTimer.Key key, boolean deferred) {
    if (key == null) {
      said.clear();
      saidOfAll = deferred;
    } else {
      said.put(key, deferred);
    }
  }

  static ConstraintTimer.Key keyOf(ForeignKeyRule rule) {
    return new ConstraintTimer.Key(rule.child().tableId(), rule.definition().name());
  }

  private static Child child(ForeignKeyRule rule, Row row) {
    return new Child(keyOf(rule), row.encodedKey());
  }

  void note(ForeignKeyRule rule, Row row) {
    Child child = child(rule, row);
    due.put(child, child);
  }

  boolean isNoted(ForeignKeyRule rule, Row row) {
    return due.containsKey(child(rule, row));
  }

  /** What is due of one foreign key, or of all if {@code key} is null. */
  List<Child> dueOf(ConstraintTimer.Key key) {
    List<Child> found = new ArrayList<>();
    for (Child child : due.keySet()) {
      if (key == null || child.constraint().equals(key)) {
        found.add(child);
      }
    }
    return found;
  }

  /** Takes out what was found to be right by a run that stands. */
  void settle(List<Child> checked) {
    checked.forEach(due::remove);
  }
}
