package org.thetisdb.router.term;

import org.thetisdb.core.id.Stamp;
import org.thetisdb.router.site.SiteTable;

/**
 * Whether a router that has begun to lead may serve: when every site has promised to follow it or
 * was fenced, so that nobody can use cuts or commit what it does not know (hazard 6); and when all
 * have reported their jars or, once it has waited for long enough, one of them has. Owned by the
 * engine's thread.
 */
public final class Readiness {
  private final SiteTable sites;

  /** Sites whose jars were read in this epoch. */
  private final boolean[] jarsRead = new boolean[Stamp.MAX_SITE + 1];

  /** Sites that are lost, and whose logs were closed in this epoch. */
  private final boolean[] fenced = new boolean[Stamp.MAX_SITE + 1];

  /** Whether jars that are missing are not waited for any more. */
  private boolean waitIsOver;

  /** No site is ready. */
  public Readiness(SiteTable sites) {
    this.sites = sites;
  }

  /** A site has reported its jars. */
  public void onJarsRead(int site) {
    jarsRead[site] = true;
  }

  /** The log of a site is closed: its promise is not needed. */
  public void onFenced(int site) {
    fenced[site] = true;
  }

  /** Sites that have said nothing had their time. */
  public void onWaitOver() {
    waitIsOver = true;
  }

  /** All sites have promised or are fenced, and jars are known. */
  public boolean isReady() {
    int read = 0;
    boolean allRead = true;
    for (int site = 1; site <= sites.sites(); site++) {
      read += jarsRead[site] ? 1 : 0;
      allRead &= jarsRead[site] || fenced[site] || !sites.roster().counts(site);
    }
    return sites.firstWithoutHandshake() == 0 && read > 0 && (waitIsOver || allRead);
  }
}
