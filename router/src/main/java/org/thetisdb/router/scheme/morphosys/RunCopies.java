package org.thetisdb.router.scheme.morphosys;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.thetisdb.core.id.PartitionId;
import org.thetisdb.core.placement.ReplicaRange;
import org.thetisdb.core.placement.ReplicaSets;
import org.thetisdb.router.routing.ClusterView;
import org.thetisdb.router.routing.CopyChange;
import org.thetisdb.router.routing.Footprint;

/**
 * Copies of whole tables for calls that read more partitions than are listed, where no site holds
 * every row (decision 0186): one site gets a copy of the table, and keeps it until nobody has
 * wanted it for a minute. Not thread-safe.
 */
final class RunCopies {
  /** Tables of which copies are wanted at a time; others wait. */
  private static final int MOST = 64;

  private static final long STAY_US = 60_000_000;

  private final ClusterView cluster;
  private final Map<Run, Use> uses = new LinkedHashMap<>();

  /** All of a table that its grid knows. */
  private record Run(long first, long last) {}

  /** Where it is to be, when it was wanted last, and the ids of copies that were made for it. */
  private static final class Use {
    private final int site;
    private final List<Long> made = new ArrayList<>();
    private long wantedUs;

    Use(int site) {
      this.site = site;
    }
  }

  RunCopies(ClusterView cluster) {
    this.cluster = cluster;
  }

  /** A call reads these: the site where all of it is to be; 0 if there is none. */
  int want(Footprint footprint, long nowUs) {
    long[] runs = footprint.unlisted();
    int site = 0;
    for (int i = 0; i < runs.length; i += 2) {
      Use use = uses.get(new Run(runs[i], runs[i + 1]));
      site = use != null && cluster.isUsable(use.site) ? use.site : site;
    }
    site = site == 0 ? choose(runs) : site;
    for (int i = 0; site != 0 && i < runs.length; i += 2) {
      Run run = new Run(runs[i], runs[i + 1]);
      Use use = uses.get(run);
      if (use == null || use.site != site) {
        if (use == null && uses.size() >= MOST) {
          return 0;
        }
        Use moved = new Use(site);
        if (use != null) {
          moved.made.addAll(use.made);
        }
        use = moved;
        uses.put(run, use);
      }
      use.wantedUs = nowUs;
    }
    return site;
  }

  /** Tables are spread over the sites by their numbers. */
  private int choose(long[] runs) {
    int usable = 0;
    for (int site = 1; site <= cluster.sites(); site++) {
      usable += takesCopies(site) ? 1 : 0;
    }
    if (usable == 0 || runs.length == 0) {
      return 0;
    }
    int left = PartitionId.table(runs[0]) % usable;
    int site = 0;
    while (left >= 0) {
      site++;
      left -= takesCopies(site) ? 1 : 0;
    }
    return site;
  }

  private boolean takesCopies(int site) {
    return cluster.isUsable(site) && cluster.mayMaster(site) && !cluster.isFullOfCopies(site);
  }

  /**
   * The next copy that is to come or go; null if there is none. What was looked at is last the next
   * time, so that one for which there is no room holds nothing up.
   */
  CopyChange next(ReplicaSets there, long nowUs) {
    for (Run run : List.copyOf(uses.keySet())) {
      Use use = uses.remove(run);
      use.made.removeIf(id -> there.find(id) == null);
      boolean isUnused = nowUs - use.wantedUs > STAY_US;
      CopyChange change = isUnused ? removal(use, there) : addition(run, use.site, there);
      if (!isUnused || change != null) {
        uses.put(run, use);
      }
      if (change != null) {
        return change;
      }
    }
    return null;
  }

  private static CopyChange removal(Use use, ReplicaSets there) {
    if (use.made.isEmpty()) {
      return null;
    }
    ReplicaRange range = there.find(use.made.get(0));
    return new CopyChange(
        range.id(), range.first(), range.last(), range.site(), "nobody reads all of its table now");
  }

  /** The first gap that no copy covers. */
  private static CopyChange addition(Run run, int site, ReplicaSets there) {
    long next = run.first;
    ReplicaRange range = there.at(site, next);
    while (range != null && range.last() < run.last) {
      next = range.last() + 1;
      range = there.at(site, next);
    }
    if (range != null) {
      return null;
    }
    long last = run.last;
    for (ReplicaRange other : there.ranges()) {
      if (other.site() == site && other.first() > next && other.first() <= last) {
        last = other.first() - 1;
      }
    }
    return new CopyChange(0, next, last, site, "a call reads more of its table than can be listed");
  }

  /** A copy comes that is wanted here; whether it is one of these. */
  boolean onRecorded(CopyChange change, long id) {
    for (Map.Entry<Run, Use> each : uses.entrySet()) {
      Run run = each.getKey();
      boolean isOf =
          each.getValue().site == change.site()
              && run.first <= change.first()
              && change.last() <= run.last;
      if (isOf && change.adds()) {
        each.getValue().made.add(id);
        return true;
      }
    }
    return false;
  }
}
