package org.thetisdb.replication.membership;

import java.util.ArrayList;
import java.util.List;
import org.thetisdb.core.id.Stamp;
import org.thetisdb.core.placement.SiteStanding;
import org.thetisdb.core.wire.SiteToRouter.SiteEntry;

/**
 * The sites of a cluster as one process knows them. Sites 1 to the number in the cluster's settings
 * are members from the start; others are admitted one by one and get the next number; what became
 * of any only goes forward. Not thread-safe.
 */
public final class Roster {
  private final int founders;
  private final int partitionKeys;
  private final ClusterSettings settings;
  private final SiteStanding[] standings = new SiteStanding[Stamp.MAX_SITE + 1];
  private final FirstMasters firstMasters;
  private int highest;

  /** The sites of a new cluster. */
  public Roster(ClusterSettings settings) {
    this.settings = settings;
    founders = settings.sites();
    partitionKeys = settings.partitionKeys();
    firstMasters = new FirstMasters(settings);
    for (int site = 1; site <= founders; site++) {
      standings[site] = SiteStanding.MEMBER;
    }
    highest = founders;
  }

  /** The width of a grid's cells in keys; 0 where partitions are ranges. */
  public int partitionKeys() {
    return partitionKeys;
  }

  /** The highest number that was given to a site. */
  public int highest() {
    return highest;
  }

  /** What became of a site; null if no site has this number. */
  public SiteStanding standing(int site) {
    return site < 1 || site > Stamp.MAX_SITE ? null : standings[site];
  }

  /** Whether a site belongs to the cluster since it was made. */
  public boolean isFounder(int site) {
    return site >= 1 && site <= founders;
  }

  /** Whether a site is in this standing. */
  public boolean is(int site, SiteStanding standing) {
    return standing(site) == standing;
  }

  /** Whether a router has to count on a site. */
  public boolean counts(int site) {
    SiteStanding standing = standing(site);
    return standing != null && standing.counts();
  }

  /**
   * Whether a site may need logs, which are kept for it then (hazard 14): it is there, or to come.
   */
  public boolean needsLogs(int site) {
    SiteStanding standing = standing(site);
    return standing != null && standing != SiteStanding.GONE;
  }

  /** Whether some sites hold only a part of the rows. */
  public boolean isPartial() {
    return settings.isPartial();
  }

  /** Whether no site holds every row. */
  public boolean lacksFullSite() {
    return settings.lacksFullSite();
  }

  /** Whether a site holds every row. */
  public boolean holdsAll(int site) {
    return settings.holdsAll(site);
  }

  /** The sites that are members, stay, and hold every row. */
  public List<Integer> stayingFull() {
    List<Integer> sites = in(SiteStanding.MEMBER);
    sites.removeIf(site -> !holdsAll(site));
    return sites;
  }

  /** The sites that are members and stay. */
  public List<Integer> staying() {
    return in(SiteStanding.MEMBER);
  }

  /** The sites that routers estimate with, in their order. */
  public List<Integer> counting() {
    List<Integer> sites = new ArrayList<>();
    for (int site = 1; site <= highest; site++) {
      if (counts(site)) {
        sites.add(site);
      }
    }
    return sites;
  }

  /** The sites in one standing, in their order. */
  public List<Integer> in(SiteStanding standing) {
    List<Integer> sites = new ArrayList<>();
    for (int site = 1; site <= highest; site++) {
      if (standings[site] == standing) {
        sites.add(site);
      }
    }
    return sites;
  }

  /** Takes in what became of a site; returns whether that is news. */
  public boolean learn(int site, SiteStanding standing) {
    SiteStanding known = standings[site];
    if (known != null && known.compareTo(standing) >= 0) {
      return false;
    }
    standings[site] = standing;
    highest = Math.max(highest, site);
    return true;
  }

  /**
   * A site has left, and handed what never moved to its successors; returns whether that is news.
   */
  public boolean leave(int site, List<Integer> successors) {
    boolean handedOver = firstMasters.leave(site, successors);
    boolean gone = learn(site, SiteStanding.GONE);
    return handedOver || gone;
  }

  /** Which site masters what never moved. */
  public FirstMasters firstMasters() {
    return firstMasters;
  }

  /** Takes in what another process knows; returns whether something of it is news. */
  public boolean learn(List<SiteEntry> entries) {
    boolean news = false;
    for (SiteEntry entry : entries) {
      if (entry.site() >= 1) {
        news |= learn(entry.site(), entry.standing());
        if (!entry.successors().isEmpty()) {
          news |= leave(entry.site(), entry.successors());
        }
      }
    }
    return news;
  }

  /** All that does not follow from the cluster's settings. */
  public List<SiteEntry> entries() {
    List<SiteEntry> entries = new ArrayList<>();
    for (int site = 1; site <= highest; site++) {
      if (standings[site] != null && (site > founders || standings[site] != SiteStanding.MEMBER)) {
        entries.add(new SiteEntry(site, standings[site], firstMasters.successors(site)));
      }
    }
    return entries;
  }
}
