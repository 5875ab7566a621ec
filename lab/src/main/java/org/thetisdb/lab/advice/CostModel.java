package org.thetisdb.lab.advice;

import java.util.Comparator;
import java.util.List;
import org.thetisdb.core.cost.Work;
import org.thetisdb.core.scheme.SchemeSpec;
import org.thetisdb.router.estimate.CallLoad;
import org.thetisdb.router.estimate.CallWork;
import org.thetisdb.router.estimate.CallWork.Part;
import org.thetisdb.router.estimate.Hold;
import org.thetisdb.router.estimate.Hold.Others;
import org.thetisdb.router.estimate.Steps;
import org.thetisdb.router.estimate.WorkloadProfile;
import org.thetisdb.router.scheme.registry.RouterSchemes;
import org.thetisdb.simulation.cost.UnitCosts;

/**
 * How long a transaction of a workload keeps the busiest part of a cluster busy under each scheme:
 * the inverse of the throughput that is expected. Each scheme says itself what a call does; the
 * model knows none of them, but what steps cost (decision 0040). Beside processors, two things can
 * be the bound: clients that wait for answers, and what calls keep from others. Immutable.
 *
 * @param sites of the cluster
 * @param sharesProcessors whether all sites share the processors of one machine; else each site has
 *     its own, and the busiest one is the bound
 * @param underWay calls that are under way at a time
 */
public record CostModel(int sites, boolean sharesProcessors, int underWay) {
  private static final double MICROS_IN_S = 1e6;

  /** Reads that might go anywhere are not quite evenly spread. */
  private static final double READS_SPREAD = 0.85;

  /** With answers as soon as that no other site is known to be fresh, and all are later. */
  private static final double NOBODY_FRESH_US = 1_000;

  private static final double ALL_FRESH_US = 6_000;

  private static final String WAITS = "clients wait";
  private static final String MACHINE = "the machine is busy";
  private static final String ROUTER = "the router is busy";
  private static final String SITE = "a site is busy";

  /**
   * What a scheme costs.
   *
   * @param units microseconds for which a transaction keeps the bound busy
   * @param aloneUs microseconds from a transaction's begin to its answer, with nothing beside it
   * @param bound what bounds the throughput, in a word or two
   */
  public record Cost(double units, double aloneUs, String why, String bound) {
    /** Transactions per second, if nothing else is the bound. */
    public double perSecond() {
      return MICROS_IN_S / units;
    }
  }

  /** The cost of a workload's mean transaction under a scheme that is shipped. */
  public Cost of(SchemeSpec scheme, WorkloadProfile profile) {
    CallLoad load = new CallLoad(profile, sites, underWay);
    return of(load, RouterSchemes.SHIPPED.describe(scheme, load));
  }

  /** The cost of a workload's mean transaction, in the way that costs least. */
  public Cost of(CallLoad load, List<CallWork> ways) {
    return ways.stream()
        .map(way -> cost(load, way))
        .min(Comparator.comparingDouble(Cost::units))
        .orElseThrow();
  }

  private static double us(Steps steps) {
    return steps.cost(UnitCosts.SHIPPED::us);
  }

  /** So many under way cannot do more than each of them alone (Little's law). */
  private Cost cost(CallLoad load, CallWork call) {
    double routerUs = us(call.router()) * call.runs();
    double engineUs = us(call.once()) + us(call.eachRun()) * call.runs();
    double aloneUs = routerUs + engineUs + call.waitUs() + call.answerUs() + call.idleUs();
    double leastUs = aloneUs / Math.max(1, underWay);
    double units = units(load, call);
    String bound =
        units <= leastUs ? WAITS : sharesProcessors ? MACHINE : units <= routerUs ? ROUTER : SITE;
    return new Cost(Math.max(units, leastUs), aloneUs, call.why(), bound);
  }

  private double units(CallLoad load, CallWork call) {
    double units =
        call.holds().stream().anyMatch(hold -> hold.others() == Others.BEGIN_ANEW)
            ? RetryCost.settled(metUs(call), runs -> bound(load, call, runs))
            : bound(load, call, call.runs());
    for (Hold hold : call.holds()) {
      units =
          switch (hold.others()) {
            case QUEUE -> Math.hypot(units, hold.us());
            case WAIT -> Math.max(units, hold.us());
            case STAND_STILL -> units + hold.us();
            case BEGIN_ANEW -> units;
          };
    }
    return units;
  }

  /** For how long those begin anew that would meet a call. */
  private static double metUs(CallWork call) {
    return call.holds().stream()
        .filter(hold -> hold.others() == Others.BEGIN_ANEW)
        .mapToDouble(Hold::us)
        .sum();
  }

  /** What processors and waiting clients allow, if each call runs so often. */
  private double bound(CallLoad load, CallWork call, double runs) {
    double routerUs = us(call.router()) * runs;
    double engineUs = us(call.once()) + us(call.eachRun()) * runs;
    double refreshUs = load.writtenRows() * UnitCosts.SHIPPED.us(Work.ROW_REFRESHED);
    double workUs =
        sharesProcessors
            ? routerUs + engineUs + refreshUs * (sites - 1)
            : Math.max(Math.max(routerUs, engineUs * busiest(call, runs, engineUs)), refreshUs);
    double waitUs = call.waitUs() + call.anew().us(runs - 1) + us(call.queued());
    int clients = Math.max(1, underWay);
    return Math.max(workUs, waitUs / clients) + call.idleUs() * runs / clients;
  }

  /** Of all engine work the share of the busiest site. */
  private double busiest(CallWork call, double runs, double engineUs) {
    if (call.sites().isEmpty()) {
      double elsewhere = READS_SPREAD * fresh(engineUs) * (1 - 1.0 / sites);
      return call.busiest() * Math.max(0, 1 - us(call.anywhere()) / engineUs * elsewhere);
    }
    double mostUs = 0;
    for (Part part : call.sites()) {
      mostUs = Math.max(mostUs, us(part.once()) + us(part.eachRun()) * runs);
    }
    return Math.max(1.0 / sites, mostUs / engineUs);
  }

  /**
   * The share of reads that find other sites fresh: those of sessions that have waited for so long
   * for what they have written that others have it, too.
   */
  private double fresh(double engineUs) {
    double answerUs = underWay * engineUs;
    double share = (answerUs - NOBODY_FRESH_US) / (ALL_FRESH_US - NOBODY_FRESH_US);
    return Math.max(0, Math.min(1, share));
  }
}
