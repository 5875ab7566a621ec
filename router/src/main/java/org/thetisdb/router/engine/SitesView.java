package org.thetisdb.router.engine;

import org.thetisdb.core.id.VersionVector;
import org.thetisdb.core.placement.SiteStanding;
import org.thetisdb.router.replica.ReplicaTable;
import org.thetisdb.router.routing.ClusterView;
import org.thetisdb.router.routing.Placement;
import org.thetisdb.router.site.SiteLink;
import org.thetisdb.router.site.SiteTable;
import org.thetisdb.router.site.SuccessorChoice;

/**
 * The sites as a scheme sees them. One that is drained looks like one that is lost and has a
 * failover successor: nothing goes there, and what it masters can be had.
 *
 * <p>Owned by the engine's thread.
 */
record SitesView(
    SiteTable table, SuccessorChoice successors, ReplicaTable replicas, Placement placement)
    implements ClusterView {
  @Override
  public int sites() {
    return table.sites();
  }

  @Override
  public boolean isUsable(int site) {
    return table.takesNewWork(site);
  }

  @Override
  public boolean keepsWork(int site) {
    return table.keepsWork(site);
  }

  @Override
  public boolean canRelease(int site) {
    return successors.canRelease(site);
  }

  @Override
  public boolean hasLeft(int site) {
    return table.roster().is(site, SiteStanding.GONE);
  }

  @Override
  public boolean mayMaster(int site) {
    return table.roster().counts(site);
  }

  @Override
  public boolean hasJoined(int site) {
    return !table.roster().isFounder(site);
  }

  /** By their addresses: what listens at one host is there. */
  @Override
  public boolean shareMachine(int site, int other) {
    SiteLink one = table.link(site);
    SiteLink another = table.link(other);
    return one != null
        && another != null
        && one.info().address().host().equals(another.info().address().host());
  }

  @Override
  public boolean holdsAll(int site) {
    return table.roster().holdsAll(site);
  }

  /**
   * What its first master may hold beside that, a while after it has gone elsewhere, is not asked.
   */
  @Override
  public boolean holds(int site, long partition) {
    return placement.master(partition) == site || hasCopy(site, partition);
  }

  @Override
  public boolean hasCopy(int site, long partition) {
    return holdsAll(site) || Placement.isPinned(partition) || replicas.holds(site, partition);
  }

  @Override
  public boolean hasCopies(int site, long first, long last) {
    return holdsAll(site) || Placement.isPinned(first) || replicas.holds(site, first, last);
  }

  @Override
  public boolean keepsCopy(int site, long partition) {
    return holdsAll(site) || Placement.isPinned(partition) || replicas.keeps(site, partition);
  }

  @Override
  public boolean isFullOfCopies(int site) {
    return replicas.isFull(site);
  }

  @Override
  public boolean isPartial() {
    return table.roster().isPartial();
  }

  @Override
  public boolean lacksFullSite() {
    return table.roster().lacksFullSite();
  }

  @Override
  public int queued(int site) {
    SiteLink link = table.link(site);
    return link == null ? 0 : link.underWay();
  }

  @Override
  public VersionVector report(int site) {
    return table.report(site);
  }
}
