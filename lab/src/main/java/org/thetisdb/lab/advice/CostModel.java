package org.thetisdb.lab.advice;

import java.util.Locale;
import org.thetisdb.core.scheme.SchemeSpec;

/**
 * How long a transaction of a workload keeps the busiest part of a cluster busy under each scheme:
 * the inverse of the throughput that is expected. A transaction costs tasks of the router and of
 * engines and work on rows, at the unit costs of decision 0073; how many tasks and rows each scheme
 * needs was counted in simulated runs (decision 0040). Beside processors, two things can be the
 * bound: clients that wait for answers, and rows that many want. Immutable.
 *
 * @param sites of the cluster
 * @param sharesProcessors whether all sites share the processors of one machine; else each site has
 *     its own, and the busiest one is the bound
 * @param underWay calls that are under way at a time
 */
public record CostModel(int sites, boolean sharesProcessors, int underWay) {
  private static final double MICROS_IN_S = 1e6;

  /** The wait for the end of an epoch at one primary, whose log alone waits. */
  private static final double PRIMARY_EPOCH_US = 1_100;

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

  /** The cost of a workload's mean transaction under a scheme. */
  public Cost of(SchemeSpec scheme, WorkloadProfile load) {
    CostEstimate estimate = new CostEstimate(this, load);
    return switch (scheme.placement()) {
      case FOLLOWS_TRANSACTIONS -> followed(estimate, load);
      case FOLLOWS_EACH_TRANSACTION -> brought(estimate);
      case ONE_SITE ->
          switch (scheme.dispatch()) {
            case AT_PRIMARY -> atPrimary(scheme, estimate);
            case IN_EPOCHS -> inEpochView(scheme, load);
            case ONE_SITE,
                WHERE_ALL_IS_MASTERED,
                WITH_PARTICIPANTS,
                WITH_ALL_MASTERS,
                BY_PHASE,
                OWN ->
                atOneSite(scheme, estimate);
          };
      case FIXED ->
          switch (scheme.dispatch()) {
            case BY_PHASE -> inPhases(estimate, load);
            case WITH_ALL_MASTERS -> withAllMasters(scheme, estimate, load);
            case ONE_SITE, AT_PRIMARY, WHERE_ALL_IS_MASTERED, WITH_PARTICIPANTS, IN_EPOCHS, OWN ->
                inCells(estimate, load);
          };
      case FIXED_BY_TRACE -> asTraced(estimate, load);
      case OWN -> atOneSite(scheme, estimate); // nothing more is known of it here
    };
  }

  /** Spread as well as can be, or gathered at one site: it does what costs less. */
  private Cost followed(CostEstimate estimate, WorkloadProfile load) {
    double cross = load.crossWhenPlaced();
    Cost gathered = estimate.onOneLine(Counts.ONE_LINE, false, "gathered at one site");
    Cost spread = estimate.spreadByMoves(cross, percent(cross) + " of the updates move masters");
    return spread.units <= gathered.units ? spread : gathered;
  }

  private Cost brought(CostEstimate estimate) {
    double elsewhere = 1 - 1.0 / sites;
    return estimate.brought(
        elsewhere, percent(elsewhere) + " of what is met is at another session's site");
  }

  private Cost atPrimary(SchemeSpec scheme, CostEstimate estimate) {
    String why = "all calls run at one site";
    Cost atOnce = estimate.onOneLine(Counts.AT_PRIMARY, true, why);
    return scheme.logsByEpochs()
        ? estimate.later(atOnce, PRIMARY_EPOCH_US, why + ", and wait for their epoch")
        : atOnce;
  }

