package org.thetisdb.router.scheme.epoch;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.thetisdb.core.id.Stamp;
import org.thetisdb.core.time.Clock;
import org.thetisdb.router.site.SiteTable;

/**
 * Which sites would be members of an epoch view that began now: those that take work and hold every
 * row, beside some that would hold the others up. Owned by the engine's thread.
 */
final class EpochViewCandidates {
  private static final long LEFT_OUT_US = 1_000_000;

  /** A site that is behind the epoch coordinator by more commits than this is no member. */
  private static final long MOST_BEHIND = 20_000;

  private final SiteTable sites;
  private final Clock clock;
  private final long[] leftOutUntilUs = new long[Stamp.MAX_SITE + 1];

  EpochViewCandidates(SiteTable sites, Clock clock) {
    this.sites = sites;
    this.clock = clock;
  }

  /** Leaves a site out for a while, unless it is the epoch coordinator. */
  void leaveOut(int site) {
    leftOutUntilUs[site] = clock.nowUs() + LEFT_OUT_US;
  }

  /** Leaves sites out for a while, and returns them. */
  BitSet leaveOut(BitSet some) {
    some.stream().forEach(this::leaveOut);
    return some;
  }

  /** Those of now, in the order of their numbers. */
  List<Integer> now(int epochCoordinator) {
    List<Integer> members = new ArrayList<>();
    for (int site = 1; site <= sites.sites(); site++) {
      boolean isLeftOut =
          site != epochCoordinator
              && (leftOutUntilUs[site] > clock.nowUs() || lags(site, epochCoordinator));
      if (sites.takesNewWork(site) && sites.roster().holdsAll(site) && !isLeftOut) {
        members.add(site);
      }
    }
    return members;
  }

  /**
   * A site that applies the epoch coordinator's log too slowly would keep too many decided rows in
   * memory.
   */
  private boolean lags(int site, int epochCoordinator) {
    return sites.report(site).get(epochCoordinator) + MOST_BEHIND
        < sites.report(epochCoordinator).get(epochCoordinator);
  }
}
