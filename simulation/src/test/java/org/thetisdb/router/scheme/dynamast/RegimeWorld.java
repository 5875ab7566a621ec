package org.thetisdb.router.scheme.dynamast;

import java.util.Random;

/**
 * A workload as {@link RegimeController} sees it: what commits in a second, and for which share of
 * it something is moved, where all is at one site and where it is spread. A balancer spreads load
 * whenever it may, and what gathers is together after a while.
 */
final class RegimeWorld {
  private static final long STEP_US = 50_000;
  private static final long GATHERING_US = 300_000;
  private static final int PARTITIONS = 200;
  private static final int LARGEST = 2;

  final RegimeController controller = new RegimeController();
  private final Random random;

  /** Updates a second where all is at one site, and where it is spread. */
  double togetherPerS = 4_000;

  double spreadPerS = 4_000;

  /** Share of the updates that move something while load is spread. */
  double movedShare = 0.2;

  /** The same as a balancer estimates it beforehand. */
  double torn = 0.2;

  /** By so much the pace of a step differs at random, as a part of it. */
  double noise = 0.02;

  /** Whether updates bring back what is spread. */
  boolean bringsBack;

  /** Whether one site is crowded when it has all. */
  boolean crowds = true;

  /** Whether there are clusters that a balancer would move. */
  boolean hasClusters = true;

  int sites = 4;
  private boolean together = true;
  private long sinceUs;
  private long nowUs = 1_000_000;
  private double due;

  /** Times that load was spread. */
  int spreads;

  /** Times that gathering began. */
  int gatherings;

  private long steps;
  private long stepsTogether;

  RegimeWorld(long seed) {
    this.random = new Random(seed);
  }

  long nowUs() {
    return nowUs;
  }

  /** All begins spread. */
  RegimeWorld spread() {
    together = false;
    return this;
  }

  void run(double seconds) {
    for (int i = 0; i < seconds * 1e6 / STEP_US; i++) {
      step();
    }
  }

  /** Share of the time, since it was asked last, in which all was at one site. */
  double shareTogether() {
    double share = stepsTogether / (double) Math.max(1, steps);
    steps = 0;
    stepsTogether = 0;
    return share;
  }

  boolean isTogether() {
    return together;
  }

  private void step() {
    commit();
    nowUs += STEP_US;
    boolean wasGathering = controller.isGathering();
    controller.step(concentration(), crowds && together, nowUs);
    gatherings += controller.isGathering() && !wasGathering ? 1 : 0;
    boolean gathers = controller.isGathering() || (bringsBack && !together);
    if (gathers && nowUs - sinceUs >= GATHERING_US) {
      change(true);
    }
    if (hasClusters && together && !gathers && mayLeave()) {
      controller.onSpread(concentration(), torn, nowUs);
      change(false);
      spreads++;
    }
    steps++;
    stepsTogether += together ? 1 : 0;
  }

  private boolean mayLeave() {
    return controller.maySpread(concentration()) && torn <= controller.tornAtMost(nowUs);
  }

  private void change(boolean isTogether) {
    together = isTogether;
    sinceUs = nowUs;
  }

  private void commit() {
    double perS = together ? togetherPerS : spreadPerS;
    due += perS * STEP_US / 1e6 * (1 + noise * random.nextGaussian());
    for (; due >= 1; due--) {
      controller.onCommitted(!together && random.nextDouble() < movedShare, nowUs);
    }
  }

  private Concentration concentration() {
    return new Concentration(sites, LARGEST, together ? 1 : 0.4, !crowds, PARTITIONS);
  }
}
