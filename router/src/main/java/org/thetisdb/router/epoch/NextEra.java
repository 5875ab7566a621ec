package org.thetisdb.router.epoch;

import java.util.List;
import org.thetisdb.core.wire.RouterToSite.EraRules;
import org.thetisdb.router.catalog.Catalog;
import org.thetisdb.router.config.EpochConfig;
import org.thetisdb.router.site.SiteTable;
import org.thetisdb.router.term.EngineParts;
import org.thetisdb.router.term.SchemeInForce;

/** Makes eras, each under a number of its own. Owned by the engine's thread. */
final class NextEra {
  private static final int NUMBER_BITS = 32;

  private final SchemeInForce inForce;
  private final SiteTable sites;
  private final Catalog catalog;
  private final EpochConfig config;
  private long last;

  /** Eras of one router epoch, whose numbers no other epoch gives. */
  NextEra(int epoch, EngineParts parts, Catalog catalog, EpochConfig config) {
    this.inForce = parts.inForce();
    this.sites = parts.sites();
    this.catalog = catalog;
    this.config = config;
    this.last = (long) epoch << NUMBER_BITS;
  }

  /** An era under the scheme in force, that has not begun. */
  Era of(int keeper, List<Integer> members, Era.Listener listener) {
    EraRules rules = EraMembers.rules(inForce.spec(), config);
    boolean reordering = config.batches().reordering();
    last++;
    return new Era(
        new EraMembers(last, keeper, members, rules, sites, catalog), reordering, listener);
  }
}
