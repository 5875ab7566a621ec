package org.thetisdb.router.replica;

import org.agrona.collections.Long2ObjectHashMap;
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

  /** By the ids of ranges. */
  private final Long2ObjectHashMap<Held> held = new Long2ObjectHashMap<>();

  private final CopyRoom room;
  private ReplicaSets sets = ReplicaSets.NONE;

  /** A range whose site holds it, or is to, as an incarnation does or none. */
  private static final class Held {
    private final int incarnation;

    /** Covers the record that says so. */
    private final VersionVector since;

    /** The link on which it was found that it may be read; null if it was not yet. */
    private SiteLink readableOn;

    Held(int incarnation, VersionVector since) {
      this.incarnation = incarnation;
      this.since = since;
    }
  }

  /** Knows of no replica beside those of sites that hold every row. */
  public ReplicaTable(SiteTable sites, CutDrawer cuts) {
    this.sites = sites;
    this.cuts = cuts;
    this.room = new CopyRoom(sites);
  }

  /** What room there is for more. */
  CopyRoom room() {
    return room;
  }

  /** Whether replicas have all the memory of a site that they may have, or more. */
  public boolean isFull(int site) {
    return room.isUsedUp(site);
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
    ReplicaRange range = sets.at(site, partition);
    return range != null && isReadable(range);
  }

  /**
   * Whether a site may be read for each of some neighbouring partitions, by one replica or more.
   */
  public boolean holds(int site, long first, long last) {
    long next = first;
    while (next <= last) {
      ReplicaRange range = sets.at(site, next);
      if (range == null || !isReadable(range)) {
        return false;
      }
      next = range.last() + 1;
    }
    return true;
  }

  /** Whether a site has a replica of a partition that stays behind a restart. */
  public boolean keeps(int site, long partition) {
    ReplicaRange range = sets.at(site, partition);
    return range != null && range.saved() && isHeld(range);
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
    Held known = held.get(range.id());
    if (known.readableOn != link
        && link.cutSent().covers(known.since)
        && link.report().covers(known.since)) {
      known.readableOn = link; // both only grow
    }
    return known.readableOn == link;
  }
}
