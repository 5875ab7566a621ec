package org.thetisdb.router.scheme.dynamast;

import java.util.Locale;

/**
 * Decides whether load may be spread, or is kept at one site, by what commits more. {@link
 * CostScore} knows sites as queues. It does not know what it costs that rows stay locked while
 * others wait for a move; so where a good part of the updates crosses whatever border there is, it
 * spreads what one site alone would do faster. That is seen only by trying it, both ways:
 *
 * <ul>
 *   <li><em>Spreading.</em> While one site has all of the load, its pace is measured. When clusters
 *       leave it, it is measured again. If less commits and things are moved for updates all the
 *       time, or if these have brought everything back to one site, all is gathered and kept there.
 *   <li><em>Gathering.</em> A high share of moves that has not gone down over several windows
 *       counts as thrashing: a workload whose updates take partners uniformly from everywhere has
 *       no locality to learn, and the one placement that ends its moves is a single site. Where a
 *       site can do all of the work and not be crowded, it is gathered there without a trial. Else
 *       it stays there only if more commits than before.
 * </ul>
 *
 * <p>What was in vain is tried again later and later ({@link BackOff}), since the workload may have
 * changed. The pace is compared with that just before the trial, so a load that changes by itself
 * is taken for an effect only if it does so within these seconds; the next trial puts that right.
 *
 * <p>A machine that is stepped: it gets commits and the time, and has no other input. Not
 * thread-safe.
 */
final class RegimeController {
  /** The work is spread again when the site that gathered it has less than this of it. */
  private static final double SPREAD = 0.7;

  /** Gathering that has not settled for so long will not. */
  private static final long GIVE_UP_US = 30_000_000;

  /** The same at a site that will be crowded. */
  private static final long TRIAL_GIVE_UP_US = 6_000_000;

  /** A regime is measured so long after it has begun. */
  private static final long SETTLE_US = 250_000;

  /** To spread load is given so long, and longer while it gets better. */
  private static final long LEAST_SPREADING_US = 1_500_000;

  private static final long MOST_SPREADING_US = 8_000_000;

  /** What has been brought back to one site by then has not been spread. */
  private static final long BROUGHT_BACK_US = 500_000;

  /** A pace that is lower by less is taken for equal. */
  private static final double EQUAL = 0.97;

  /** What one site did says so long that less need not be tried there. */
  private static final long REMEMBERED_US = 120_000_000;

  /** So long nothing is torn behind a load. */
  private static final long CALM_US = 60_000_000;

  /** Work that changes more often than that is one work. */
  private static final long CALM_AGAIN_US = 600_000_000;

  private enum State {
    /** Score and balancer decide. */
    FREE,
    /** Clusters have left the site that had all; it is being measured what that gains. */
    SPREADING,
    /** Everything goes to one site. */
    GATHERING,
    /** Everything is at one site that is crowded; it is being measured what that gains. */
    COMPARING,
    /** Everything stays at one site, since that commits more. */
    HELD,
    /** Everything is at one site that is not crowded; clusters may leave. */
    GATHERED
  }

  private final MoveShares shares = new MoveShares();
  private final CommitPace pace = new CommitPace();
  private final BackOff spreading = new BackOff();
  private final BackOff gathering = new BackOff();
  private State state = State.FREE;
  private long sinceUs;
  private int site;
  private int sites;
  private boolean wasAtOneSite;

  /** Updates a second before the trial, or {@link CommitPace#UNKNOWN}. */
  private double before = CommitPace.UNKNOWN;

  /** Updates a second when all was at one site last, or {@link CommitPace#UNKNOWN}. */
  private double atOneSite = CommitPace.UNKNOWN;

  private long atOneSiteUs = -REMEMBERED_US;

  private long calmUntilUs = -CALM_AGAIN_US;

  /** Share of updates that were to be split by the trial, and by the last one in vain. */
  private double tornInTrial;

  private double tornInVain;
  private int updatesOfTrial;
  private int movedInTrial;

  /** Whether some of the load was elsewhere during the trial. */
  private boolean hasSpread;

  private String reason = "";

  /** The site at which split updates gather; 0 if they do not. */
  int gatherAt() {
    return site;
  }

  /** Whether everything has to go to {@link #gatherAt} now. */
  boolean isGathering() {
    return state == State.GATHERING;
  }

  /** Whether nothing may leave {@link #gatherAt} now. */
  boolean keepsTogether() {
    return state == State.GATHERING || state == State.COMPARING || state == State.HELD;
  }

  /** Why all is gathered or kept at a site, as a sentence for people. */
  String reason() {
    return reason;
  }

