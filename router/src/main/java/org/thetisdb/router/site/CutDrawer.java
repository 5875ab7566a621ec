package org.thetisdb.router.site;

import org.thetisdb.core.id.VersionVector;
import org.thetisdb.core.wire.RouterToSite.Cut;

/**
 * Draws the chain of cuts of one epoch: each is the elementwise maximum of all reports so far and
 * of the cut before, so that it is closed under dependency (hazard 5) and covers its predecessor
 * (decision 0001). The first one covers what sites had taken from earlier leaders, because their
 * newest cuts are taken in like reports (hazard 6). Not thread-safe.
 */
public final class CutDrawer {
  private final int epoch;
  private VersionVector known = VersionVector.ZERO;
  private VersionVector drawn = VersionVector.ZERO;
  private long number;
  private Cut newest;

  /** Nothing is known, and no cut drawn in this epoch. */
  public CutDrawer(int epoch) {
    this.epoch = epoch;
  }

  /** Takes a report in. */
  public void absorb(VersionVector report) {
    if (!known.covers(report)) {
      known = known.max(report);
    }
  }

  /** The maximum of all reports. */
  public VersionVector known() {
    return known;
  }

  /** Whether something was reported since the last cut. */
  boolean hasNews() {
    return !drawn.covers(known);
  }

  /** Draws the next cut if there is news. */
  void draw() {
    if (hasNews()) {
      drawn = known;
      number++;
      newest = new Cut(epoch, number, drawn);
    }
  }

  /** The cut drawn last; null if there is none. */
  public Cut newest() {
    return newest;
  }

  /** How many cuts were drawn. */
  public long count() {
    return number;
  }
}
