package org.thetisdb.router.engine;

import org.thetisdb.core.id.VersionVector;
import org.thetisdb.core.wire.RouterToSite.Cut;

/**
 * Draws the chain of cuts of one epoch: each is the elementwise maximum of all reports so far and
 * of the cut before, so that it is closed under dependency and covers its predecessor (decision
 * 0001). The first one covers what sites had taken from earlier leaders, because their newest cuts
 * are taken in like reports (hazard 6). Not thread-safe.
 */
final class CutDrawer {
  private final int epoch;
  private VersionVector known = VersionVector.ZERO;
  private VersionVector drawn = VersionVector.ZERO;
  private long number;

  CutDrawer(int epoch) {
    this.epoch = epoch;
  }

  /** Takes a report in. */
  void absorb(VersionVector report) {
    if (!known.covers(report)) {
      known = known.max(report);
    }
  }

  /** The maximum of all reports. */
  VersionVector known() {
    return known;
  }

  /** The next cut; null if nothing was reported since the last one. */
  Cut draw() {
    if (drawn.covers(known)) {
      return null;
    }
    drawn = known;
    number++;
    return new Cut(epoch, number, drawn);
  }

  /** The cut drawn last; null if there is none. */
  Cut newest() {
    return number == 0 ? null : new Cut(epoch, number, drawn);
  }

  /** How many cuts were drawn. */
  long count() {
    return number;
  }
}
