package org.thetisdb.server.scheme.deterministic;

import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.core.wire.KeySet.KeyRange;
import org.thetisdb.procedures.runtime.AccessPlan;

/**
 * One that puts {@link Placeholders}, from its place on until it has committed or given up. Owned
 * by the site's engine.
 */
public final class Writer {
  final long place;
  final Placeholders.Owner owner;

  /** Null for one that may write everything. */
  final AccessPlan plan;

  /** Those that hear when it has filled a placeholder. */
  final Set<Placeholders.Owner> waiting = new LinkedHashSet<>(0);

  /** What was read for the versions that are there. */
  Set<RowKey> readKeys = Set.of();

  List<KeyRange> readRanges = List.of();

  /** The versions that are there; null for a deletion. */
  Map<RowKey, byte[]> images = Map.of();

  /** Rows that it wrote in its ranges, which it had not named; known when it is filled. */
  List<RowKey> found = List.of();

  long bytes;
  boolean isFilled;
  boolean isGone;

  Writer(long place, Placeholders.Owner owner, AccessPlan plan) {
    this.place = place;
    this.owner = owner;
    this.plan = plan;
  }

  /** Its place in the order. */
  public long place() {
    return place;
  }

  /** Whether it has run, and what it wrote is there for others to be read. */
  public boolean isFilled() {
    return isFilled;
  }

  /** How many rows of it others may read. */
  public int imageCount() {
    return images.size();
  }

  /** Whether it names by its key each row that it may write. */
  public boolean namesAll() {
    return plan != null && plan.writeRanges().isEmpty();
  }

  /** Whether a run can tell what it writes: not of one that may write everything. */
  public boolean mayBeFilled() {
    return plan != null;
  }

  /** Whether it wrote a row, or may. */
  boolean mayHave(RowKey key) {
    return !isFilled || images.containsKey(key);
  }

  /** Whether what it makes of a row is known. */
  boolean hasProduced(RowKey key) {
    return isFilled || images.containsKey(key);
  }

  boolean mayFindInRanges(RowKey key) {
    return plan == null || plan.writeRanges().stream().anyMatch(range -> range.contains(key));
  }

  boolean mayWriteBetween(RowKey first, RowKey end) {
    return plan == null
        || plan.writeRanges().stream()
            .anyMatch(
                range -> first.compareTo(range.end()) < 0 && range.first().compareTo(end) < 0);
  }

  /** Whether it has read anything in the ranges in which another one writes. */
  boolean hasReadInRangesOf(Writer other) {
    return readKeys.stream().anyMatch(other::mayFindInRanges)
        || readRanges.stream().anyMatch(range -> other.mayWriteBetween(range.first(), range.end()));
  }

  /** Whether all that others may have read of it is among these. */
  boolean isAsShown(Map<RowKey, byte[]> others) {
    return images.entrySet().stream()
        .allMatch(
            shown ->
                others.containsKey(shown.getKey())
                    && Arrays.equals(shown.getValue(), others.get(shown.getKey())));
  }

  boolean hasRead(RowKey key) {
    return readKeys.contains(key) || readRanges.stream().anyMatch(range -> range.contains(key));
  }
}