  /**
   * A transaction has committed that wrote.
   *
   * @param moved whether something that it wrote was moved for it
   */
  void onCommitted(boolean moved, long nowUs) {
    shares.add(moved, nowUs);
    pace.add(moved, nowUs);
    updatesOfTrial++;
    movedInTrial += moved ? 1 : 0;
  }

  /**
   * Whether clusters may leave a site. Before they leave one that has all of the load and is
   * crowded, its pace must be known, or nobody could say what was gained.
   */
  boolean maySpread(Concentration now) {
    return switch (state) {
      case GATHERING, COMPARING -> false;
      case HELD -> pace.isKnown();
      case FREE, SPREADING, GATHERED -> !now.isAtOneSite() || now.couldDoAll() || pace.isKnown();
    };
  }

  /**
   * Share of its updates that may be split if a cluster leaves its site. Where a table has been
   * loaded just now, too much is not even tried. What was in vain is tried again at once if it
   * would split half as many: then the workload has changed.
   */
  double tornAtMost(long nowUs) {
    double most = nowUs < calmUntilUs ? MoveShares.TOO_MUCH : Double.MAX_VALUE;
    return spreading.allows(nowUs) ? most : Math.min(most, tornInVain / 2);
  }

  /**
   * Clusters leave a site now.
   *
   * @param torn share of their updates that will be split
   */
  void onSpread(Concentration now, double torn, long nowUs) {
    boolean isTrial = state == State.HELD || (state == State.FREE && now.isAtOneSite());
    if (isTrial && pace.isKnown()) {
      before = pace.perS();
      tornInTrial = torn;
      site = 0;
      enter(State.SPREADING, nowUs);
    }
  }

  /**
   * Other work is done than before, as when tables have been loaded and an application begins: what
   * was measured says nothing about it, and nothing is torn for a while.
   */
  void onOtherWork(long nowUs) {
    if (nowUs - calmUntilUs >= CALM_AGAIN_US) {
      calmUntilUs = nowUs + CALM_US;
    }
    if (state == State.FREE) {
      pace.restart(nowUs);
      noteOneSite(CommitPace.UNKNOWN, nowUs - REMEMBERED_US);
    }
  }

  /** Looks at what has happened since the last step; some times a second. */
  void step(Concentration now, boolean siteIsCrowded, long nowUs) {
    if (now.sites() > sites && sites != 0) {
      end(nowUs);
      spreading.reset();
    }
    sites = now.sites();
    pace.step(nowUs);
    boolean judged = shares.step(now.partitions(), nowUs);
    switch (state) {
      case FREE -> stepFree(now, judged, nowUs);
      case SPREADING -> stepSpreading(now, nowUs);
      case GATHERING -> stepGathering(siteIsCrowded, judged, nowUs);
      case COMPARING -> stepComparing(nowUs);
      case HELD -> stepHeld(siteIsCrowded, judged, nowUs);
      case GATHERED -> stepGathered(now, siteIsCrowded, judged, nowUs);
    }
  }

  private void stepFree(Concentration now, boolean judged, long nowUs) {
    if (now.isAtOneSite() != wasAtOneSite) {
      wasAtOneSite = now.isAtOneSite();
      pace.restart(nowUs);
    }
    if (wasAtOneSite && pace.isKnown()) {
      noteOneSite(pace.perS(), nowUs);
    }
    if (now.largest() == 0 || !gathering.allows(nowUs)) {
      return;
    }
    if (judged && shares.staysTooMuch() && (now.couldDoAll() || mayGain(nowUs))) {
      reason = "no locality to learn: gathering at site %d".formatted(now.largest());
      gather(now.largest(), nowUs);
    } else if (!now.couldDoAll() && isSlowerThanOneSite()) {
      reason =
          "%s spread, %s when all was at one site: gathering at site %d"
              .formatted(told(pace.perS()), told(atOneSite), now.largest());
      gather(now.largest(), nowUs);
    }
  }

  private void noteOneSite(double perS, long nowUs) {
    atOneSite = perS;
    atOneSiteUs = nowUs;
  }

  /** Whether one site may do more, as far as is known of it. */
  private boolean mayGain(long nowUs) {
    boolean isOld = nowUs - atOneSiteUs >= REMEMBERED_US;
    return pace.isKnown() && (isOld || pace.perS() < atOneSite);
  }

  private boolean isSlowerThanOneSite() {
    return !wasAtOneSite
        && pace.isKnown()
        && !pace.improves()
        && pace.movedShare() > MoveShares.SETTLED
        && pace.perS() < EQUAL * atOneSite;
  }

