package org.thetisdb.router.scheme.morphosys;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.agrona.collections.LongHashSet;
import org.thetisdb.core.placement.PartitionGrid;
import org.thetisdb.core.placement.ReplicaSets;
import org.thetisdb.router.routing.ClusterView;
import org.thetisdb.router.routing.CopyChange;
import org.thetisdb.router.routing.Decision;
import org.thetisdb.router.routing.DecisionLog;
import org.thetisdb.router.routing.Footprint;
import org.thetisdb.router.scheme.morphosys.PlanStep.AddCopies;

/**
 * The copies that plans want, one set at a time, until they are readable (decisions 0172 and 0179);
 * and those that calls cannot run without (decision 0186). Not thread-safe.
 */
final class PlannedCopies {
  private final CopyPlans copies;
  private final ClusterView cluster;
  private final LearnedCosts costs;
  private final DecisionLog decisions;
  private final WantedCopies wanted = new WantedCopies();
  private final RunCopies runs;

  /** Copies without which calls cannot run. */
  private final Set<Long> demanded = new HashSet<>();

  /** Whether what is wanted now is of that kind. */
  private boolean isDemanded;

  PlannedCopies(CopyPlans copies, ClusterView cluster, LearnedCosts costs, DecisionLog decisions) {
    this.copies = copies;
    this.cluster = cluster;
    this.costs = costs;
    this.decisions = decisions;
    this.runs = new RunCopies(cluster);
  }

  /** Whether a plan may be made now: none is being followed, and there is room for more. */
  boolean mayPlan() {
    return !wanted.areAny() && !copies.areMost();
  }

  /** Plans copies with which a group had better go elsewhere. */
  void planFor(long[] group, long nowUs) {
    List<Decision.SiteScores> scores = new ArrayList<>();
    want(copies.forGroup(group, scores), scores, nowUs);
  }

  /** Plans copies with which what is read could be read elsewhere. */
  void planForRead(long[] read, long nowUs) {
    List<Decision.SiteScores> scores = new ArrayList<>();
    want(copies.forRead(read, scores), scores, nowUs);
  }

  /** A call cannot run without these at a site; what is wanted already comes first. */
  void demand(LongHashSet partitions, int site, long nowUs) {
    if (mayPlan()) {
      String reason = "a call needs it at site " + site + ", and no site has all that it needs";
      wanted.want(partitions, site, reason, nowUs);
      isDemanded = true;
      note(site, reason, List.of(), nowUs);
    }
  }

  /** Whether a copy is to stay behind a restart of its site. */
  boolean wantsKept(long id) {
    return demanded.contains(id);
  }

  /** Where a call can have all that it reads beyond what is listed, soon; 0 if nowhere. */
  int demandRuns(Footprint footprint, long nowUs) {
    return runs.want(footprint, nowUs);
  }

  /** A call reads a table. */
  void onRead(int table, long nowUs) {
    runs.onRead(table, nowUs);
  }

  /** Calls of a site read a table that nobody writes: it gets a copy of all of that. */
  void demandTable(PartitionGrid table, int site, long nowUs) {
    if (!cluster.isFullOfCopies(site)) {
      runs.want(table.firstPartition(), table.lastPartition(), site, nowUs);
    }
  }

  private void want(AddCopies step, List<Decision.SiteScores> scores, long nowUs) {
    if (step != null) {
      wanted.want(step.partitions(), step.site(), step.reason(), nowUs);
      isDemanded = false;
      note(step.site(), step.reason(), scores, nowUs);
    }
  }

  private void note(int site, String reason, List<Decision.SiteScores> scores, long nowUs) {
    decisions.add(
        new Decision(
            nowUs,
            site,
            List.of(),
            "copies: " + reason,
            PlanMaker.FACTORS,
            PlanMaker.UNIT,
            scores));
  }

  /** The next copy that is to come or to go; null if there is none. */
  CopyChange next(ReplicaSets there, long nowUs) {
    CopyChange ofRun = runs.next(there, nowUs);
    if (ofRun != null) {
      return ofRun;
    }
    if (!wanted.areAny()) {
      return copies.toRemove(there, nowUs);
    }
    int cells = wanted.cells().length;
    boolean areReadable = areReadable();
    CopyChange next = wanted.next(there, areReadable, nowUs);
    if (!wanted.areAny() && areReadable) {
      costs.learnCopy((double) wanted.tookUs(nowUs), cells);
    }
    return next;
  }

  private boolean areReadable() {
    boolean all = true;
    for (long cell : wanted.cells()) {
      all &= cluster.hasCopy(wanted.site(), cell);
    }
    return all;
  }

  /** A change is in the log. */
  void onRecorded(CopyChange change, long id, long nowUs) {
    if (!change.adds()) {
      demanded.remove(change.id());
    } else if (!runs.onRecorded(change, id)) {
      copies.onAdded(id, nowUs);
      if (isDemanded) {
        demanded.add(id);
      }
    }
  }

  /** Copies that another router's plans have made. */
  void takeOver(List<Long> ids, long nowUs) {
    ids.forEach(id -> copies.onAdded(id, nowUs));
  }

  /** The ids of copies that plans have made. */
  List<Long> own() {
    return copies.own();
  }
}
