package org.thetisdb.router.engine;

import org.thetisdb.core.id.VersionVector;
import org.thetisdb.router.routing.ClusterView;

/** The sites as a scheme sees them. Owned by the engine's thread. */
record SitesView(SiteTable table, StandIns standIns) implements ClusterView {
  @Override
  public int sites() {
    return table.sites();
  }

  @Override
  public boolean isUsable(int site) {
    return table.isUsable(site);
  }

  @Override
  public boolean canRelease(int site) {
    return standIns.canRelease(site);
  }

  @Override
  public VersionVector report(int site) {
    return table.report(site);
  }
}
