package org.thetisdb.router.site;

import java.util.Arrays;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.thetisdb.core.id.Stamp;
import org.thetisdb.core.time.Scheduler;
import org.thetisdb.core.wire.RouterToSite;
import org.thetisdb.core.wire.SiteToRouter.SuccessorReady;
import org.thetisdb.router.config.RouterLimits;

/**
 * Which site is the failover successor of which lost one. A site that membership has not named for
 * a while is lost, though it is still connected: it may sleep. One that is not connected either, or
 * that is registered where nobody listens any more, is lost at once. Then the one that has applied
 * most of its log is asked to close it and to give its partitions up when they are wanted. What
 * nobody wants stays with the lost site, which has it when it comes back. Where no site holds every
 * row any site can be asked: it gives partitions to those alone that hold them.
 *
 * <p>A site that may be about to start gets much longer, or it would be fenced again and again just
 * before it can serve: one that this router never saw registered, and one that has ended its
 * failover successor with a fence of its own. Each time that this was in vain, it gets twice as
 * long. One that was registered before this router began to lead, and is not then, may have died
 * with the leader before, as part of one machine; it gets a moment to register again, in case both
 * had only lost touch with membership.
 *
 * <p>A site that is registered but never promised to follow this router, since it cannot be reached
 * from here, is fenced as well when it has had its time: it could go on with cuts and commits that
 * this router does not know (hazard 6). Owned by the engine's thread.
 */
public final class SuccessorChoice {
  private static final Logger LOG = LoggerFactory.getLogger(SuccessorChoice.class);
  private static final long LOOK_US = 20_000;
  private static final long LONGEST_START_US = 600_000_000;

  /** So many times longer than others a site may be missing that was there before this term. */
  private static final int SEEN_BEFORE_TIMES = 3;

  private final SiteTable sites;
  private final Scheduler scheduler;
  private final long lostAfterUs;
  private final long startUs;
  private final long unreachableUs;
  private final long askAgainUs;
  private final Listener listener;

  /** How long each site may be missing. */
  private final long[] patienceUs;

  /** How long each site gets when it may be about to start. */
  private final long[] startPatienceUs;

  /** Since when each site is registered and has not promised. */
  private final long[] unreachableSinceUs;

  private final long[] missingSinceUs;
  private final long[] askedAtUs;
  private final SiteLink[] asked;
  private final SiteLink[] active;

  /** The last position that counts in the log of each site that has a failover successor. */
  private final long[] fences;

  private boolean closed;

  /** Hears of sites whose partitions can be had again. */
  public interface Listener {
    /** A lost site has a failover successor: its partitions can move. */
    void onStoodInFor(int site, SiteLink by);
  }

  /** No site has a failover successor; looks for none before {@link #start}. */
  public SuccessorChoice(
      SiteTable sites, Scheduler scheduler, RouterLimits limits, Listener listener) {
    this.sites = sites;
    this.scheduler = scheduler;
    this.lostAfterUs = limits.siteLostMs() * 1000L;
    this.startUs = limits.sitesWaitMs() * 1000L / 2;
    this.unreachableUs = limits.sitesWaitMs() * 1000L;
    this.askAgainUs = Math.max(LOOK_US, 2 * lostAfterUs);
    this.listener = listener;
    this.patienceUs = new long[Stamp.MAX_SITE + 1];
    this.startPatienceUs = new long[Stamp.MAX_SITE + 1];
    this.missingSinceUs = new long[Stamp.MAX_SITE + 1];
    this.unreachableSinceUs = new long[Stamp.MAX_SITE + 1];
    this.askedAtUs = new long[Stamp.MAX_SITE + 1];
    this.asked = new SiteLink[Stamp.MAX_SITE + 1];
    this.active = new SiteLink[Stamp.MAX_SITE + 1];
    this.fences = new long[Stamp.MAX_SITE + 1];
  }

  /**
   * Begins to look for sites that are lost.
   *
   * @param seen sites that membership has named to this router, now or in the past
   */
  public void start(Set<Integer> seen) {
    long nowUs = scheduler.clock().nowUs();
    Arrays.fill(missingSinceUs, nowUs);
    Arrays.fill(unreachableSinceUs, nowUs);
    Arrays.fill(patienceUs, startUs);
    seen.forEach(site -> patienceUs[site] = Math.min(startUs, SEEN_BEFORE_TIMES * lostAfterUs));
    Arrays.fill(startPatienceUs, startUs);
    scheduler.schedule(LOOK_US, this::look);
  }

