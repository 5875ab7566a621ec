package org.thetisdb.router.scheme.morphosys;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.agrona.collections.Long2LongHashMap;
import org.thetisdb.core.id.PartitionId;
import org.thetisdb.core.placement.ReplicaRange;
import org.thetisdb.core.placement.ReplicaSets;
import org.thetisdb.router.routing.ClusterView;
import org.thetisdb.router.routing.CopyChange;
import org.thetisdb.router.routing.Footprint;

/**
 * Copies of whole tables, where no site holds every row (decision 0186): for calls that read more
 * partitions than are listed, at one site; and of tables that nobody writes, at each site that
 * reads them. A copy stays until no call has wanted it for a minute. Not thread-safe.
 */
final class RunCopies {
  /** Tables of which copies are wanted at a time; others wait. */
  private static final int MOST = 64;

  private static final long STAY_US = 60_000_000;

  private static final long NEVER_US = Long.MIN_VALUE;

  private final ClusterView cluster;
  private final Map<Run, Use> uses = new LinkedHashMap<>();

  /** All of a table that its grid knows, at a site. */
  private record Run(long first, long last, int site) {}

  /** When it was wanted last, and the ids of copies that were made for it. */
  private static final class Use {
    private final List<Long> made = new ArrayList<>();
    private long wantedUs;
  }

  /** When calls have read a table last, of tables in uses alone. */
  private final Long2LongHashMap readUs = new Long2LongHashMap(NEVER_US);

  RunCopies(ClusterView cluster) {
    this.cluster = cluster;
  }

  /** A call reads these: the site where all of it is to be; 0 if there is none. */
  int want(Footprint footprint, long nowUs) {
    long[] runs = footprint.unlisted();
    int site = siteOf(runs);
    site = site == 0 ? choose(runs) : site;
    boolean wanted = site != 0;
    for (int i = 0; wanted && i < runs.length; i += 2) {
      wanted = want(runs[i], runs[i + 1], site, nowUs);
    }
    return wanted ? site : 0;
  }

  /** A call reads a table, wherever; no effect if no copy of it was wanted. */
  void onRead(int table, long nowUs) {
    if (readUs.containsKey(table)) {
      readUs.put(table, nowUs);
    }
  }

  /** A run is wanted at a site; false if too many are. */
  boolean want(long first, long last, int site, long nowUs) {
    Run run = new Run(first, last, site);
    Use use = uses.get(run);
    if (use == null) {
      if (uses.size() >= MOST) {
        return false;
      }
      use = new Use();
      uses.put(run, use);
      readUs.put(PartitionId.table(first), nowUs);
    }
    use.wantedUs = nowUs;
    return true;
  }

  /** The site that has, or gets, most of some runs; the last one of several. */
  private int siteOf(long[] runs) {
    int best = 0;
    int most = 0;
    for (int site = 1; site <= cluster.sites(); site++) {
      int there = 0;
      for (int i = 0; i < runs.length; i += 2) {
        there += uses.containsKey(new Run(runs[i], runs[i + 1], site)) ? 1 : 0;
      }
      if (there > 0 && there >= most && cluster.isUsable(site)) {
        best = site;
        most = there;
      }
    }
    return best;
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
      long readUs = this.readUs.get(PartitionId.table(run.first));
      boolean isUnused = nowUs - Math.max(use.wantedUs, readUs) > STAY_US;
      CopyChange change = isUnused ? removal(use, there) : addition(run, there);
      if (!isUnused || change != null) {
        uses.put(run, use);
      } else {
        forgetTableOf(run);
      }
      if (change != null) {
        return change;
      }
    }
    return null;
  }

  /** The last use of a table takes the time of its reads with it. */
  private void forgetTableOf(Run gone) {
    int table = PartitionId.table(gone.first);
    if (uses.keySet().stream().noneMatch(run -> PartitionId.table(run.first) == table)) {
      readUs.remove(table);
    }
  }

  private static CopyChange removal(Use use, ReplicaSets there) {
    if (use.made.isEmpty()) {
      return null;
    }
    ReplicaRange range = there.find(use.made.get(0));
    return new CopyChange(
        range.id(), range.first(), range.last(), range.site(), "no call has wanted it for a while");
  }

  /** The first gap that no copy covers. */
  private static CopyChange addition(Run run, ReplicaSets there) {
    int site = run.site;
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
    return new CopyChange(0, next, last, site, "calls read it there, and no site holds every row");
  }

  /** A copy comes that is wanted here; whether it is one of these. */
  boolean onRecorded(CopyChange change, long id) {
    for (Map.Entry<Run, Use> each : uses.entrySet()) {
      Run run = each.getKey();
      boolean isOf =
          run.site == change.site() && run.first <= change.first() && change.last() <= run.last;
      if (isOf && change.adds()) {
        each.getValue().made.add(id);
        return true;
      }
    }
    return false;
  }
}
