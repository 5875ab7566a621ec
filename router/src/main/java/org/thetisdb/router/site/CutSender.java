package org.thetisdb.router.site;

import org.thetisdb.core.id.VersionVector;
import org.thetisdb.core.time.Scheduler;
import org.thetisdb.core.wire.RouterToSite.Cut;

/**
 * Sends cuts to the sites. One goes ahead of a call, so that nobody is woken for it alone: whenever
 * the call needs it, and else at most once in an interval. One goes to a site that asks for it. And
 * some time after the last news all sites get it that did not yet, so that what rests comes to an
 * end. Each gets elements of one chain, in their order, though not all of them (hazard 6). Owned by
 * the engine's thread.
 */
public final class CutSender {
  /** A cut that nobody waits for may come this many times later than one that goes with calls. */
  private static final int UNHURRIED = 8;

  private final CutDrawer cuts;
  private final SiteTable sites;
  private final Scheduler scheduler;
  private final long intervalUs;
  private boolean started;
  private boolean closed;
  private boolean sendIsDue;

  /** Sends nothing before {@link #start}: until then the first cut's floor is not known. */
  public CutSender(CutDrawer cuts, SiteTable sites, Scheduler scheduler, long intervalUs) {
    this.cuts = cuts;
    this.sites = sites;
    this.scheduler = scheduler;
    this.intervalUs = intervalUs;
  }

  /** Begins: what every site knows of earlier cuts is absorbed. */
  public void start() {
    started = true;
    sendToAll();
  }

  /** Sends no more: the router leads no more. */
  public void close() {
    closed = true;
  }

  /** A site reported. */
  public void onReport(boolean wanted, SiteLink link) {
    if (!started || closed) {
      return;
    }
    if (wanted) {
      send(link);
    }
    if (cuts.hasNews()) {
      sendToAllLater();
    }
  }

  /** A site begins to follow this epoch: it gets what was drawn last, if there is any. */
  public void onSiteReady(SiteLink link) {
    sendNewest(link);
  }

  /** A call that must see {@code needed} goes to a site next. */
  public void beforeCall(SiteLink link, VersionVector needed) {
    VersionVector sent = link.cutSent();
    if (!started || sent.covers(cuts.known())) {
      return;
    }
    long nowUs = scheduler.clock().nowUs();
    if (nowUs - link.cutSentUs() >= intervalUs || !sent.covers(needed)) {
      send(link);
    }
  }

  private void sendToAllLater() {
    if (!sendIsDue) {
      sendIsDue = true;
      scheduler.schedule(
          UNHURRIED * intervalUs,
          () -> {
            sendIsDue = false;
            sendToAll();
          });
    }
  }

  /** A site that joins gets them, too: when it is used nothing may come that draws another one. */
  public void sendToAll() {
    if (!started || closed) {
      return;
    }
    cuts.draw();
    for (int site = 1; site <= sites.sites(); site++) {
      if (sites.isReady(site)) {
        sendNewest(sites.link(site));
      }
    }
  }

  private void send(SiteLink link) {
    if (cuts.hasNews()) {
      cuts.draw();
      sendToAllLater();
    }
    sendNewest(link);
  }

  private void sendNewest(SiteLink link) {
    Cut newest = cuts.newest();
    if (newest != null && !link.cutSent().covers(newest.vector())) {
      link.send(newest, scheduler.clock().nowUs());
    }
  }
}
