package org.thetisdb.router.site;

import java.util.List;
import org.thetisdb.core.id.Stamp;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.core.net.Transport;
import org.thetisdb.core.placement.SiteStanding;
import org.thetisdb.core.time.Scheduler;
import org.thetisdb.replication.membership.Membership.SiteInfo;
import org.thetisdb.replication.membership.Roster;

/**
 * The sites as membership names them, and a link to each. A site that registers in another
 * incarnation replaces the one before; a link that is lost is opened again as long as its site is
 * registered. Owned by the engine's thread.
 */
public final class SiteTable {
  private static final long RECONNECT_US = 50_000;

  /** After so many attempts that failed at once, nobody listens there. */
  private static final int REFUSALS = 2;

  private final Roster roster;
  private final String cluster;
  private final int epoch;
  private final Transport transport;
  private final Scheduler scheduler;
  private final SiteEvents events;
  private final SiteInfo[] registered;
  private final SiteLink[] links;

  /** Whether each site ever was ready in this epoch, or its log was closed in it. */
  private final boolean[] shookHands;

  /** How many attempts to connect have failed since the last that did not. */
  private final int[] refusals;

  private int emptied;
  private boolean closed;

  /** No site is named yet; {@code events} hear all links. */
  public SiteTable(
      Roster roster,
      String cluster,
      int epoch,
      Transport transport,
      Scheduler scheduler,
      SiteEvents events) {
    this.roster = roster;
    this.cluster = cluster;
    this.epoch = epoch;
    this.transport = transport;
    this.scheduler = scheduler;
    this.events = events;
    this.registered = new SiteInfo[Stamp.MAX_SITE + 1];
    this.links = new SiteLink[Stamp.MAX_SITE + 1];
    this.shookHands = new boolean[Stamp.MAX_SITE + 1];
    this.refusals = new int[Stamp.MAX_SITE + 1];
  }

  /** The highest number that was given to a site. */
  public int sites() {
    return roster.highest();
  }

  /** What became of each site. */
  public Roster roster() {
    return roster;
  }

  /** Whether calls can be sent to a site now; false for one that does not exist, or only joins. */
  public boolean isUsable(int site) {
    return roster.counts(site) && isReady(site);
  }

  /** Whether calls can be sent to a site now, and it is to stay: new work goes to no other. */
  public boolean takesNewWork(int site) {
    return roster.is(site, SiteStanding.MEMBER) && isReady(site);
  }

  /** Whether what a site masters is written there: it is to stay, or its ranges leave first. */
  public boolean keepsWork(int site) {
    return takesNewWork(site) || (emptied == site && isUsable(site));
  }

  /**
   * From now on the ranges of a site that is drained leave it with their rows, while calls go on
   * there; 0 if none do.
   */
  public void setEmptied(int site) {
    emptied = site;
  }

  /** Of the ready sites the one whose disk has least room, if all are short of it; else null. */
  public SiteLink fullestIfAllAreShort() {
    SiteLink fullest = null;
    for (int site = 1; site <= sites(); site++) {
      if (isReady(site)) {
        SiteLink link = links[site];
        if (!link.load().diskShort()) {
          return null;
        }
        boolean isFuller =
            fullest == null || link.load().diskFreeBytes() < fullest.load().diskFreeBytes();
        fullest = isFuller ? link : fullest;
      }
    }
    return fullest;
  }

  /** Whether a site has promised to follow this epoch, and is connected. */
  public boolean isReady(int site) {
    return links[site] != null && links[site].isReady();
  }

  /** The site's last report; ZERO if there was none. */
  public VersionVector report(int site) {
    return links[site] == null ? VersionVector.ZERO : links[site].report();
  }

  /** The link to a usable site. */
  public SiteLink link(int site) {
    return links[site];
  }

  /** What membership says of a site; null if it is not registered. */
  public SiteInfo registered(int site) {
    return registered[site];
  }

  /**
   * Whether a site has promised to follow this epoch, or its log was closed since the epoch began:
   * all that it has acknowledged to anybody is known here.
   */
  boolean isKnown(int site) {
    return shookHands[site];
  }

  /** The first site that counts and is not known in this epoch yet; 0 if all are. */
  public int firstWithoutHandshake() {
    for (int site = 1; site <= sites(); site++) {
      if (roster.counts(site) && !shookHands[site]) {
        return site;
      }
    }
    return 0;
  }

  /** The site promised. */
  public void onHandshake(int site) {
    shookHands[site] = true;
    refusals[site] = 0;
  }

  /**
   * Whether nobody listens where a site is registered: its process is gone, and membership will
   * find that out later.
   */
  boolean isRefused(int site) {
    return refusals[site] >= REFUSALS;
  }

  /** The site is lost, and another one has closed its log and has applied all of it. */
  public void onFenced(int site) {
    shookHands[site] = true;
  }

  /** Membership names the sites that live. */
  public void onSites(List<SiteInfo> living) {
    SiteInfo[] now = new SiteInfo[Stamp.MAX_SITE + 1];
    for (SiteInfo info : living) {
      if (info.site() >= 1 && info.site() <= Stamp.MAX_SITE) {
        now[info.site()] = info;
      }
    }
    for (int site = 1; site <= Stamp.MAX_SITE && !closed; site++) {
      update(site, now[site]);
    }
  }

  /** A link was lost, or could not be opened: opens another one after a pause. */
  public void onLost(SiteLink link, boolean wasReady) {
    int site = link.site();
    if (links[site] == link) {
      links[site] = null;
      refusals[site] = wasReady ? 0 : Math.min(REFUSALS, refusals[site] + 1);
      scheduler.schedule(RECONNECT_US, () -> connect(site));
    }
  }

  /** More is known of what became of sites: those that are new are connected to. */
  public void onRoster() {
    for (int site = 1; site <= sites(); site++) {
      if (roster.is(site, SiteStanding.GONE)) {
        drop(site, "the site has left the cluster");
      } else {
        connect(site);
      }
    }
  }

  /**
   * Gives a site up that membership has not named for a while, though its connection stands: it may
   * sleep, or be cut off without a word.
   */
  void giveUp(int site) {
    drop(site, "membership names it no longer");
  }

  /** Closes all links. */
  public void close() {
    closed = true;
    for (int site = 1; site <= Stamp.MAX_SITE; site++) {
      drop(site, "the router no longer leads");
    }
  }

  private void update(int site, SiteInfo now) {
    SiteInfo before = registered[site];
    registered[site] = now;
    if (now == null || now.equals(before)) {
      // A site that vanished from membership may be back in a moment; its link notices when it is
      // gone.
      connect(site);
      return;
    }
    refusals[site] = 0;
    drop(site, "the site registered anew, in incarnation " + now.incarnation());
    connect(site);
  }

  private void drop(int site, String reason) {
    SiteLink link = links[site];
    links[site] = null;
    if (link != null) {
      link.close(reason);
    }
  }

  private void connect(int site) {
    SiteInfo info = registered[site];
    // One that is not known yet is connected to: it knows others, and perhaps nobody else is left.
    if (closed || info == null || links[site] != null || roster.is(site, SiteStanding.GONE)) {
      return;
    }
    SiteLink link = new SiteLink(info, cluster, epoch, events);
    links[site] = link;
    transport.connect(info.address(), scheduler, link);
  }
}
