package org.thetisdb.launcher.advice;

import java.util.Locale;
import org.thetisdb.core.scheme.SchemeSpec;

/**
 * What a transaction of a workload costs under each scheme, in units of one that commits at one
 * site without any of what schemes differ in. The constants were set by hand from runs of
 * SmallBank, TPC-C and the paper's YCSB on one machine with two processors, see decision 0040; only
 * the order of schemes that are far apart is to be relied on. Immutable.
 *
 * @param sites of the cluster
 * @param sharesProcessors whether all sites share the processors of one machine; else each site has
 *     its own, and the busiest one is the bound
 * @param underWay calls that are under way at a time
 */
public record CostModel(int sites, boolean sharesProcessors, int underWay) {
  /** A transaction that only reads, beside one that writes. */
  private static final double READ = 0.5;

  /** Two-phase commit, on top of what the update costs. */
  private static final double TWO_PHASE = 1.6;

  /** To ask other masters how far they are, on top of a read. */
  private static final double ASK_OTHERS = 0.8;

  /** To move mastership for an update, and to wait for it. */
  private static final double MOVE = 3;

  /** To bring everything to a session's site, which others want back at once. */
  private static final double BRING = 7;

  /** To apply an update at one more site. */
  private static final double REFRESH = 0.08;

  /** Switches of phases, and calls that wait for theirs. */
  private static final double SWITCHES = 0.1;

  /** A call of a batch, beside one that locks its rows. */
  private static final double IN_BATCH = 0.95;

  /** To run a call again that lost in its batch. */
  private static final double RUN_AGAIN = 1;

  /** Calls of a batch at most (the setting {@code batch.calls}). */
  private static final int BATCH = 256;

  /** What a scheme costs. */
  public record Cost(double units, String why) {}

  /** The cost of a workload's mean transaction under a scheme. */
  public Cost of(SchemeSpec scheme, WorkloadProfile load) {
    return switch (scheme.placement()) {
      case FOLLOWS_TRANSACTIONS -> followed(load);
      case FOLLOWS_EACH_TRANSACTION -> brought(load);
      case ONE_SITE ->
          switch (scheme.concurrency()) {
            case BATCH_RESERVATIONS, BATCHES_OVER_SITES -> batched(load);
            case ROW_LOCKS, ORDERED_LOCKS, PLACEHOLDERS, PIECES, READ_WRITE_LOCKS ->
                bound(load, 0, 0, 1, "all updates at one site");
            case VALIDATION, LOGICAL_TIME -> atPrimary(load);
          };
      case FIXED ->
          switch (scheme.dispatch()) {
            case BY_PHASE -> inPhases(load);
            case WITH_ALL_MASTERS -> fixed(load, load.crossAccesses(), load.crossReads());
            case ONE_SITE, AT_PRIMARY, WHERE_ALL_IS_MASTERED, WITH_PARTICIPANTS, IN_EPOCHS ->
                fixed(load, load.crossUpdates(), 0);
          };
      case FIXED_BY_TRACE -> fixed(load, load.crossWhenPlaced(), load.crossReads());
    };
  }

  /** Spread as well as can be, or gathered at one site: it does what costs less. */
  private Cost followed(WorkloadProfile load) {
    double cross = load.crossWhenPlaced();
    Cost spread =
        bound(
            load,
            cross * MOVE,
            0,
            1.0 / sites,
            "spread, with " + percent(cross) + " moved for an update");
    Cost gathered = bound(load, 0, 0, 1, "gathered at one site");
    return spread.units <= gathered.units ? spread : gathered;
  }

  private Cost brought(WorkloadProfile load) {
    double elsewhere = 1 - 1.0 / sites;
    return bound(
        load,
        elsewhere * BRING,
        elsewhere * BRING,
        1.0 / sites,
        percent(elsewhere) + " of what is met is at another session's site");
  }

  private Cost fixed(WorkloadProfile load, double updates, double reads) {
    return bound(
        load,
        updates * TWO_PHASE,
        reads * ASK_OTHERS,
        1.0 / sites,
        percent(updates) + " of the updates need two-phase commit");
  }

  /** What crosses runs at one site while the others wait, and the rest at all of them in turn. */
  private Cost inPhases(WorkloadProfile load) {
    double cross = load.crossAccesses();
    return bound(
        load,
        SWITCHES,
        0,
        cross + (1 - cross) / sites,
        percent(cross) + " of the updates run in the phase of one master");
  }

  private Cost batched(WorkloadProfile load) {
    int together = Math.max(1, Math.min(BATCH, underWay / 2));
    double lost = 1 - Math.exp(-load.conflict() * (together - 1));
    double locked = load.interactiveShare();
    double extra = (1 - locked) * (IN_BATCH - 1 + lost * RUN_AGAIN);
    return bound(load, extra, 0, 1, percent(lost) + " of a batch loses a conflict and runs again");
  }

  /** Reads, too, are the work of one site. */
  private Cost atPrimary(WorkloadProfile load) {
    double updates = 1 - load.readShare();
    double work = updates + load.readShare() * READ;
    double refresh = updates * REFRESH * (sites - 1);
    return new Cost((sharesProcessors ? work : sites * work) + refresh, "all calls at one site");
  }

  /**
   * @param updateExtra on top of each update
   * @param readExtra on top of each read
   * @param busiest share of the updates at the site that has most of them
   */
  private Cost bound(
      WorkloadProfile load, double updateExtra, double readExtra, double busiest, String why) {
    double updates = 1 - load.readShare();
    double update = updates * (1 + updateExtra);
    double read = load.readShare() * (READ + readExtra);
    double refresh = updates * REFRESH * (sites - 1);
    if (sharesProcessors) {
      return new Cost(update + read + refresh, why);
    }
    return new Cost(sites * Math.max(update * busiest, (update + read) / sites) + refresh, why);
  }

  private static String percent(double share) {
    return String.format(Locale.ROOT, "%.0f %%", 100 * share);
  }
}
