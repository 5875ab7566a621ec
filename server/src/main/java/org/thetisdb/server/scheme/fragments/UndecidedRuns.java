package org.thetisdb.server.scheme.fragments;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.core.wire.RouterToSite.RowImage;
import org.thetisdb.server.catalog.Catalog;
import org.thetisdb.store.BufferedRows;

/**
 * What fragments have written here whose calls are not decided, in front of the store, so that
 * later ones run on it (speculation; decision 0163). A fragment stands on lower numbers only, and
 * says in its record which. Nothing of it has to survive: where a row is prepared and not here,
 * others wait for the decision.
 *
 * <p>Not thread-safe; the site's engine owns it, and the calls at the site are its bound.
 */
final class UndecidedRuns implements BufferedRows {
  /** So many transactions one may stand on, be it through others. */
  private static final int MOST = 64;

  private final Catalog catalog;
  private final Map<Long, Run> runs = new HashMap<>();
  private final TreeMap<RowKey, TreeMap<Long, Version>> rows = new TreeMap<>();

  /** One that has voted. */
  private static final class Run {
    private final List<RowImage> written;

    /** All that it stands on, be it through others. */
    private final Set<Long> below;

    Run(List<RowImage> written, Set<Long> below) {
      this.written = written;
      this.below = below;
    }
  }

  UndecidedRuns(Catalog catalog) {
    this.catalog = catalog;
  }

  /**
   * Whether fragments may run on undecided rows. Rules of SQL look at rows beside what a call
   * reads, so where there are any, all wait.
   */
  boolean areUsed() {
    return catalog.sql().version() == 0;
  }

  /** Whether what a transaction wrote is here. */
  boolean contains(long transaction) {
    return runs.containsKey(transaction);
  }

  /** Whether a transaction may run on what another one has prepared here. */
  boolean mayStand(long transaction, long other) {
    Run run = other < transaction ? runs.get(other) : null;
    return run != null && run.below.size() < MOST && !catalog.prepared().isDoomed(other);
  }

  /**
   * Of those that a run has met, the ones that its record names: not those that another one stands
   * on, which is decided behind them.
   */
  SortedSet<Long> named(SortedSet<Long> met) {
    SortedSet<Long> named = new TreeSet<>(met);
    met.forEach(each -> named.removeAll(below(each)));
    return named;
  }

  private Set<Long> below(long transaction) {
    Run run = runs.get(transaction);
    return run == null ? Set.of() : run.below;
  }

  /**
   * A fragment has voted that may run on undecided rows; later ones may run on its own.
   *
   * @param met those on which it has run
   */
  void add(long transaction, List<RowImage> written, SortedSet<Long> met) {
    Set<Long> below = new HashSet<>(met);
    met.forEach(each -> below.addAll(below(each)));
    runs.put(transaction, new Run(written, below));
    for (RowImage row : written) {
      rows.computeIfAbsent(row.key(), key -> new TreeMap<>())
          .put(transaction, new Version(transaction, row.image()));
    }
  }

  /** What a transaction has prepared here is free: it is committed, or aborted. */
  void end(long transaction) {
    Run ended = runs.remove(transaction);
    if (ended == null) {
      return;
    }
    for (RowImage row : ended.written) {
      TreeMap<Long, Version> versions = rows.get(row.key());
      versions.remove(transaction);
      if (versions.isEmpty()) {
        rows.remove(row.key());
      }
    }
    if (!catalog.prepared().isDecided(transaction)) {
      catalog.prepared().doom(List.of(transaction));
    }
    runs.values().forEach(each -> each.below.remove(transaction));
  }

  @Override
  public Version find(RowKey key) {
    TreeMap<Long, Version> versions = rows.isEmpty() ? null : rows.get(key);
    return versions == null ? null : versions.lastEntry().getValue();
  }

  @Override
  public List<Map.Entry<RowKey, Version>> between(RowKey first, RowKey end, boolean backwards) {
    NavigableMap<RowKey, TreeMap<Long, Version>> part = rows.subMap(first, true, end, false);
    List<Map.Entry<RowKey, Version>> found = new ArrayList<>(part.size());
    (backwards ? part.descendingMap() : part)
        .forEach((key, versions) -> found.add(Map.entry(key, versions.lastEntry().getValue())));
    return found;
  }
}
