package org.thetisdb.server.txn;

import org.thetisdb.core.id.VersionVector;
import org.thetisdb.replication.membership.ClusterSettings;
import org.thetisdb.server.catalog.Catalog;
import org.thetisdb.server.catalog.JarReader;
import org.thetisdb.server.commit.OutcomeTable;
import org.thetisdb.server.mastership.MastershipTable;
import org.thetisdb.server.site.SiteConfig;
import org.thetisdb.server.store.RowStore;

/**
 * Rebuilds from the logs what a site keeps beside its rows. Used on the refresher's line until the
 * site serves.
 */
public final class Recovery {
  private final RowStore store;
  private final Catalog catalog;
  private final MastershipTable mastership;
  private final OutcomeTable outcomes;

  /** Begins with nothing. */
  public Recovery(RowStore store, ClusterSettings cluster, SiteConfig config, JarReader jars) {
    this.store = store;
    this.catalog = new Catalog(cluster.partitionKeys(), jars);
    this.mastership = new MastershipTable(config.site(), cluster);
    this.outcomes = new OutcomeTable(config.sessionsRemembered());
  }

  /** Takes over what a run of the refresher found. */
  public void apply(RefreshEvents events) {
    events.outcomes().forEach(o -> outcomes.record(o.session(), o.outcome()));
    events.systemRows().forEach(row -> catalog.apply(row.key(), row.row()));
    events.moves().forEach(move -> mastership.move(move.partition(), move.term(), move.grantee()));
  }

  /** The state as of {@code applied}. */
  public SiteState.Recovered finish(VersionVector applied) {
    return new SiteState.Recovered(store, catalog, mastership, outcomes, applied);
  }
}
