package org.thetisdb.migration.plan;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.thetisdb.core.placement.Migration.Way;

/**
 * Spreads load over sites (DrTM+B, Algorithm 1; behind that E-Store's greedy). Ranges go from sites
 * that are busier than even load allows to the least busy site that holds their rows, those with
 * most load first. What does not fit anywhere as a whole is split. Two ranges are swapped where one
 * alone would be too much. If that is not enough, rows are copied to sites that lack them.
 *
 * <p>Other than Algorithm 1, it never puts a range where it would be as much of a burden as it is
 * now, so that no step makes the busiest site busier. For use by one thread, once.
 */
public final class RebalancePlanner {
  /** Ranges of a site that are looked at for a swap. */
  private static final int MOST_SWAPPED = 64;

  /** A swap is two moves; it has to be worth that. */
  private static final double LEAST_SWAP_GAIN = 0.02;

  private static final double EPSILON = 1e-9;

  private static final Comparator<MovableRange> MOST_LOAD_FIRST =
      Comparator.comparingDouble(MovableRange::load).reversed().thenComparingInt(MovableRange::id);

  private static final Comparator<State> LEAST_BUSY_FIRST =
      Comparator.<State>comparingDouble(each -> each.load).thenComparingInt(each -> each.site);

  private final PlanBounds bounds;
  private final TreeMap<Integer, State> sites = new TreeMap<>();
  private final SortedMap<Integer, Double> before;
  private final double mean;
  private final double bound;
  private final List<PlannedMove> moves = new ArrayList<>();

  /** What has not moved, those with most load first. */
  private final List<MovableRange> staying;

  /** A site as it is behind the moves that are planned so far. */
  private static final class State {
    private final int site;
    private double load;
    private long room;

    private State(LoadedSite site) {
      this.site = site.site();
      this.load = site.busy();
      this.room = site.roomBytes();
    }
  }

  private RebalancePlanner(List<LoadedSite> sites, List<MovableRange> ranges, PlanBounds bounds) {
    this.bounds = bounds;
    sites.forEach(each -> this.sites.put(each.site(), new State(each)));
    this.before = loads();
    this.mean = before.values().stream().mapToDouble(each -> each).average().orElse(0);
    this.bound = mean * (1 + bounds.aim());
    this.staying = new ArrayList<>(ranges);
    this.staying.removeIf(each -> !this.sites.containsKey(each.master()) || each.load() <= 0);
    this.staying.sort(MOST_LOAD_FIRST);
  }

  /**
   * A plan; it has no moves if load is even, or cannot be spread so that it is worth it.
   *
   * @param sites those that share the load
   * @param ranges what is known to be a load; no key is in two of them
   */
  public static RebalancePlan plan(
      List<LoadedSite> sites, List<MovableRange> ranges, PlanBounds bounds) {
    return new RebalancePlanner(sites, ranges, bounds).plan();
  }

  private RebalancePlan plan() {
    if (RebalancePlan.most(before) > mean * (1 + bounds.even()) + EPSILON) {
      spread(false);
      spread(true);
    }
    double gain = RebalancePlan.most(before) - RebalancePlan.most(loads());
    boolean isWorthIt = gain > 0 && gain >= bounds.leastGain() * RebalancePlan.most(before);
    return isWorthIt
        ? new RebalancePlan(moves, before, loads())
        : new RebalancePlan(List.of(), before, before);
  }

  /**
   * All ways to spread load, from that which changes least.
   *
   * @param copies whether rows may be copied to sites that lack them
   */
  private void spread(boolean copies) {
    move(copies, false);
    split(false);
    move(copies, false);
    split(true);
    swap(copies);
    move(copies, true);
  }

  private SortedMap<Integer, Double> loads() {
    TreeMap<Integer, Double> loads = new TreeMap<>();
    sites.forEach((site, state) -> loads.put(site, state.load));
    return loads;
  }

  private boolean isDone(int more) {
    return moves.size() + more > bounds.mostMoves()
        || sites.values().stream().noneMatch(this::isOverloaded);
  }

  private boolean isOverloaded(State site) {
    return site.load > bound + EPSILON;
  }

