package org.thetisdb.router.scheme.fragments;

import java.util.Locale;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.thetisdb.core.config.SchemeSettings.FragmentControl;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.core.time.Scheduler;
import org.thetisdb.core.wire.RouterToSite.Step;
import org.thetisdb.core.wire.SiteToRouter.InDoubtTimes;
import org.thetisdb.router.config.ControlConfig;

/**
 * Which control the attempts of calls have that begin now, and why: the one that is set, or the one
 * that {@link ControlForecast} has ahead by what was measured (decision 0181). Each attempt tells
 * its sites with its messages, so nothing drains when that changes. Owned by the engine's thread.
 */
final class ControlChoice {
  /** Speculation has to be so much ahead to begin, and so much to stay. */
  private static final double AHEAD = 1.1;

  private static final double STILL_AHEAD = 1.02;

  /** Of so many calls one has its rows counted, since counting takes time. */
  private static final int SAMPLED = 8;

  /** A call works so long at least, where nobody can tell. */
  private static final double LEAST_SERVICE_US = 1;

  private final ControlConfig config;
  private final BooleanSupplier hasRules;
  private final Supplier<Load> load;
  private final Scheduler scheduler;
  private final HotRows held = new HotRows();
  private boolean isSpeculative;
  private String reason;
  private long changedUs = Long.MIN_VALUE;
  private long lookedUs;
  private boolean looksSoon;
  private Load lastLoad = new Load(0, 0, 0, InDoubtTimes.NONE);
  private double holdUs;

  private int alone;
  private long standing;
  private int distributed;
  private int aborted;
  private int sampled;

  /**
   * What sites say of their load.
   *
   * @param sites how many there are
   * @param serviceUs processor time of a call, in microseconds
   * @param standing calls of one site that had to vote, since the router leads
   * @param inDoubt how long rows were undecided, since sites started
   */
  record Load(int sites, double serviceUs, long standing, InDoubtTimes inDoubt) {}

  /**
   * A choice within what is set.
   *
   * @param hasRules whether SQL has definitions, with which nobody runs on undecided rows
   */
  ControlChoice(
      ControlConfig config, BooleanSupplier hasRules, Supplier<Load> load, Scheduler scheduler) {
    this.config = config;
    this.hasRules = hasRules;
    this.load = load;
    this.scheduler = scheduler;
    this.isSpeculative = config.set() == FragmentControl.SPECULATIVE;
    this.reason = isChosen() ? "nothing was measured yet" : "it is set";
  }

  private boolean isChosen() {
    return config.set() == FragmentControl.AUTO;
  }

  /** Whether attempts that begin now run on undecided rows. */
  boolean speculates() {
    return isSpeculative && !hasRules.getAsBoolean();
  }

  /** What fragments of attempts that begin now do about undecided rows. */
  Step step() {
    return switch (now()) {
      case SPECULATIVE -> Step.SPECULATE;
      case BLOCKING -> Step.BLOCK;
      case LOCKING, AUTO -> Step.FRAGMENT;
    };
  }

  /** The control's name. */
  String name() {
    return now().name().toLowerCase(Locale.ROOT);
  }

  private FragmentControl now() {
    if (config.set() == FragmentControl.BLOCKING) {
      return FragmentControl.BLOCKING;
    }
    return speculates() ? FragmentControl.SPECULATIVE : FragmentControl.LOCKING;
  }

  /** Why it is in force. */
  String reason() {
    return isSpeculative && hasRules.getAsBoolean()
        ? "rules of SQL look at rows beside what a call reads"
        : reason;
  }

  /** A call of one site begins an attempt. */
  void onAlone() {
    if (isChosen()) {
      alone++;
      lookSoon();
    }
  }

  /**
   * A call of several sites begins an attempt.
   *
   * @param rows that it holds until it is decided, if it is committed where most others wait
   */
  void onDistributed(Supplier<Iterable<RowKey>> rows) {
    if (isChosen()) {
      distributed++;
      if (distributed % SAMPLED == 0) {
        sampled++;
        rows.get().forEach(held::add);
      }
      lookSoon();
    }
  }

  /** A call of several sites has come to nothing. */
  void onAborted() {
    if (isChosen()) {
      aborted++;
    }
  }

  private void lookSoon() {
    if (!looksSoon) {
      looksSoon = true;
      lookedUs = scheduler.clock().nowUs();
      scheduler.schedule(config.lookUs(), this::look);
    }
  }

  private void look() {
    looksSoon = false;
    long nowUs = scheduler.clock().nowUs();
    Load now = load.get();
    standing = now.standing() - lastLoad.standing();
    measureHold(now.inDoubt());
    lastLoad = now;
    int calls = alone + distributed;
    if (calls >= config.leastCalls() && distributed > 0 && now.sites() > 0) {
      decide(forecast(now, calls, nowUs - lookedUs), nowUs);
    }
    alone = 0;
    distributed = 0;
    aborted = 0;
    sampled /= 2;
    held.age();
  }

  private void measureHold(InDoubtTimes total) {
    InDoubtTimes before = lastLoad.inDoubt();
    long decided = total.decided() - before.decided();
    if (decided > 0 && total.sumUs() >= before.sumUs()) {
      holdUs = (total.sumUs() - before.sumUs()) / (double) decided;
    }
  }

  private ControlForecast forecast(Load now, int calls, long tookUs) {
    double share = distributed / (double) calls;
    return new ControlForecast(
        now.sites(),
        share,
        sampled == 0 ? 0 : share * Math.min(1, held.most() / (double) sampled),
        alone == 0 ? 0 : Math.min(1, standing / (double) alone),
        Math.min(1, aborted / (double) distributed),
        calls * 1e6 / Math.max(1, tookUs),
        Math.max(LEAST_SERVICE_US, now.serviceUs()),
        holdUs);
  }

  private void decide(ControlForecast forecast, long nowUs) {
    double locking = forecast.locking();
    double speculative = forecast.speculative();
    boolean isBetter = speculative > locking * (isSpeculative ? STILL_AHEAD : AHEAD);
    boolean mayChange = changedUs == Long.MIN_VALUE || nowUs - changedUs >= config.stayUs();
    if (isBetter != isSpeculative && mayChange) {
      isSpeculative = isBetter;
      changedUs = nowUs;
    }
    if (isBetter == isSpeculative) {
      reason = words(forecast, locking, speculative);
    }
  }

  private static String words(ControlForecast forecast, double locking, double speculative) {
    return String.format(
        Locale.ROOT,
        "%.0f %% of calls meet several sites, %.2f %% of all hold the hottest row, for %,.0f us each;"
            + " %.0f %% are aborted: locking %,.0f/s, speculative %,.0f/s",
        100 * forecast.distributed(),
        100 * forecast.hottest(),
        forecast.holdUs(),
        100 * forecast.aborted(),
        locking,
        speculative);
  }
}
