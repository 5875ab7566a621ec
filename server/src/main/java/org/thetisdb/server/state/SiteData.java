package org.thetisdb.server.state;

import org.thetisdb.replication.membership.Roster;
import org.thetisdb.server.catalog.Catalog;
import org.thetisdb.server.checkpoint.TrimTable;
import org.thetisdb.server.commit.OutcomeTable;
import org.thetisdb.server.mastership.MastershipTable;
import org.thetisdb.store.RowStore;

/**
 * What a site has of the database, as checkpoint and logs have made it.
 *
 * @param store the rows, of which others may read what a snapshot shows
 * @param catalog tables, procedures, and whatever else is in system rows
 * @param mastership which site masters which partition, as far as the logs applied here say
 * @param outcomes the outcomes of calls, here and at other sites, as far as they are remembered
 * @param trimPoints below which offsets sites need no log any more
 */
public record SiteData(
    RowStore store,
    Catalog catalog,
    MastershipTable mastership,
    OutcomeTable outcomes,
    TrimTable trimPoints) {

  /** The id of the site. */
  public int self() {
    return mastership.self();
  }

  /** The sites of the cluster. */
  public Roster roster() {
    return catalog.roster();
  }
}
