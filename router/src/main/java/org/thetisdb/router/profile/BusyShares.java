package org.thetisdb.router.profile;

import org.thetisdb.core.id.Stamp;

/**
 * Which share of its time the engine of each site has worked, from one look to the next: E-Store's
 * first phase of monitoring. Owned by the engine's thread.
 */
public final class BusyShares {
  private final Window[] windows = new Window[Stamp.MAX_SITE + 1];

  private static final class Window {
    private long fromUs;
    private long usedBefore;
    private long untilUs;
    private long usedNow;
    private boolean isKnown;

    private void restart() {
      fromUs = untilUs;
      usedBefore = usedNow;
    }
  }

  /** Nothing is known yet. */
  public BusyShares() {
    for (int site = 0; site < windows.length; site++) {
      windows[site] = new Window();
    }
  }

  /** A site tells for how long its engine has worked since it started. */
  public void onLoad(int site, long usedUs, long nowUs) {
    Window window = windows[site];
    boolean isNew = !window.isKnown || usedUs < window.usedNow;
    window.untilUs = nowUs;
    window.usedNow = usedUs;
    window.isKnown = true;
    if (isNew) {
      window.restart();
    }
  }

  /** From now on looks are at what comes. */
  public void restart() {
    for (Window window : windows) {
      window.restart();
    }
  }

  /** For how long it has been told what a site does, since it began to look. */
  public long knownUs(int site) {
    return windows[site].untilUs - windows[site].fromUs;
  }

  /** The share since it began to look; 0 if the site has told nothing new. */
  public double of(int site) {
    Window window = windows[site];
    long tookUs = knownUs(site);
    return tookUs <= 0 ? 0 : (window.usedNow - window.usedBefore) / (double) tookUs;
  }
}
