package org.thetisdb.router.scheme.fragments;

import org.thetisdb.core.id.Stamp;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.router.call.PendingCall;
import org.thetisdb.router.site.SiteTable;

/**
 * Where a call in fragments is committed (decisions 0150, 0176). Nothing of home is held before the
 * decision, so it is the master whose rows others wait for most. A call that stands on others is
 * committed where those are: then it need not wait for another log. Owned by the engine's thread.
 */
final class CommittingSite {
  private final WantedRows wanted;
  private final RowMasters masters;
  private final SiteTable sites;

  CommittingSite(WantedRows wanted, RowMasters masters, SiteTable sites) {
    this.wanted = wanted;
    this.masters = masters;
    this.sites = sites;
  }

  /**
   * The home of a call that several sites run.
   *
   * @param candidates its masters, the lowest first
   * @param speculates whether it may stand on others
   */
  int of(PendingCall call, int[] candidates, boolean speculates) {
    int last = speculates ? ofThoseBefore(call) : 0;
    return last == 0 ? whereMostWait(call, candidates) : last;
  }

  /**
   * The site where the rows of a call were written last by calls under way, of several that whose
   * rows others want most, the lowest of equals; 0 if there is none. What is decided there stands
   * on nothing of another log. Rows whose last writer is committed by their master count, too,
   * though nobody stands on that: else chains would change logs with each cold row.
   */
  int ofThoseBefore(PendingCall call) {
    int[] wants = new int[Stamp.MAX_SITE + 1];
    for (RowKey row : wanted.rowsOf(call)) {
      int home = wanted.homeOf(row);
      wants[home] += home == 0 ? 0 : wanted.writers(row);
    }
    int best = 0;
    for (int site = 1; site < wants.length; site++) {
      best = wants[site] > wants[best] ? site : best;
    }
    return best != 0 && sites.isUsable(best) ? best : 0;
  }

  /**
   * The master whose rows most others want; of equals the one that masters most of what is written.
   */
  int whereMostWait(PendingCall call, int[] candidates) {
    int[] wants = new int[Stamp.MAX_SITE + 1];
    for (RowKey row : wanted.rowsOf(call)) {
      wants[masters.of(row)] += wanted.writers(row);
    }
    int[] written = new int[Stamp.MAX_SITE + 1];
    for (long partition : call.footprint().written()) {
      written[masters.of(partition)]++;
    }
    int best = candidates[0];
    for (int site : candidates) {
      boolean isMore = wants[site] == wants[best] && written[site] > written[best];
      best = wants[site] > wants[best] || isMore ? site : best;
    }
    return best;
  }
}
