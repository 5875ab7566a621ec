package org.thetisdb.router.change;

import org.thetisdb.core.placement.SiteStanding;
import org.thetisdb.core.scheme.SchemeSpec;
import org.thetisdb.core.scheme.SchemeSpec.Isolation;
import org.thetisdb.core.scheme.SchemeSpec.Layout;
import org.thetisdb.core.scheme.Trait;
import org.thetisdb.replication.membership.ClusterSettings;
import org.thetisdb.replication.membership.ClusterSettings.FirstMaster;
import org.thetisdb.replication.membership.Roster;
import org.thetisdb.router.routing.Placement;

/**
 * Whether a cluster can change to a scheme while it runs, and what that would move (decision 0034).
 * Owned by the engine's thread.
 */
public final class SchemeForecast {
  private final ClusterSettings cluster;
  private final Roster roster;
  private final Placement placement;

  /** Looks at a cluster as it is when it is asked. */
  public SchemeForecast(ClusterSettings cluster, Roster roster, Placement placement) {
    this.roster = roster;
    this.cluster = cluster;
    this.placement = placement;
  }

  /** Why a cluster under one scheme cannot change to another; empty if it can. */
  String obstacle(SchemeSpec from, SchemeSpec to) {
    if (cluster.isPartial() && !to.livesOn(Layout.PARTIAL)) {
      return "some of its sites hold only what they master (replicas.full_sites)";
    }
    if (cluster.lacksFullSite() && !to.livesOn(Layout.WITHOUT_FULL_SITE)) {
      return "none of its sites holds every row (replicas.full_sites=none)";
    }
    if (to.has(Trait.NEEDS_RANGES) && !placement.hasRanges()) {
      return "its calls gather what they read, which needs ranges, and this cluster has a grid"
          + " of partitions (partition.keys)";
    }
    if (to.has(Trait.NEEDS_PLACEMENT)
        && cluster.placed().ranges().isEmpty()
        && !placement.isPlaced()) {
      return "it needs a placement; give one with ./thetis admin place --from TRACE --apply";
    }
    return "";
  }

  /** Partitions that have moved before and would move on. Those that never moved have no list. */
  int moves(SchemeSpec to) {
    int[] count = {0};
    boolean returns = to.has(Trait.MASTERS_STAY) && !placement.hasRanges();
    int gathers = to.has(Trait.ONE_MASTER) ? firstStaying() : 0;
    placement.forEachMoved(
        owner -> {
          int preferred = returns ? placement.preferredSite(owner.partition()) : gathers;
          boolean pinned = Placement.isPinned(owner.partition());
          count[0] += preferred != 0 && !pinned && owner.site() != preferred ? 1 : 0;
        });
    return count[0];
  }

  /** What calls that ask for nothing are promised under a scheme, in one sentence. */
  static String isolation(SchemeSpec to) {
    return to.claims() == Isolation.SERIALIZABLE
        ? "Calls and statements by themselves are serializable."
        : "Calls and statements by themselves read a snapshot, unless they ask to be serializable.";
  }

  private int firstStaying() {
    int site = 1;
    while (site < placement.sites() && roster.is(site, SiteStanding.GONE)) {
      site++;
    }
    return site;
  }

  /** What becomes of the placement, in one sentence. */
  String placement(SchemeSpec to) {
    if (to.has(Trait.ONE_MASTER)) {
      return "Each partition moves to site " + firstStaying() + " when an update first meets it.";
    }
    if (to.has(Trait.MASTERS_STAY)) {
      return fixed();
    }
    return to.has(Trait.LEARNS_PLACEMENT)
        ? "The map stays as it is, and mastership follows the transactions from now on."
        : "The map stays as it is; from now on " + to.placementText() + ".";
  }

  private String fixed() {
    if (placement.isPlaced()) {
      return "Partitions move to where the applied placement has them, some at a time.";
    }
    if (placement.hasRanges()) {
      return "The cluster has ranges: each stays where it is, and returns when it was moved away; no borders come or go.";
    }
    return cluster.firstMaster() == FirstMaster.FIRST_SITE
        ? "Partitions return to their first master, which is one site for all in this cluster."
        : "Partitions return to their first masters, some at a time.";
  }
}
