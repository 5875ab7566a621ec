package org.thetisdb.router.scheme.epoch;

import java.util.List;
import org.thetisdb.core.time.Clock;
import org.thetisdb.core.wire.RouterToSite.EpochViewRules;
import org.thetisdb.router.catalog.RouterCatalog;
import org.thetisdb.router.config.EpochConfig;
import org.thetisdb.router.report.Counters;
import org.thetisdb.router.site.SiteTable;
import org.thetisdb.router.term.EngineParts;
import org.thetisdb.router.term.SchemeInForce;

/** Makes epoch views, each under a number of its own. Owned by the engine's thread. */
final class NextEpochView {
  private static final int NUMBER_BITS = 32;

  private final SchemeInForce inForce;
  private final SiteTable sites;
  private final RouterCatalog catalog;
  private final EpochConfig config;
  private final EpochTables tables;
  private final Counters counters;
  private final Clock clock;
  private final CoordinatorShare share;
  private long last;

  /** Epoch views of one router epoch, whose numbers no other epoch gives. */
  NextEpochView(
      int epoch, EngineParts parts, RouterCatalog catalog, EpochConfig config, EpochTables tables) {
    this.inForce = parts.inForce();
    this.sites = parts.sites();
    this.catalog = catalog;
    this.config = config;
    this.tables = tables;
    this.counters = parts.counters();
    this.clock = parts.scheduler().clock();
    this.share = new CoordinatorShare(config.shares(), parts.measures()::busy);
    this.last = (long) epoch << NUMBER_BITS;
  }

  /** An epoch view under the scheme in force, that has not begun. */
  EpochView of(int epochCoordinator, List<Integer> members, EpochView.Listener listener) {
    EpochViewRules rules = EpochViewMembers.rules(inForce.spec(), config);
    boolean reordering = config.batches().reordering();
    last++;
    counters.epochCoordinatorShare = share.next(epochCoordinator, members, clock.nowUs());
    return new EpochView(
        new EpochViewMembers(
            last,
            epochCoordinator,
            members,
            counters.epochCoordinatorShare,
            rules,
            closed(),
            sites,
            catalog),
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

  /**
   * Whether members, tables and the epoch coordinator's share of an epoch view are those of the
   * next one.
   */
  boolean isLike(EpochViewMembers present, List<Integer> members) {
    return members.equals(present.sites())
        && !tables.wantsOthers(clock.nowUs())
        && !share.wantsOther(present.epochCoordinator(), members, clock.nowUs());
  }
}
