package org.thetisdb.router.scheme.epoch;

import java.util.List;
import java.util.function.IntToDoubleFunction;
import org.thetisdb.core.placement.Primaries;
import org.thetisdb.router.config.EpochConfig;

/**
 * Of how many keys the epoch coordinator of the next epoch view is the primary (decision 0094). It
 * alone puts what was decided into its log; so it gets fewer keys than others, down to none, if its
 * engine is busier than theirs, and more again if it is not.
 *
 * <p>Nothing rests on it: sites hold to what an epoch view began with. A new router begins with an
 * equal share. Owned by the engine's thread.
 */
final class CoordinatorShare {
  /** A share that goes to and fro does so ever more seldom; this many rests apart in the end. */
  private static final int MOST_RESTS = 64;

  /** Others are taken to be so busy at least. */
  private static final double LEAST_BUSY = 0.1;

  private static final int WHOLE = Primaries.WHOLE_SHARE;

  private final EpochConfig.Shares config;
  private final IntToDoubleFunction busy;
  private int share = WHOLE;
  private long changedUs;
  private long restUs;
  private boolean fell = true;

  /** By how busy the engines of sites are, from 0 to 1. */
  CoordinatorShare(EpochConfig.Shares config, IntToDoubleFunction busy) {
    this.config = config;
    this.busy = busy;
    this.restUs = config.restUs();
  }

  /** Whether the epoch view that is open should make room for one with another share. */
  boolean wantsOther(int epochCoordinator, List<Integer> members, long nowUs) {
    return wanted(epochCoordinator, members, nowUs) != share;
  }

  /** The share in an epoch view that is about to begin, in tenths of what each other member has. */
  int next(int epochCoordinator, List<Integer> members, long nowUs) {
    int chosen = wanted(epochCoordinator, members, nowUs);
    if (chosen != share) {
      boolean falls = chosen < share;
      restUs = falls == fell ? config.restUs() : Math.min(2 * restUs, MOST_RESTS * config.restUs());
      fell = falls;
      share = chosen;
      changedUs = nowUs;
    }
    return share;
  }

  private int wanted(int epochCoordinator, List<Integer> members, long nowUs) {
    int others = members.size() - 1;
    if (others == 0 || nowUs - changedUs < restUs) {
      return share;
    }
    double mine = busy.applyAsDouble(epochCoordinator);
    double theirs = meanOfOthers(epochCoordinator, members);
    if (Math.max(mine, theirs) < config.busy() || Math.abs(mine - theirs) < config.alike()) {
      return share;
    }
    return tenths(part(others) - surplus(mine, theirs, others), others);
  }

  private double meanOfOthers(int epochCoordinator, List<Integer> members) {
    double sum = 0;
    for (int member : members) {
      sum += member == epochCoordinator ? 0 : busy.applyAsDouble(member);
    }
    return sum / (members.size() - 1);
  }

  /** The part of all keys that the epoch coordinator has, from 0 to 1. */
  private double part(int others) {
    return (double) share / (share + others * WHOLE);
  }

  /**
   * The part of all keys that would make them equally busy if it went from the epoch coordinator to
   * the others, each of which is busy with nothing but its keys.
   */
  private double surplus(double mine, double theirs, int others) {
    double busyWithAll = Math.max(theirs, LEAST_BUSY) * others / (1 - part(others));
    return (mine - theirs) * others / ((others + 1) * busyWithAll);
  }

  private static int tenths(double part, int others) {
    double most = 1.0 / (others + 1);
    double kept = Math.max(0, Math.min(most, part));
    return (int) Math.round(others * WHOLE * kept / (1 - kept));
  }
}
