package org.thetisdb.router.engine;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.thetisdb.core.id.Stamp;
import org.thetisdb.core.time.Scheduler;
import org.thetisdb.core.wire.RouterToSite;
import org.thetisdb.core.wire.SiteToRouter.StandsIn;

/**
 * Which site stands in for which lost one. A site that membership has not named for a while is
 * lost; one that this router never met gets much longer, since it may be about to start. Then the
 * one that has applied most of its log is asked to close it and to give its partitions up when they
 * are wanted. What nobody wants stays with the lost site, which has it when it comes back. Owned by
 * the engine's thread.
 */
final class StandIns {
  private static final Logger LOG = LoggerFactory.getLogger(StandIns.class);
  private static final long LOOK_US = 20_000;

  private final SiteTable sites;
  private final Scheduler scheduler;
  private final long lostAfterUs;
  private final long neverMetLostAfterUs;
  private final long askAgainUs;
  private final Listener listener;
  private final boolean[] met;
  private final long[] missingSinceUs;
  private final long[] askedAtUs;
  private final SiteLink[] asked;
  private final SiteLink[] active;
  private boolean closed;

  /** Hears of sites whose partitions can be had again. */
  interface Listener {
    /** Another site stands in for a lost one: its partitions can move. */
    void onStoodInFor(int site, SiteLink by);
  }

  StandIns(SiteTable sites, Scheduler scheduler, RouterLimits limits, Listener listener) {
    this.sites = sites;
    this.scheduler = scheduler;
    this.lostAfterUs = limits.siteLostMs() * 1000L;
    this.neverMetLostAfterUs = limits.sitesWaitMs() * 1000L / 2;
    this.askAgainUs = Math.max(LOOK_US, 2 * lostAfterUs);
    this.listener = listener;
    this.met = new boolean[Stamp.MAX_SITE + 1];
    this.missingSinceUs = new long[Stamp.MAX_SITE + 1];
    this.askedAtUs = new long[Stamp.MAX_SITE + 1];
    this.asked = new SiteLink[Stamp.MAX_SITE + 1];
    this.active = new SiteLink[Stamp.MAX_SITE + 1];
  }

  void start() {
    long nowUs = scheduler.clock().nowUs();
    java.util.Arrays.fill(missingSinceUs, nowUs);
    scheduler.schedule(LOOK_US, this::look);
  }

  void close() {
    closed = true;
  }

  /** Whether partitions of a site can be had: from itself, or from who stands in for it. */
  boolean canRelease(int site) {
    return sites.isUsable(site) || standsIn(site);
  }

  /** Whether another site stands in for this one. */
  boolean standsIn(int site) {
    return site >= 1 && site < active.length && active[site] != null && active[site].isReady();
  }

  /** Who gives up partitions of a site. */
  SiteLink releaser(int site) {
    return sites.isUsable(site) ? sites.link(site) : active[site];
  }

  /** A site is there: nobody stands in for it. */
  void onSiteReady(int site) {
    met[site] = true;
    asked[site] = null;
    active[site] = null;
  }

  /** A site has left: nobody needs to stand in for it. */
  void onLeft(int site) {
    asked[site] = null;
    active[site] = null;
  }

  /** A site says for whom it stands in. */
  void onStandsIn(SiteLink link, StandsIn message) {
    int site = message.site();
    if (site < 1 || site >= active.length) {
      return;
    }
    if (message.incarnation() == 0) {
      asked[site] = asked[site] == link ? null : asked[site];
      active[site] = active[site] == link ? null : active[site];
    } else if (!sites.isUsable(site) && asked[site] == link && active[site] != link) {
      active[site] = link;
      LOG.info("site {} stands in for site {}, which is lost", link.site(), site);
      listener.onStoodInFor(site, link);
    }
  }

  private void look() {
    if (closed) {
      return;
    }
    long nowUs = scheduler.clock().nowUs();
    for (int site = 1; site <= sites.sites(); site++) {
      if (!sites.roster().counts(site) || sites.registered(site) != null || sites.isUsable(site)) {
        missingSinceUs[site] = nowUs;
      } else if (isLost(site, nowUs) && !standsIn(site)) {
        ask(site, nowUs);
      }
    }
    scheduler.schedule(LOOK_US, this::look);
  }

  private boolean isLost(int site, long nowUs) {
    return nowUs - missingSinceUs[site] >= (met[site] ? lostAfterUs : neverMetLostAfterUs);
  }

  private void ask(int site, long nowUs) {
    boolean waits = asked[site] != null && asked[site].isReady();
    if (waits && nowUs - askedAtUs[site] < askAgainUs) {
      return;
    }
    int heir = mostCurrent(site);
    if (heir != 0) {
      askedAtUs[site] = nowUs;
      asked[site] = sites.link(heir);
      asked[site].send(new RouterToSite.StandIn(site));
    }
  }

  /** The usable site that has applied most of the lost site's log; 0 if there is none. */
  private int mostCurrent(int lost) {
    int best = 0;
    for (int site = 1; site <= sites.sites(); site++) {
      if (site != lost
          && sites.isUsable(site)
          && (best == 0 || sites.report(site).get(lost) > sites.report(best).get(lost))) {
        best = site;
      }
    }
    return best;
  }
}
