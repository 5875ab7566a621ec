package org.thetisdb.router.replica;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import org.thetisdb.core.placement.ReplicaRange;
import org.thetisdb.core.placement.ReplicaSets;

/**
 * Which replica of a table is to be added or dropped so that there are as many copies of it as are
 * wanted (decision 0062). A copy is all of a table at a site that counts: one that belongs to the
 * cluster, and was not lost long ago. Immutable; it knows one moment.
 *
 * @param wanted copies of each table; at least 1
 * @param sites those that belong to the cluster
 * @param sets the replicas that there are
 * @param isHeld whether the site of a replica holds it now
 */
record CopyTargets(
    int wanted, List<SiteFact> sites, ReplicaSets sets, Predicate<ReplicaRange> isHeld) {
  /** Replicas that are being filled: while there are so many, none is added. */
  static final int MOST_FILLING = 2;

  /**
   * What is known of a site.
   *
   * @param holdsAll whether it holds every row
   * @param isUsable whether it is connected and takes work
   * @param counts whether it is, or was not long ago
   * @param hasRoom whether it has memory for more copies
   */
  record SiteFact(int site, boolean holdsAll, boolean isUsable, boolean counts, boolean hasRoom) {}

  /** All partitions of a table. */
  record TableFact(int table, long first, long last) {
    boolean isAllOf(ReplicaRange range) {
      return range.first() == first && range.last() == last;
    }

    boolean overlaps(ReplicaRange range) {
      return range.first() <= last && range.last() >= first;
    }
  }

  /** Copies of a table that count, filled or not. */
  int copies(TableFact table) {
    return full(SiteFact::counts) + counted(table).size();
  }

  /** Copies of a table that can be read now. */
  int held(TableFact table) {
    return full(SiteFact::isUsable) + (int) counted(table).stream().filter(isHeld).count();
  }

  private int full(Predicate<SiteFact> condition) {
    return (int) sites.stream().filter(SiteFact::holdsAll).filter(condition).count();
  }

  private List<ReplicaRange> counted(TableFact table) {
    List<ReplicaRange> counted = new ArrayList<>();
    for (ReplicaRange range : sets.ranges()) {
      if (table.isAllOf(range) && counts(range.site())) {
        counted.add(range);
      }
    }
    return counted;
  }

  private boolean counts(int site) {
    return sites.stream().anyMatch(each -> each.site() == site && each.counts());
  }

  /**
   * The replicas after the next change for a table; null if none is needed, or possible now.
   *
   * @param demand how much a site needs the table
   */
  ReplicaSets next(TableFact table, ToLongFunction<Integer> demand) {
    int copies = copies(table);
    if (copies < wanted) {
      int site = filling() < MOST_FILLING ? target(table, demand) : 0;
      boolean hasRoom = sets.ranges().size() < ReplicaSets.MOST_RANGES;
      return site == 0 || !hasRoom ? null : sets.with(table.first(), table.last(), site);
    }
    // What is dropped is held, and as many as are wanted are held without it.
    ReplicaRange surplus = copies > wanted && held(table) > wanted ? surplus(table, demand) : null;
    return surplus == null ? null : sets.without(surplus.id());
  }

  private int filling() {
    int filling = 0;
    for (ReplicaRange range : sets.ranges()) {
      filling += counts(range.site()) && !isHeld.test(range) ? 1 : 0;
    }
    return filling;
  }

  /** Where a further copy is to be; 0 if no site can have one. */
  int target(TableFact table, ToLongFunction<Integer> demand) {
    return sites.stream()
        .filter(each -> !each.holdsAll() && each.isUsable() && each.hasRoom())
        .filter(each -> !hasSome(table, each.site()))
        .map(SiteFact::site)
        .max(
            Comparator.comparingLong(demand)
                .thenComparing(Comparator.comparingInt(this::load).reversed())
                .thenComparing(Comparator.reverseOrder()))
        .orElse(0);
  }

  private boolean hasSome(TableFact table, int site) {
    return sets.ranges().stream().anyMatch(each -> each.site() == site && table.overlaps(each));
  }

  private int load(int site) {
    return (int) sets.ranges().stream().filter(each -> each.site() == site).count();
  }

  private ReplicaRange surplus(TableFact table, ToLongFunction<Integer> demand) {
    return counted(table).stream()
        .filter(isHeld)
        .min(
            Comparator.comparingLong((ReplicaRange range) -> demand.applyAsLong(range.site()))
                .thenComparing(Comparator.comparingLong(ReplicaRange::id).reversed()))
        .orElse(null);
  }
}
