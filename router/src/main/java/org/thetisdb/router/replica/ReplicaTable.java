package org.thetisdb.router.replica;

import java.util.HashMap;
import java.util.Map;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.core.placement.ReplicaRange;
import org.thetisdb.core.placement.ReplicaSets;
import org.thetisdb.router.site.CutDrawer;
import org.thetisdb.router.site.SiteLink;
import org.thetisdb.router.site.SiteTable;

/**
 * Which replicas were added, as this router knows it (decision 0054), and at which of them calls
 * may read now: those that the log says are held by the incarnation of their site that is
 * connected, once a cut is there that has seen the record. Owned by the engine's thread.
 */
public final class ReplicaTable {
  private final SiteTable sites;
  private final CutDrawer cuts;

  /** Of each range: what covers the record that says which site holds it. */
  private final Map<Long, Held> held = new HashMap<>();

  private ReplicaSets sets = ReplicaSets.NONE;

  private record Held(int incarnation, VersionVector since) {}

  /** Knows of no replica beside those of sites that hold every row. */
  public ReplicaTable(SiteTable sites, CutDrawer cuts) {
    this.sites = sites;
    this.cuts = cuts;
  }

  /** What was changed last. */
  ReplicaSets sets() {
    return sets;
  }

  /**
   * A site reports what it knows, or a change was recorded; all that the site had then was
   * absorbed.
   *
   * @return whether it is news
   */
  boolean learn(ReplicaSets told) {
    if (told.number() <= sets.number()) {
      return false;
    }
    sets = told;
    held.keySet().removeIf(id -> sets.find(id) == null);
    for (ReplicaRange range : sets.ranges()) {
      Held known = held.get(range.id());
      if (known == null || known.incarnation != range.incarnation()) {
        held.put(range.id(), new Held(range.incarnation(), cuts.known()));
      }
    }
    return true;
  }

  /** Whether a site holds a partition by a replica that was added, and may be read there. */
  public boolean holds(int site, long partition) {
    for (int i = 0; i < sets.ranges().size(); i++) {
      ReplicaRange range = sets.ranges().get(i);
      if (range.site() == site && range.contains(partition) && isReadable(range)) {
        return true;
      }
    }
    return false;
  }

  /** Whether a site has a replica of a partition that stays behind a restart. */
  public boolean keeps(int site, long partition) {
    for (int i = 0; i < sets.ranges().size(); i++) {
      ReplicaRange range = sets.ranges().get(i);
      if (range.site() == site && range.saved() && range.contains(partition) && isHeld(range)) {
        return true;
      }
    }
    return false;
  }

  /** Whether the incarnation of its site that is connected holds a replica. */
  boolean isHeld(ReplicaRange range) {
    return sites.isReady(range.site())
        && range.incarnation() == sites.link(range.site()).info().incarnation();
  }

  private boolean isReadable(ReplicaRange range) {
    if (!isHeld(range)) {
      return false;
    }
    SiteLink link = sites.link(range.site());
    VersionVector since = held.get(range.id()).since;
    return link.cutSent().covers(since) && link.report().covers(since);
  }
}
