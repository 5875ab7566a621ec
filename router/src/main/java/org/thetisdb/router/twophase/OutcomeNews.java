package org.thetisdb.router.twophase;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.function.IntPredicate;
import org.thetisdb.core.id.Stamp;
import org.thetisdb.core.time.Scheduler;
import org.thetisdb.core.wire.RouterToSite.Aborted;
import org.thetisdb.core.wire.RouterToSite.Undecided;
import org.thetisdb.router.site.CutDrawer;
import org.thetisdb.router.site.SiteTable;
import org.thetisdb.router.term.EngineParts;

/**
 * Which attempts over several sites may still be decided, and what sites hear of that: at once of
 * one that was aborted (decision 0183); of all others only that they are not undecided any more, so
 * that what is still prepared for them behind all that was acknowledged was aborted (decision
 * 0031). Owned by the engine's thread.
 */
final class OutcomeNews {
  private static final int COUNTER_BITS = 40;

  /** So long after an attempt has ended all sites hear of it at the latest. */
  private static final long SWEEP_US = 100_000;

  private final SiteTable sites;
  private final CutDrawer cuts;
  private final Scheduler scheduler;
  private final TreeSet<Long> undecided = new TreeSet<>();

  /** Of these, those whose coordinator was lost while it had them, by site. */
  private final List<List<Long>> lost = new ArrayList<>();

  private long lastId;
  private boolean isServing;
  private boolean sweepsSoon;

  /** Of the attempts of one epoch, whose numbers no other epoch gives. */
  OutcomeNews(int epoch, EngineParts parts) {
    this.sites = parts.sites();
    this.cuts = parts.cuts();
    this.scheduler = parts.scheduler();
    this.lastId = (long) epoch << COUNTER_BITS;
    for (int site = 0; site <= Stamp.MAX_SITE; site++) {
      lost.add(new ArrayList<>(0));
    }
  }

  /** An attempt begins, which may be decided; returns its number. */
  long begin() {
    undecided.add(++lastId);
    return lastId;
  }

  /** An attempt is over; the logs that are known here have the decision, if there is one. */
  void end(long attempt) {
    undecided.remove(attempt);
    sweepSoon();
  }

  /** The coordinator of an attempt was lost, and may have decided. */
  void onLost(long attempt, int site) {
    lost.get(site).add(attempt);
  }

  /** All that a site had decided is known. */
  void onKnown(int site) {
    List<Long> known = lost.get(site);
    undecided.removeAll(known);
    known.clear();
    tell(site);
    sweepSoon();
  }

  /** Sites hear from now on. */
  void onServing() {
    isServing = true;
    sweep();
  }

  private void sweepSoon() {
    if (!sweepsSoon && isServing) {
      sweepsSoon = true;
      scheduler.schedule(SWEEP_US, this::sweep);
    }
  }

  private void sweep() {
    sweepsSoon = false;
    for (int site = 1; site <= sites.sites(); site++) {
      tell(site);
    }
  }

  /** Says to a site that is ready what is undecided. */
  void tell(int site) {
    if (isServing && sites.isReady(site)) {
      sites.link(site).send(new Undecided(lastId, cuts.known(), List.copyOf(undecided)));
    }
  }

  /**
   * Says to sites that an attempt was aborted, which home was never asked to decide, or has given
   * back.
   *
   * @param doomed others that stand on it
   */
  void tellAborted(long attempt, List<Long> doomed, IntPredicate which) {
    for (int site = 1; site <= sites.sites(); site++) {
      if (sites.isReady(site) && which.test(site)) {
        sites.link(site).send(new Aborted(attempt, doomed));
      }
    }
  }
}
