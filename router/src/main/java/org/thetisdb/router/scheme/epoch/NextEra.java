package org.thetisdb.router.scheme.epoch;

import java.util.List;
import org.thetisdb.core.time.Clock;
import org.thetisdb.core.wire.RouterToSite.EraRules;
import org.thetisdb.router.catalog.Catalog;
import org.thetisdb.router.config.EpochConfig;
import org.thetisdb.router.report.Counters;
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
  private final EraTables tables;
  private final Counters counters;
  private final Clock clock;
  private final KeeperShare share;
  private long last;

  /** Eras of one router epoch, whose numbers no other epoch gives. */
  NextEra(int epoch, EngineParts parts, Catalog catalog, EpochConfig config, EraTables tables) {
    this.inForce = parts.inForce();
    this.sites = parts.sites();
    this.catalog = catalog;
    this.config = config;
    this.tables = tables;
    this.counters = parts.counters();
    this.clock = parts.scheduler().clock();
    this.share = new KeeperShare(config.shares(), parts.measures()::busy);
    this.last = (long) epoch << NUMBER_BITS;
  }

  /** An era under the scheme in force, that has not begun. */
  Era of(int keeper, List<Integer> members, Era.Listener listener) {
    EraRules rules = EraMembers.rules(inForce.spec(), config);
    boolean reordering = config.batches().reordering();
    last++;
    counters.keeperShare = share.next(keeper, members, clock.nowUs());
    return new Era(
        new EraMembers(
            last, keeper, members, counters.keeperShare, rules, closed(), sites, catalog),
        reordering,
        listener);
  }

  private List<Integer> closed() {
    List<Integer> before = counters.closedTables;
    List<Integer> closed = tables.next(clock.nowUs());
    counters.tablesClosed += closed.stream().filter(table -> !before.contains(table)).count();
    counters.closedTables = closed;
    return closed;
  }

  /** Whether members, tables and the keeper's share of an era are those of the next one. */
  boolean isLike(EraMembers present, List<Integer> members) {
    return members.equals(present.sites())
        && !tables.wantsOthers(clock.nowUs())
        && !share.wantsOther(present.keeper(), members, clock.nowUs());
  }
}
