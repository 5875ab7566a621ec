package org.thetisdb.router.engine;

import org.thetisdb.core.id.Stamp;

/**
 * Whether a router that has begun to lead may serve: when all sites have promised to follow it and
 * told their jars, or, once it has waited for long enough, one of them has (hazard 6). Owned by the
 * engine's thread.
 */
final class Readiness {
  private final SiteTable sites;

  /** Sites whose jars were read in this epoch. */
  private final boolean[] jarsRead = new boolean[Stamp.MAX_SITE + 1];

  /** Sites that are lost, and whose logs were closed in this epoch. */
  private final boolean[] fenced = new boolean[Stamp.MAX_SITE + 1];

  /** Whether sites that are missing are not waited for any more. */
  private boolean waitIsOver;

  Readiness(SiteTable sites) {
    this.sites = sites;
  }

  void onJarsRead(int site) {
    jarsRead[site] = true;
  }

  void onFenced(int site) {
    fenced[site] = true;
  }

  void onWaitOver() {
    waitIsOver = true;
  }

  /** All sites have promised and told their jars; after the wait, one of them is enough. */
  boolean isReady() {
    int read = 0;
    boolean allKnown = true;
    for (int site = 1; site <= sites.sites(); site++) {
      read += jarsRead[site] ? 1 : 0;
      allKnown &= jarsRead[site] || fenced[site] || !sites.roster().counts(site);
    }
    return read > 0 && (waitIsOver || allKnown);
  }
}
