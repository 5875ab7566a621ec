package org.thetisdb.migration.plan;

import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.thetisdb.core.id.Stamp;

/**
 * What a sample of transactions is to the sites. A transaction is work for each site that it meets,
 * and more for each if it meets several. A site that masters nothing is busy as well; so what is to
 * be divided among cells is how much busier a site is by its work, as the sites show together.
 * Immutable.
 */
public final class SampledWork {
  /**
   * What a part of a distributed transaction is to a site, where one that meets no other is 1. The
   * engines work about 1.3 times for one, and 2.0 to 3.4 times more for a further site (decision
   * 0040).
   */
  static final double DISTRIBUTED = 1.8;

  /** The cells that each transaction meets. */
  private final List<int[]> transactions;

  /** The site of each cell. */
  private final int[] masters;

  private final SortedMap<Integer, Double> busy;
  private final SortedMap<Integer, Double> work;
  private final double restBusy;
  private final double busyOfWork;

  /**
   * Of a sample.
   *
   * @param transactions the cells that each meets, by their places among {@code masters}
   * @param masters of each cell its site
   * @param busy how busy each site is that takes part
   */
  public SampledWork(List<int[]> transactions, int[] masters, Map<Integer, Double> busy) {
    this.transactions = List.copyOf(transactions);
    this.masters = masters.clone();
    this.busy = new TreeMap<>(busy);
    this.work = workOf(this.masters);
    double[] fitted = fit();
    this.restBusy = fitted[0];
    this.busyOfWork = fitted[1];
  }

  private SortedMap<Integer, Double> workOf(int[] sites) {
    TreeMap<Integer, Double> found = new TreeMap<>();
    busy.keySet().forEach(site -> found.put(site, 0.0));
    double[] sums = new double[Stamp.MAX_SITE + 1];
    for (int[] cells : transactions) {
      double each = isAtOne(cells, sites) ? 1 : DISTRIBUTED;
      for (int i = 0; i < cells.length; i++) {
        if (isFirstOfSite(cells, i, sites)) {
          sums[sites[cells[i]]] += each;
        }
      }
    }
    found.replaceAll((site, none) -> sums[site]);
    return found;
  }

  private static boolean isAtOne(int[] cells, int[] sites) {
    for (int cell : cells) {
      if (sites[cell] != sites[cells[0]]) {
        return false;
      }
    }
    return true;
  }

  private static boolean isFirstOfSite(int[] cells, int index, int[] sites) {
    for (int i = 0; i < index; i++) {
      if (sites[cells[i]] == sites[cells[index]]) {
        return false;
      }
    }
    return true;
  }

  /** How busy a site is without work, and by each piece of work: the line through all sites. */
  private double[] fit() {
    double meanWork = mean(work);
    double meanBusy = mean(busy);
    double both = 0;
    double square = 0;
    double least = Double.MAX_VALUE;
    for (Map.Entry<Integer, Double> site : work.entrySet()) {
      double much = site.getValue() - meanWork;
      both += much * (busy.get(site.getKey()) - meanBusy);
      square += much * much;
      least = Math.min(least, busy.get(site.getKey()));
    }
    double slope = square > 0 ? both / square : 0;
    double rest = meanBusy - slope * meanWork;
    boolean isLikely = slope > 0 && rest >= 0;
    double without = isLikely ? Math.min(rest, least) : 0;
    return new double[] {without, meanWork > 0 ? (meanBusy - without) / meanWork : 0};
  }

  private static double mean(Map<Integer, Double> values) {
    return values.values().stream().mapToDouble(each -> each).average().orElse(0);
  }

  /** Which share of its site's time each cell takes. */
  public double[] loads() {
    double[] ofCell = new double[masters.length];
    for (int[] cells : transactions) {
      double each = isAtOne(cells, masters) ? 1 : DISTRIBUTED;
      for (int cell : cells) {
        int there = 0;
        for (int other : cells) {
          there += masters[other] == masters[cell] ? 1 : 0;
        }
        ofCell[cell] += each / there;
      }
    }
    for (int cell = 0; cell < ofCell.length; cell++) {
      ofCell[cell] *= ofWork(masters[cell]);
    }
    return ofCell;
  }

  private double ofWork(int site) {
    double done = work.getOrDefault(site, 0.0);
    return done > 0 ? Math.max(0, busy.get(site) - restBusy) / done : 0;
  }

  /**
   * The plan as the sample lets expect it: with the transactions that will meet other sites than
   * now. It has no moves if they are not worth it then.
   *
   * @param cellsOf the cells of a range, by its id
   */
  public RebalancePlan expected(RebalancePlan plan, List<int[]> cellsOf, PlanBounds bounds) {
    RebalancePlan forecast = forecast(plan.moves(), cellsOf);
    double most = RebalancePlan.most(busy);
    boolean isWorthIt = most - RebalancePlan.most(forecast.after()) >= bounds.leastGain() * most;
    return isWorthIt ? forecast : new RebalancePlan(List.of(), busy, forecast.after());
  }

  /**
   * A plan of some moves, whether they are worth it or not.
   *
   * @param cellsOf the cells of a range, by its id
   */
  public RebalancePlan forecast(List<PlannedMove> moves, List<int[]> cellsOf) {
    int[] sites = behind(moves, cellsOf);
    SortedMap<Integer, Double> next = workOf(sites);
    TreeMap<Integer, Double> after = new TreeMap<>();
    busy.forEach(
        (site, now) ->
            after.put(site, Math.max(0, now + busyOfWork * (next.get(site) - work.get(site)))));
    return new RebalancePlan(moves, busy, after);
  }

  /** Which share of the transactions meet several sites. */
  public double distributed() {
    return distributed(masters);
  }

  /** The same behind a plan. */
  public double distributed(RebalancePlan plan, List<int[]> cellsOf) {
    return distributed(behind(plan.moves(), cellsOf));
  }

  private int[] behind(List<PlannedMove> moves, List<int[]> cellsOf) {
    int[] sites = masters.clone();
    for (PlannedMove move : moves) {
      for (int cell : cellsOf.get(move.range().id())) {
        sites[cell] = move.to();
      }
    }
    return sites;
  }

  private double distributed(int[] sites) {
    int several = 0;
    for (int[] cells : transactions) {
      several += isAtOne(cells, sites) ? 0 : 1;
    }
    return transactions.isEmpty() ? 0 : several / (double) transactions.size();
  }
}