  private void stepSpreading(Concentration now, long nowUs) {
    long tookUs = nowUs - sinceUs;
    hasSpread |= !now.isAtOneSite();
    if (tookUs >= BROUGHT_BACK_US && now.isAtOneSite()) {
      if (hasSpread || movedInTrial > MoveShares.SETTLED * updatesOfTrial) {
        reason =
            "%s at one site, and updates brought back what was spread: all stays at site %d"
                .formatted(told(before), now.largest());
        onSpreadInVain(nowUs);
        site = now.largest();
        enter(State.HELD, nowUs);
      } else {
        enter(State.FREE, nowUs);
      }
      return;
    }
    boolean over = pace.isKnown() && tookUs >= LEAST_SPREADING_US && !pace.improves();
    if (!over && tookUs < MOST_SPREADING_US) {
      return;
    }
    if (pace.isKnown() && pace.perS() < EQUAL * before && pace.movedShare() > MoveShares.SETTLED) {
      reason =
          "%s at one site, %s spread: gathering at site %d"
              .formatted(told(before), told(pace.perS()), now.largest());
      onSpreadInVain(nowUs);
      before = CommitPace.UNKNOWN;
      site = now.largest();
      enter(State.GATHERING, nowUs);
    } else {
      if (tornInTrial >= tornInVain / 2) {
        spreading.reset(); // what little was torn says nothing about more
      }
      noteOneSite(before, nowUs);
      enter(State.FREE, nowUs);
    }
  }

  private void onSpreadInVain(long nowUs) {
    tornInVain = tornInTrial;
    spreading.onFailed(nowUs);
  }

  private void gather(int at, long nowUs) {
    before = pace.perS();
    tornInTrial = pace.movedShare();
    site = at;
    enter(State.GATHERING, nowUs);
  }

  private void stepGathering(boolean siteIsCrowded, boolean judged, long nowUs) {
    if (judged && shares.isSettled()) {
      boolean compares = before != CommitPace.UNKNOWN;
      enter(!siteIsCrowded ? State.GATHERED : compares ? State.COMPARING : State.HELD, nowUs);
    } else if (nowUs - sinceUs >= (siteIsCrowded ? TRIAL_GIVE_UP_US : GIVE_UP_US)) {
      gathering.onFailed(nowUs);
      end(nowUs);
    }
  }

  private void stepComparing(long nowUs) {
    if (!pace.isKnown() && nowUs - sinceUs < TRIAL_GIVE_UP_US) {
      return;
    }
    if (pace.perS() > before) {
      reason =
          "%s at one site, %s spread: all stays at site %d"
              .formatted(told(pace.perS()), told(before), site);
      gathering.reset();
      onSpreadInVain(nowUs);
      enter(State.HELD, nowUs);
    } else {
      noteOneSite(pace.perS(), nowUs);
      gathering.onFailed(nowUs);
      end(nowUs);
    }
  }

  private void stepHeld(boolean siteIsCrowded, boolean judged, long nowUs) {
    if (pace.isKnown()) {
      noteOneSite(pace.perS(), nowUs);
    }
    if (judged && shares.isTooMuch()) {
      before = CommitPace.UNKNOWN;
      enter(State.GATHERING, nowUs);
    } else if (pace.isKnown() && !siteIsCrowded) {
      enter(State.GATHERED, nowUs);
    } else if (pace.isKnown() && spreading.allows(nowUs)) {
      letGo();
    }
  }

  /** It may be spread again, and the pace until now is that at one site. */
  private void letGo() {
    state = State.FREE;
    site = 0;
    wasAtOneSite = true;
  }

  private void stepGathered(Concentration now, boolean siteIsCrowded, boolean judged, long nowUs) {
    if (siteIsCrowded) {
      end(nowUs);
    } else if (judged && shares.isTooMuch()) {
      gather(site, nowUs);
    } else if (judged && (now.largest() != site || now.shareOfLargest() < SPREAD)) {
      end(nowUs);
    }
  }

  /** Nothing gathers any more, as when the site is lost. */
  void end(long nowUs) {
    site = 0;
    enter(State.FREE, nowUs);
  }

  private void enter(State next, long nowUs) {
    state = next;
    sinceUs = nowUs;
    updatesOfTrial = 0;
    movedInTrial = 0;
    hasSpread = false;
    pace.restart(nowUs + SETTLE_US);
  }

  private static String told(double perS) {
    return String.format(Locale.ROOT, "%,.0f updates/s", perS);
  }
}
