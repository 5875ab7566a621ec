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
final class HomeChoice {
  private final WantedRows wanted;
  private final RowMasters masters;
  private final SiteTable sites;

  HomeChoice(WantedRows wanted, RowMasters masters, SiteTable sites) {
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
   * The site where the rows of a call were written last by calls under way, as far as they are held
   * until those are decided: what is committed by its master is not. Of several it is that whose
   * rows others want most, the lowest of equals; 0 if there is none. What is decided there stands on
   * nothing of another log.
   */
  int ofThoseBefore(PendingCall call) {
    int[] wants = new int[Stamp.MAX_SITE + 1];
    for (RowKey row : wanted.rowsOf(call)) {
      int home = wanted.homeOf(row);
      if (home != 0 && home != masters.of(row)) {
        wants[home] += wanted.writers(row);
      }
    }
    int best = best(wants);
    return wants[best] > 0 && sites.isUsable(best) ? best : 0;
  }

  /**
   * The master whose rows most others want; of equals the one that masters most of what is written.
   */
  int whereMostWait(PendingCall call, int[] candidates) {
    int[] others = new int[Stamp.MAX_SITE + 1];
    for (RowKey row : wanted.rowsOf(call)) {
      others[masters.of(row)] += wanted.writers(row) - 1;
    }
    int[] written = new int[Stamp.MAX_SITE + 1];
    for (long partition : call.footprint().written()) {
      written[masters.of(partition)]++;
    }
    int best = candidates[0];
    for (int site : candidates) {
      boolean isMore = others[site] == others[best] && written[site] > written[best];
      best = others[site] > others[best] || isMore ? site : best;
    }
    return best;
  }

  private static int best(int[] values) {
    int best = 0;
    for (int i = 1; i < values.length; i++) {
      best = values[i] > values[best] ? i : best;
    }
    return best;
  }
}