  private Cost atOneSite(SchemeSpec scheme, CostEstimate estimate) {
    String why = "all updates run at one site";
    return switch (scheme.concurrency()) {
      case BATCH_RESERVATIONS, BATCHES_OVER_SITES -> {
        double again = estimate.againInBatch();
        yield estimate.inBatches(again, "at one site, %.2f times each".formatted(1 + again));
      }
      case ORDERED_LOCKS, ORDERED_LOCKS_OVER_SITES ->
          estimate.onOneLine(Counts.ORDERED, false, why + ", in a fixed order");
      case PLACEHOLDERS, PIECES ->
          estimate.onOneLine(Counts.PLACEHOLDERS, false, why + ", in a fixed order");
      case ROW_LOCKS, READ_WRITE_LOCKS, VALIDATION, LOGICAL_TIME, OWN ->
          estimate.onOneLine(Counts.ONE_LINE, false, why);
    };
  }

  private Cost inEpochView(SchemeSpec scheme, WorkloadProfile load) {
    EpochCostEstimate estimate = new EpochCostEstimate(this, load);
    String cross = crossing(load.crossAccesses());
    return switch (scheme.concurrency()) {
      case BATCHES_OVER_SITES, BATCH_RESERVATIONS ->
          estimate.inBatchesOverSites(cross + ", in batches");
      case LOGICAL_TIME ->
          estimate.inEpochs(
              Counts.LOGICAL_EPOCHS, Epoch.LOGICAL, cross + ", and wait for their epoch");
      case ORDERED_LOCKS, ORDERED_LOCKS_OVER_SITES ->
          estimate.inOrderByEpochs(
              Epoch.PHYSICAL, cross + ", in a fixed order, and wait for their epoch");
      case READ_WRITE_LOCKS ->
          estimate.underLocksByEpochs(
              Counts.EPOCHS, Epoch.PHYSICAL, cross + ", and wait for their epoch");
      case ROW_LOCKS, PLACEHOLDERS, PIECES, VALIDATION, OWN ->
          estimate.inEpochs(Counts.EPOCHS, Epoch.PHYSICAL, cross + ", and wait for their epoch");
    };
  }

  /** What crosses runs at one site while the others wait, and the rest at all of them in turn. */
  private Cost inPhases(CostEstimate estimate, WorkloadProfile load) {
    double cross = load.crossAccesses();
    return estimate.inPhases(
        cross, percent(cross) + " of the updates run in the phase of one master");
  }

  private Cost withAllMasters(SchemeSpec scheme, CostEstimate estimate, WorkloadProfile load) {
    return switch (scheme.concurrency()) {
      case READ_WRITE_LOCKS ->
          estimate.withoutWaiting(
              Counts.READ_WRITE_LOCKS, load.crossAccesses(), crossing(load.crossInAll()));
      case VALIDATION, LOGICAL_TIME ->
          estimate.withoutWaiting(Counts.VALIDATED, load.crossInAll(), crossing(load.crossInAll()));
      case ROW_LOCKS,
          BATCH_RESERVATIONS,
          BATCHES_OVER_SITES,
          ORDERED_LOCKS,
          ORDERED_LOCKS_OVER_SITES,
          PLACEHOLDERS,
          PIECES,
          OWN ->
          estimate.withRowLocks(load.sitesMet() - 1, crossing(load.crossAccesses()));
    };
  }

  private static String crossing(double updates) {
    return percent(updates) + " of the updates meet several sites";
  }

  private Cost asTraced(CostEstimate estimate, WorkloadProfile load) {
    double part =
        load.crossUpdates() == 0 ? 1 : Math.min(1, load.crossWhenPlaced() / load.crossUpdates());
    return estimate.asTraced(
        (load.sitesMet() - 1) * part,
        percent(load.crossWhenPlaced()) + " of the updates meet several sites, as traced");
  }

  /** A grid's cell has a hundred values of the first column, so few groups are at few sites. */
  private Cost inCells(CostEstimate estimate, WorkloadProfile load) {
    return estimate.inCells(
        percent(load.crossUpdates()) + " of the updates would write at several sites");
  }

  private static String percent(double share) {
    return String.format(Locale.ROOT, "%.0f %%", 100 * share);
  }
}
