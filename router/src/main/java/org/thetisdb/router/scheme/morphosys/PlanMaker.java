package org.thetisdb.router.scheme.morphosys;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.agrona.collections.LongHashSet;
import org.thetisdb.core.id.Stamp;
import org.thetisdb.core.placement.Owner;
import org.thetisdb.router.routing.ClusterView;
import org.thetisdb.router.routing.Decision.SiteScores;
import org.thetisdb.router.routing.Footprint;
import org.thetisdb.router.routing.Move;
import org.thetisdb.router.routing.Placement;
import org.thetisdb.router.scheme.morphosys.PlanStep.Expected;
import org.thetisdb.router.scheme.morphosys.PlanStep.Remaster;

/**
 * Makes plans (MorphoSys, section 5.3.3): for each site the changes of masters without which a call
 * cannot run there, with what they cost and save; the site with the most net benefit is taken. Then
 * what is accessed together with what moves, if that saves more than it costs.
 *
 * <p>Not thread-safe.
 */
final class PlanMaker {
  /** The names of what a plan is judged by. */
  static final List<String> FACTORS = List.of("cost", "benefit");

  /** What they are measured in; the total is the net benefit, of which more is better. */
  static final String UNIT = "us saved";

  /** What nobody needs now pays back so many times, lest it goes to and fro. */
  private static final double TIMES = 2;

  /** Of a call that reads more partitions, so many are looked at. */
  private static final int MOST_READ = 8;

  private final Placement placement;
  private final WorkloadModel model;
  private final ClusterView cluster;
  private final SiteForecast forecast;
  private final HolderRules held;
  private final BenefitEstimate benefit;
  private final CoAccessedGroup group;
  private final double lambda;
  private final int[] movesFrom = new int[Stamp.MAX_SITE + 1];
  private final long[] loadFrom = new long[Stamp.MAX_SITE + 1];
  private final double[] contentionFrom = new double[Stamp.MAX_SITE + 1];

  /**
   * A maker of plans.
   *
   * @param lambda how much a benefit counts beside a cost
   */
  PlanMaker(
      Placement placement,
      WorkloadModel model,
      ClusterView cluster,
      SiteForecast forecast,
      HolderRules held,
      BenefitEstimate benefit,
      double lambda) {
    this.placement = placement;
    this.model = model;
    this.cluster = cluster;
    this.forecast = forecast;
    this.held = held;
    this.benefit = benefit;
    this.group = new CoAccessedGroup(model);
    this.lambda = lambda;
  }

  /**
   * A plan.
   *
   * @param site where a call runs; 0 if none is usable
   * @param needed what it waits for; null if that is nothing
   * @param aside what goes with it, and it does not wait for; null if that is nothing
   * @param scores of the sites that were looked at
   */
  record Plan(int site, Remaster needed, Remaster aside, List<SiteScores> scores) {
    static final Plan NONE = new Plan(0, null, null, List.of());
  }

  /**
   * The best plan for a call that cannot run yet: its written partitions have several masters, or
   * their master lacks what it reads.
   */
  Plan forCall(Footprint footprint) {
    long[] written = footprint.written();
    int best = 0;
    Expected bestExpected = null;
    List<SiteScores> scores = new ArrayList<>(cluster.sites());
    for (int site = 1; site <= cluster.sites(); site++) {
      if (cluster.isUsable(site) && (!held.arePartial() || held.canRun(site, footprint))) {
        Expected expected = expected(written, written.length, site);
        scores.add(score(site, expected));
        boolean better =
            best == 0
                || expected.net(lambda) > bestExpected.net(lambda)
                || (expected.net(lambda) == bestExpected.net(lambda)
                    && model.loadAt(site) < model.loadAt(best));
        best = better ? site : best;
        bestExpected = better ? expected : bestExpected;
      }
    }
    if (best == 0) {
      return Plan.NONE;
    }
    String reason = "a call writes it with what site " + best + " has, or gets";
    List<Move> moves = moves(written, written.length, best);
    Remaster needed = moves.isEmpty() ? null : new Remaster(moves, reason, bestExpected);
    return new Plan(best, needed, piggybacked(written, best, bestExpected), scores);
  }

  private SiteScores score(int site, Expected expected) {
    double[] values = {expected.costUs(), expected.benefitUs()};
    return new SiteScores(site, values, expected.net(lambda));
  }

  /** What is accessed together with what moves, if it adds more than it costs. */
  private Remaster piggybacked(long[] written, int site, Expected alone) {
    group.begin(written);
    int before = group.size();
    group.grow();
    if (group.size() == before) {
      return null;
    }
    long[] more = Arrays.copyOfRange(group.members(), before, group.size());
    List<Move> moves = moves(more, more.length, site);
    if (moves.isEmpty() || !held.canGo(more, site)) {
      return null;
    }
    double benefitUs = benefit.of(group.members(), group.size(), site) - alone.benefitUs();
    Expected expected = new Expected(costUs(more, more.length, site), benefitUs);
    return expected.paysBack(lambda, TIMES)
        ? new Remaster(moves, "it is accessed with what moves to site " + site, expected)
        : null;
  }