  /** Asks nobody any more: the router leads no more. */
  public void close() {
    closed = true;
  }

  /** Whether partitions of a site can be had: from itself, or from its failover successor. */
  public boolean canRelease(int site) {
    return sites.isUsable(site) || hasSuccessor(site);
  }

  /** Whether this site has a failover successor. */
  public boolean hasSuccessor(int site) {
    return site >= 1 && site < active.length && active[site] != null && active[site].isReady();
  }

  /**
   * The last position that counts in the log of a site that {@link #hasSuccessor another} replaces.
   */
  public long fence(int site) {
    return fences[site];
  }

  /** What gives up partitions of a site. */
  public SiteLink releaser(int site) {
    return sites.isUsable(site) ? sites.link(site) : active[site];
  }

  /** A site is there: it has no failover successor. */
  public void onSiteReady(int site) {
    patienceUs[site] = lostAfterUs;
    startPatienceUs[site] = startUs;
    asked[site] = null;
    active[site] = null;
  }

  /** A site has left: it needs no failover successor. */
  public void onLeft(int site) {
    asked[site] = null;
    active[site] = null;
  }

  /** A site says of which others it is the failover successor. */
  public void onSuccessorReady(SiteLink link, SuccessorReady message) {
    int site = message.site();
    if (site < 1 || site >= active.length) {
      return;
    }
    if (message.incarnation() == 0) {
      onEnded(link, site);
    } else if (!sites.isUsable(site) && asked[site] == link && active[site] != link) {
      active[site] = link;
      fences[site] = message.vector().get(site);
      LOG.info("site {} is the failover successor of site {}, which is lost", link.site(), site);
      listener.onStoodInFor(site, link);
    }
  }

  /** A failover successor is one no more: the site itself has closed its log. */
  private void onEnded(SiteLink link, int site) {
    asked[site] = asked[site] == link ? null : asked[site];
    if (active[site] == link) {
      active[site] = null;
      missingSinceUs[site] = scheduler.clock().nowUs();
      patienceUs[site] = startPatienceUs[site];
      startPatienceUs[site] = Math.min(LONGEST_START_US, 2 * startPatienceUs[site]);
    }
  }

  private void look() {
    if (closed) {
      return;
    }
    long nowUs = scheduler.clock().nowUs();
    for (int site = 1; site <= sites.sites(); site++) {
      if (isLost(site, nowUs) && !hasSuccessor(site)) {
        giveUp(site);
        ask(site, nowUs);
      }
    }
    scheduler.schedule(LOOK_US, this::look);
  }

  /**
   * One that is registered is tried on: it registers no more before it is fenced, and perhaps there
   * is none that could do that. It may promise any time.
   */
  private void giveUp(int site) {
    if (sites.registered(site) == null) {
      sites.giveUp(site);
    }
  }

  private boolean isLost(int site, long nowUs) {
    if (!sites.roster().counts(site)) {
      missingSinceUs[site] = nowUs;
      return false;
    }
    boolean registered = sites.registered(site) != null;
    if (!registered) {
      unreachableSinceUs[site] = nowUs;
    }
    if (!registered || sites.isRefused(site)) {
      return nowUs - missingSinceUs[site] >= patienceWith(site);
    }
    missingSinceUs[site] = nowUs;
    return !sites.isKnown(site) && nowUs - unreachableSinceUs[site] >= unreachableUs;
  }

  /** A process that is gone does not come back in a moment; one that sleeps may. */
  private long patienceWith(int site) {
    boolean gone = !sites.isReady(site) && patienceUs[site] == lostAfterUs;
    return gone ? 0 : patienceUs[site];
  }

  private void ask(int site, long nowUs) {
    boolean waits = asked[site] != null && asked[site].isReady();
    if (waits && nowUs - askedAtUs[site] < askAgainUs) {
      return;
    }
    int successor = mostCurrent(site);
    if (successor != 0) {
      askedAtUs[site] = nowUs;
      asked[site] = sites.link(successor);
      asked[site].send(new RouterToSite.FailoverSuccessor(site));
    }
  }

  /** The usable site that has applied most of the lost site's log; 0 if there is none. */
  private int mostCurrent(int lost) {
    int best = 0;
    for (int site = 1; site <= sites.sites(); site++) {
      if (site != lost
          && sites.isUsable(site)
          && (sites.roster().holdsAll(site) || sites.roster().lacksFullSite())
          && (best == 0 || sites.report(site).get(lost) > sites.report(best).get(lost))) {
        best = site;
      }
    }
    return best;
  }
}
