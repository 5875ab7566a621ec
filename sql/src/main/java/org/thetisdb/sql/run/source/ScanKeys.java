package org.thetisdb.sql.run.source;

import java.util.ArrayList;
import java.util.List;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.procedures.KeyRange;
import org.thetisdb.procedures.Plan;
import org.thetisdb.procedures.Table;
import org.thetisdb.sql.run.RunContext;

/**
 * Which keys of a stored table are asked for: some first columns equal to values (one of several
 * each), then perhaps a range of the next one. Immutable.
 */
public final class ScanKeys {
  /** Most combinations of values that are looked up one by one. */
  public static final int MAX_COMBINATIONS = 10_000;

  /** Most keys that arrays may stand for. */
  private static final int MAX_LOOKUPS = 100_000;

  private static final Object[][] NOTHING = {};

  private final Table table;
  private final KeyPart[][] equal;
  private final KeyPart lower;
  private final boolean lowerInclusive;
  private final KeyPart upper;
  private final boolean upperInclusive;

  /**
   * Keys of a table.
   *
   * @param equal for each of the first columns the values that it may equal
   * @param lower the lower end of the column behind; null for none
   * @param upper the upper end; null for none
   */
  public ScanKeys(
      Table table,
      KeyPart[][] equal,
      KeyPart lower,
      boolean lowerInclusive,
      KeyPart upper,
      boolean upperInclusive) {
    this.table = table;
    this.equal = equal;
    this.lower = lower;
    this.lowerInclusive = lowerInclusive;
    this.upper = upper;
    this.upperInclusive = upperInclusive;
  }

  /** The table whose keys they are. */
  Table table() {
    return table;
  }

  /** Whether each is a whole key. */
  public boolean isPoint() {
    return equal.length == table.schema().keyColumns();
  }

  /** The only key if there is one at most; null if it can match nothing. */
  Object[] singleKey(RunContext run) {
    Object[] key = new Object[equal.length];
    for (int i = 0; i < key.length; i++) {
      key[i] = equal[i][0].equal(run);
      if (key[i] == null) {
        return null;
      }
    }
    return key;
  }

  /** Whether there is one key, or one prefix, at most. */
  boolean isSingle() {
    for (KeyPart[] choices : equal) {
      if (choices.length != 1 || choices[0].isArray()) {
        return false;
      }
    }
    return true;
  }

  /** The values of the first columns, each combination once, in order of their keys. */
  Object[][] prefixes(RunContext run) {
    if (isSingle()) {
      Object[] key = singleKey(run);
      return key == null ? NOTHING : new Object[][] {key};
    }
    List<Object[]> prefixes = new ArrayList<>();
    prefixes.add(new Object[0]);
    for (KeyPart[] choices : equal) {
      prefixes = extended(prefixes, choices, run);
    }
    return Prefixes.distinct(table, prefixes);
  }

  private static List<Object[]> extended(
      List<Object[]> prefixes, KeyPart[] choices, RunContext run) {
    List<Object> values = new ArrayList<>(choices.length);
    for (KeyPart choice : choices) {
      values.addAll(choice.choices(run));
    }
    long count = (long) prefixes.size() * values.size();
    if (count > MAX_LOOKUPS) {
      throw new ThetisException(
          ErrorCode.STATEMENT_TOO_LARGE, "arrays that stand for " + count + " keys");
    }
    List<Object[]> longer = new ArrayList<>((int) count);
    for (Object value : values) {
      for (Object[] prefix : prefixes) {
        Object[] next = java.util.Arrays.copyOf(prefix, prefix.length + 1);
        next[prefix.length] = value;
        longer.add(next);
      }
    }
    return longer;
  }

  /** The ranges, in order; none where nothing can match. */
  List<KeyRange> ranges(RunContext run) {
    if (isPoint()) {
      throw new IllegalStateException("whole keys are looked up");
    }
    KeyPart.Bound from = lower == null ? null : lower.bound(run, true, lowerInclusive);
    KeyPart.Bound to = upper == null ? null : upper.bound(run, false, upperInclusive);
    if ((lower != null && from == null) || (upper != null && to == null)) {
      return List.of();
    }
    List<KeyRange> ranges = new ArrayList<>();
    for (Object[] prefix : prefixes(run)) {
      KeyRange range = end(begin(prefix, from), prefix, to);
      if (!range.isEmpty()) {
        ranges.add(range);
      }
    }
    return ranges;
  }

  private KeyRange begin(Object[] prefix, KeyPart.Bound from) {
    if (from == null) {
      return table.from(prefix);
    }
    Object[] bound = Prefixes.append(prefix, from.stored());
    return from.inclusive() ? table.from(bound) : table.all().after(bound);
  }

  private KeyRange end(KeyRange range, Object[] prefix, KeyPart.Bound to) {
    if (to == null) {
      // nulls come last in entries of indexes, and are in no range
      boolean nulls = lower != null && table.schema().column(prefix.length).nullable();
      return nulls ? range.to(Prefixes.append(prefix, null)) : range.through(prefix);
    }
    Object[] bound = Prefixes.append(prefix, to.stored());
    return to.inclusive() ? range.through(bound) : range.to(bound);
  }

  /** Names all keys in a plan. */
  void plan(Plan target, RunContext run, boolean written) {
    if (isPoint()) {
      for (Object[] key : prefixes(run)) {
        if (written) {
          target.write(table, key);
        } else {
          target.read(table, key);
        }
      }
      return;
    }
    for (KeyRange range : ranges(run)) {
      if (written) {
        target.writeRange(range);
      } else {
        target.readRange(range);
      }
    }
  }
}
