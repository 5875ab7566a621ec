package org.thetisdb.router.scheme.morphosys;

import java.util.ArrayList;
import java.util.List;
import org.thetisdb.core.id.Stamp;
import org.thetisdb.core.placement.Reshape;
import org.thetisdb.core.wire.SiteToRouter.StageTimes;
import org.thetisdb.router.routing.ChangeTimes;
import org.thetisdb.router.routing.Footprint;
import org.thetisdb.router.routing.Move;
import org.thetisdb.router.routing.TimedCall;
import org.thetisdb.router.routing.cost.CostSummary;

/**
 * Teaches the cost functions what was found: the times of sampled calls and of all changes, each
 * with the inputs that it had. Remembers how well changes were predicted.
 *
 * <p>Not thread-safe.
 */
final class CostTeacher {
  /** How busy sites are is learned in such intervals; reports come more often. */
  private static final long CPU_EVERY_US = 200_000;

  /** Weight of one more call in the mean of what those lack that wait for updates. */
  private static final double MEAN_WEIGHT = 0.02;

  private static final double SECOND_US = 1e6;

  private final WorkloadModel model;
  private final LearnedCosts costs;
  private final SiteForecast forecast;
  private final Accuracy calls = Accuracy.ofMany();
  private final Accuracy remasters = Accuracy.ofMany();
  private final Accuracy splits = Accuracy.ofMany();
  private final Accuracy mergers = Accuracy.ofMany();
  private final long[] readsAt = new long[Stamp.MAX_SITE + 1];
  private long readSinceUs;

  CostTeacher(WorkloadModel model, LearnedCosts costs, SiteForecast forecast) {
    this.model = model;
    this.costs = costs;
    this.forecast = forecast;
  }

  /** A sampled call is answered. */
  void onTimed(TimedCall call) {
    Footprint footprint = call.footprint();
    StageTimes times = call.times();
    double ahead = call.ahead();
    double contention = contention(footprint.written());
    double share = forecast.shareOfUpdates(call.site(), contention(footprint.read()));
    double rowsRead = rows(footprint.readKeys().size(), footprint.read());
    double rowsWritten = rows(footprint.writtenKeys().size(), footprint.written());
    double read = footprint.read().length;
    double written = footprint.written().length;
    double waits = call.waited() ? costs.waitUpdates((double) call.behind(), share) : 0;
    double expected =
        costs.service(ahead)
            + waits
            + costs.lock(contention)
            + costs.readWrite(rowsRead, rowsWritten)
            + costs.commit(read, written, ahead);
    calls.note(expected, (double) call.tookUs());
    costs.learnService((double) Math.max(0, call.tookUs() - times.sumUs()), ahead);
    if (call.waited()) {
      costs.learnWaitUpdates((double) times.updatesUs(), (double) call.behind(), share);
      forecast.onWaited(MEAN_WEIGHT, (double) call.behind());
    }
    costs.learnLock((double) times.lockUs(), contention);
    costs.learnReadWrite((double) times.runUs(), rowsRead, rowsWritten);
    costs.learnCommit((double) times.commitUs(), read, written, ahead);
  }

  private static double rows(int named, long[] partitions) {
    return Math.max(named, partitions.length);
  }

  private double contention(long[] partitions) {
    double sum = 0;
    for (long partition : partitions) {
      sum += model.writeShare(partition);
    }
    return sum;
  }

  /** A site has given up partitions. */
  void onReleased(List<Move> moves, ChangeTimes times) {
    double contention = 0;
    for (Move move : moves) {
      contention += model.writeShare(move.partition());
    }
    double expected =
        costs.service(times.ahead())
            + costs.drain(contention)
            + costs.commit(0, moves.size(), times.ahead());
    remasters.note(expected, (double) times.tookUs());
    learnChange(times, contention, moves.size());
  }

  /** A border has come, or gone. */
  void onReshaped(Reshape change, ChangeTimes times) {
    double contention = model.writeShare(change.lower()) + model.writeShare(change.upper());
    double expected = costs.reshape(times.ahead(), contention);
    (change.split() ? splits : mergers).note(expected, (double) times.tookUs());
    learnChange(times, contention, LearnedCosts.OF_BORDERS);
  }

  private void learnChange(ChangeTimes times, double contention, double written) {
    StageTimes stages = times.stages();
    costs.learnService((double) Math.max(0, times.tookUs() - stages.sumUs()), times.ahead());
    costs.learnDrain((double) stages.lockUs(), contention);
    costs.learnCommit((double) stages.commitUs(), 0, written, times.ahead());
  }

  /** A call that only reads goes to a site. */
  void onRead(int site, Footprint footprint) {
    readsAt[site] += footprint.read().length;
  }

  /** Learns how busy sites are by what they do; to be called now and then. */
  void learnBusy(int sites, long nowUs) {
    long tookUs = nowUs - readSinceUs;
    if (tookUs < CPU_EVERY_US) {
      return;
    }
    double writesPerS = forecast.updatesPerS() * model.writesPerUpdate();
    for (int site = 1; site <= sites; site++) {
      double own = model.writesAt(site);
      double readsPerS = readsAt[site] * SECOND_US / tookUs;
      if (readSinceUs != 0 && model.updates() > 0) {
        costs.learnCpu(forecast.busy(site), readsPerS, own * writesPerS, (1 - own) * writesPerS);
      }
      readsAt[site] = 0;
    }
    readSinceUs = nowUs;
  }

  /** All that was learned, for people. */
  List<CostSummary> summaries() {
    List<CostSummary> all = new ArrayList<>();
    for (LinearCost each : costs.all()) {
      double[] weights = each.weights();
      List<Double> ofInputs = new ArrayList<>();
      for (int i = 1; i < weights.length; i++) {
        ofInputs.add(weights[i]);
      }
      all.add(summary(each.name(), weights[0], ofInputs, each.accuracy()));
    }
    all.add(summary("calls", calls));
    all.add(summary("remasters", remasters));
    all.add(summary("splits", splits));
    all.add(summary("mergers", mergers));
    return all;
  }

  /** How well something was expected that has no cost function of its own. */
  static CostSummary summary(String name, Accuracy accuracy) {
    return summary(name, 0, List.of(), accuracy);
  }

  private static CostSummary summary(
      String name, double constant, List<Double> weights, Accuracy accuracy) {
    return new CostSummary(
        name,
        constant,
        weights,
        accuracy.observations(),
        accuracy.meanExpected(),
        accuracy.meanFound(),
        accuracy.explained());
  }
}