  /**
   * The best plan for what nobody waits for: a group around what a transaction writes goes to
   * another site, or comes together at its own.
   *
   * @return a plan without {@code needed}; {@link Plan#NONE} if nothing pays back twice
   */
  Plan forSample(long[] written) {
    return bestFor(groupOf(written), "a group that is accessed together");
  }

  /** What is accessed together with what a transaction writes, and that. */
  long[] groupOf(long[] written) {
    group.begin(written);
    group.grow();
    return group.toArray();
  }

  /**
   * A plan that brings to a site what its updates read, and other sites master, so that they need
   * not wait for a cut: all of it, since one that is elsewhere has them wait as long as many do; or
   * that partition of which this saves most.
   *
   * @return a plan without {@code needed}; {@link Plan#NONE} if nothing pays back twice
   */
  Plan forReads(long[] read, int site) {
    long[] elsewhere = elsewhere(read, site);
    if (elsewhere.length == 0) {
      return Plan.NONE;
    }
    Plan best = pull(elsewhere, site);
    for (int i = 0; i < elsewhere.length && best.aside() == null; i++) {
      best = pull(new long[] {elsewhere[i]}, site);
    }
    return best;
  }

  private long[] elsewhere(long[] read, int site) {
    long[] elsewhere = new long[MOST_READ];
    int count = 0;
    for (int i = 0; i < read.length && count < MOST_READ; i++) {
      if (!Placement.isPinned(read[i]) && placement.master(read[i]) != site) {
        elsewhere[count++] = read[i];
      }
    }
    return Arrays.copyOf(elsewhere, count);
  }

  private Plan pull(long[] read, int site) {
    if (!held.canGo(read, site)) {
      return Plan.NONE;
    }
    Expected expected = expected(read, read.length, site);
    if (!expected.paysBack(lambda, TIMES)) {
      return Plan.NONE;
    }
    String reason = "read mostly by updates of site " + site;
    Remaster step = new Remaster(moves(read, read.length, site), reason, expected);
    return new Plan(site, null, step, List.of(score(site, expected)));
  }

  /** The best site for partitions to go to together. */
  Plan bestFor(long[] partitions, String what) {
    if (isAnyAWholeTable(partitions)) {
      return Plan.NONE;
    }
    int best = 0;
    Expected bestExpected = null;
    List<SiteScores> scores = new ArrayList<>(cluster.sites());
    for (int site = 1; site <= cluster.sites(); site++) {
      if (cluster.isUsable(site) && movesTo(partitions, site) > 0 && held.canGo(partitions, site)) {
        Expected expected = expected(partitions, partitions.length, site);
        scores.add(score(site, expected));
        boolean better =
            expected.paysBack(lambda, TIMES)
                && (best == 0 || expected.net(lambda) > bestExpected.net(lambda));
        best = better ? site : best;
        bestExpected = better ? expected : bestExpected;
      }
    }
    if (best == 0) {
      return Plan.NONE;
    }
    List<Move> moves = moves(partitions, partitions.length, best);
    String reason = what + " costs less at site " + best;
    return new Plan(best, null, new Remaster(moves, reason, bestExpected), scores);
  }

  private int movesTo(long[] partitions, int site) {
    int moves = 0;
    for (long partition : partitions) {
      moves += placement.master(partition) != site ? 1 : 0;
    }
    return moves;
  }

  /**
   * Whether one of them is a table without any border, whose site is not saturated. Tables that are
   * loaded one after the other would go to as many sites, and have to be brought together for the
   * first call that writes two of them.
   */
  private boolean isAnyAWholeTable(long[] partitions) {
    for (long partition : partitions) {
      if (placement.hasRanges() && placement.isLive(partition)) {
        Owner owner = placement.describe(partition);
        boolean isWhole = owner.from().length == 0 && owner.to().length == 0;
        if (isWhole && !forecast.isSaturated(owner.site())) {
          return true;
        }
      }
    }
    return false;
  }

  private List<Move> moves(long[] partitions, int count, int site) {
    List<Move> moves = new ArrayList<>(count);
    LongHashSet listed = new LongHashSet();
    for (int i = 0; i < count; i++) {
      int master = placement.master(partitions[i]);
      if (master != site && listed.add(partitions[i])) {
        moves.add(new Move(partitions[i], master, site));
      }
    }
    return moves;
  }

  private Expected expected(long[] partitions, int count, int site) {
    return new Expected(costUs(partitions, count, site), benefit.of(partitions, count, site));
  }

  /** C: sites release side by side, so the slowest counts; and what waits meanwhile. */
  double costUs(long[] partitions, int count, int site) {
    for (int i = 0; i < count; i++) {
      int from = placement.master(partitions[i]);
      PartitionUse use = model.of(partitions[i]);
      movesFrom[from]++;
      loadFrom[from] += use == null ? 0 : use.load;
      contentionFrom[from] += model.writeShare(partitions[i]);
    }
    double most = 0;
    for (int from = 1; from <= cluster.sites(); from++) {
      if (movesFrom[from] > 0 && from != site) {
        double costUs =
            forecast.remasterUs(
                from, site, movesFrom[from], contentionFrom[from], (double) loadFrom[from]);
        most = Math.max(most, costUs);
      }
      movesFrom[from] = 0;
      loadFrom[from] = 0;
      contentionFrom[from] = 0;
    }
    return most;
  }
}
