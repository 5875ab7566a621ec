package org.thetisdb.lab.advice;

import static org.thetisdb.lab.advice.TransactionWork.ANSWER_US;
import static org.thetisdb.lab.advice.Micros.COMMITTED_US;
import static org.thetisdb.lab.advice.Micros.ENGINE_US;
import static org.thetisdb.lab.advice.Micros.HELD_US;
import static org.thetisdb.lab.advice.Micros.MADE_US;
import static org.thetisdb.lab.advice.Micros.READ_US;

import org.thetisdb.lab.advice.CostModel.Cost;

/**
 * The same as {@link CostEstimate} for what runs in epoch views: at primaries, and into the log of
 * one epoch coordinator by the epoch or the batch. Immutable.
 */
final class EpochCostEstimate {
  /** The barriers of a batch over sites. */
  private static final double BARRIERS_US = 400;

  /**
   * For so long an epoch view's call that crosses holds what others meet; in the mean of all calls.
   */
  private static final double VALIDATED_US = 100;

  private static final double VALIDATED_OVER_SITES_US = 350;

  /** For so long one holds it that locks before it runs, at one site and over several. */
  private static final double LOCKED_US = 90;

  private static final double LOCKED_OVER_SITES_US = 320;

  /** For so long those wait that come behind it in a fixed order. */
  private static final double TURN_US = 156;

  /** Of the tasks of an epoch view's call those at the site where it runs. */
  private static final double TASKS_WHERE_RUN = 1.2;

  /** Of those that are under way the share that a batch over sites has, beside a call. */
  private static final double BATCH_OVER_SITES = 0.15;

  private final CostModel model;
  private final WorkloadProfile load;
  private final TransactionWork work;

  EpochCostEstimate(CostModel model, WorkloadProfile load) {
    this.model = model;
    this.load = load;
    this.work = new TransactionWork(model, load);
  }

  /** Of all engine work in epoch views the part that is done anew where a call runs again. */
  private double runInEpochViewUs(Counts counts, double furtherSites) {
    return ENGINE_US * counts.engineTasks(furtherSites)
        + work.foundInRunUs()
        + work.writtenRows() * MADE_US;
  }

  /** The rest of it: all members hold what was decided, and the epoch coordinator commits it. */
  private double keptInEpochViewUs() {
    return work.writtenRows() * (HELD_US * model.sites() + READ_US + COMMITTED_US);
  }

  /**
   * Of all engine work in epoch views the share of the busiest site. The epoch coordinator has
   * fewer keys than others, down to none (decision 0094); of few groups one site may have most.
   */
  private double busiestInEpochView(double runs, double engineUs) {
    double epochCoordinatorUs =
        work.updates() * ENGINE_US + work.writtenRows() * (HELD_US + READ_US + COMMITTED_US);
    double runUs = ENGINE_US * TASKS_WHERE_RUN + work.foundInRunUs() + work.writtenRows() * MADE_US;
    double homeUs = runs * runUs * work.mostGroups() + work.writtenRows() * HELD_US;
    return Math.max(1.0 / model.sites(), Math.max(epochCoordinatorUs, homeUs) / engineUs);
  }

  /**
   * Runs at all sites, commits at one; tables that nobody writes are closed, and read anywhere. One
   * that loses runs once more, under locks or in the next batch.
   */
  Cost inBatchesOverSites(String why) {
    double further = furtherInEpochView();
    double runs = 2 - Math.exp(-load.conflict() * model.underWay() * BATCH_OVER_SITES);
    double routerUs = work.routerUs(Counts.BATCHES_OVER_SITES, further) * runs;
    double runsUs = runInEpochViewUs(Counts.BATCHES_OVER_SITES, further) * runs;
    double engineUs = keptInEpochViewUs() + runsUs;
    double busiest = busiestInEpochView(runs, engineUs);
    double units = work.boundAndWait(routerUs, engineUs, busiest, BARRIERS_US * runs);
    double turnsUs = further == 0 ? 0 : (runs - 1) * load.meetings() * TURN_US;
    return work.cost(units + turnsUs, routerUs, engineUs, BARRIERS_US, why);
  }

  /** Further sites that a transaction meets in tables that are not closed; reads meet none. */
  private double furtherInEpochView() {
    double ofUpdates = work.updates() * load.crossAccesses();
    double ofReads = work.reads() * load.crossReads();
    return ofUpdates == 0 ? 0 : (load.sitesMet() - 1) * ofUpdates / (ofUpdates + ofReads);
  }

  /** The same by the epoch, where those begin anew that meet what others validate. */
  Cost inEpochs(Counts counts, Epoch epoch, String why) {
    double heldUs =
        furtherInEpochView() == 0
            ? 0
            : VALIDATED_US + VALIDATED_OVER_SITES_US * load.crossAccesses();
    return inEpochs(counts, epoch, heldUs, why);
  }

  /** By the epoch, where those begin anew that meet what others have locked to run. */
  Cost underLocksByEpochs(Counts counts, Epoch epoch, String why) {
    double heldUs = furtherInEpochView() == 0 ? LOCKED_US : LOCKED_OVER_SITES_US;
    return inEpochs(counts, epoch, heldUs, why);
  }

  private Cost inEpochs(Counts counts, Epoch epoch, double heldUs, String why) {
    double meetUs = load.meetings() * heldUs;
    return epochs(
        counts, epoch, RetryCost.settled(meetUs, runs -> inEpoch(counts, epoch, runs)), why);
  }

  /** By the epoch, where those that meet others wait for them. */
  Cost inOrderByEpochs(Epoch epoch, String why) {
    Counts counts = Counts.ORDERED_EPOCHS;
    double turnsUs = furtherInEpochView() == 0 ? 0 : load.meetings() * TURN_US;
    return epochs(counts, epoch, Math.max(turnsUs, inEpoch(counts, epoch, 1)), why);
  }

  private Cost epochs(Counts counts, Epoch epoch, double units, String why) {
    double further = furtherInEpochView();
    double waitUs = work.updates() * epoch.waitUs() + ANSWER_US;
    double engineUs = keptInEpochViewUs() + runInEpochViewUs(counts, further);
    return work.cost(units, work.routerUs(counts, further), engineUs, waitUs, why);
  }

  private double inEpoch(Counts counts, Epoch epoch, double runs) {
    double further = furtherInEpochView();
    double runsUs = runInEpochViewUs(counts, further) * runs;
    double engineUs = keptInEpochViewUs() + runsUs;
    double keptUs = model.underWay() * work.writtenRows() * COMMITTED_US;
    double waitUs = work.updates() * epoch.waitUs(runs, keptUs);
    double busiest = busiestInEpochView(runs, engineUs);
    return work.bound(work.routerUs(counts, further) * runs, engineUs, busiest, waitUs);
  }
}