  /**
   * Algorithm 1, lines 4 to 16.
   *
   * @param relieves whether a range may also go where load is not even then, as long as the target
   *     is less busy with it than the source is now
   */
  private void move(boolean copies, boolean relieves) {
    Set<MovableRange> moved = new HashSet<>();
    for (MovableRange range : staying) {
      if (isDone(1)) {
        break;
      }
      State source = state(range.master());
      State target = isOverloaded(source) ? target(range, source, copies, relieves) : null;
      if (target != null) {
        move(range, target);
        moved.add(range);
      }
    }
    staying.removeAll(moved);
  }

  private State target(MovableRange range, State source, boolean copies, boolean relieves) {
    double most = relieves ? source.load - EPSILON : bound;
    return sites.values().stream()
        .filter(each -> each.load < mean && each.load + range.load() <= most)
        .filter(each -> mayTake(each, range, copies, 0))
        .min(LEAST_BUSY_FIRST)
        .orElse(null);
  }

  /** Whether a site may take a range, if so much of its room has become free before. */
  private static boolean mayTake(State site, MovableRange range, boolean copies, long freed) {
    return range.isHeldBy(site.site)
        ? range.master() != site.site
        : copies && site.room + freed >= range.bytes();
  }

  private void move(MovableRange range, State target) {
    State source = state(range.master());
    Way way = range.isHeldBy(target.site) ? Way.PROMOTE : Way.COPY;
    PlannedMove move = new PlannedMove(range, source.site, target.site, way);
    moves.add(move);
    source.load -= range.load();
    target.load += range.load();
    target.room -= move.sentBytes();
    source.room += bounds.sourceDrops() ? move.sentBytes() : 0;
  }

  private State state(int site) {
    return sites.get(site);
  }

  /**
   * What is too much as a whole may be spread in parts.
   *
   * @param all whether what less busy sites master is split, too, to be swapped in parts
   */
  private void split(boolean all) {
    if (isDone(1)) {
      return;
    }
    List<MovableRange> found = new ArrayList<>();
    for (MovableRange each : staying) {
      if (!each.parts().isEmpty() && (all || isOverloaded(state(each.master())))) {
        found.addAll(each.parts());
      } else {
        found.add(each);
      }
    }
    staying.clear();
    staying.addAll(found);
    staying.sort(MOST_LOAD_FIRST);
  }

  private void swap(boolean copies) {
    while (!isDone(2)) {
      Swap best = null;
      for (State source : sites.values()) {
        for (State target : isOverloaded(source) ? sites.values() : List.<State>of()) {
          if (target.load < mean) {
            best = better(best, bestSwap(source, target, copies));
          }
        }
      }
      if (best == null) {
        return;
      }
      staying.remove(best.first);
      staying.remove(best.second);
      move(best.first, state(best.second.master()));
      move(best.second, state(best.first.master()));
    }
  }

  /** Two ranges that change places; the first goes first. */
  private record Swap(MovableRange first, MovableRange second, double gain) {}

  private static Swap better(Swap one, Swap other) {
    return one == null || (other != null && other.gain > one.gain + EPSILON) ? other : one;
  }

  private Swap bestSwap(State source, State target, boolean copies) {
    Swap best = null;
    List<MovableRange> theirs = rangesOf(target);
    for (MovableRange much : rangesOf(source)) {
      for (MovableRange little : theirs) {
        double moved = much.load() - little.load();
        double most = Math.max(source.load - moved, target.load + moved);
        double gain = source.load - most;
        if (gain >= LEAST_SWAP_GAIN * mean && gain > 0 && (best == null || gain > best.gain)) {
          best = better(best, inOrder(source, target, much, little, copies, gain));
        }
      }
    }
    return best;
  }

  private List<MovableRange> rangesOf(State site) {
    return staying.stream().filter(each -> each.master() == site.site).limit(MOST_SWAPPED).toList();
  }

  /** The order in which both ends have room for a swap; null if there is none. */
  private Swap inOrder(
      State source,
      State target,
      MovableRange much,
      MovableRange little,
      boolean copies,
      double gain) {
    boolean drops = bounds.sourceDrops();
    long muchFreed = drops && !much.isHeldBy(target.site) ? much.bytes() : 0;
    long littleFreed = drops && !little.isHeldBy(source.site) ? little.bytes() : 0;
    if (mayTake(target, much, copies, 0) && mayTake(source, little, copies, muchFreed)) {
      return new Swap(much, little, gain);
    }
    if (mayTake(source, little, copies, 0) && mayTake(target, much, copies, littleFreed)) {
      return new Swap(little, much, gain);
    }
    return null;
  }
}
