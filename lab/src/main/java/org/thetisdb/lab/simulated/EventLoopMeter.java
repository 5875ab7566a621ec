package org.thetisdb.lab.simulated;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import org.thetisdb.benchmarks.costs.CostMeter;
import org.thetisdb.benchmarks.costs.CostSheet;
import org.thetisdb.benchmarks.costs.Stage;
import org.thetisdb.simulation.ChargedStore;
import org.thetisdb.simulation.SimulatedProcess.BusyEventLoop;
import org.thetisdb.simulation.World;

/**
 * For how long event loops of a simulated cluster were busy, and with what. Only processors are
 * counted.
 */
final class EventLoopMeter implements CostMeter {
  private final World world;
  private final Map<Stage, List<BusyEventLoop>> lines;
  private final List<ChargedStore> stores;
  private final Stopwatch stopwatch;
  private final Map<BusyEventLoop, Long> lineBefore = new HashMap<>();
  private Map<Stage, Long> busyBefore = Map.of();
  private Map<String, Long> workBefore = Map.of();
  private List<LoopSample> samplesBefore = List.of();
  private List<LoopSample> samples = List.of();
  private long beganUs;
  private long beganNs;
  private long processorBeganNs;
  private Map<String, Double> work = Map.of();
  private Map<String, Double> busy = Map.of();

  /** Counts what these event loops and stores do. */
  EventLoopMeter(
      World world,
      Map<Stage, List<BusyEventLoop>> lines,
      List<ChargedStore> stores,
      Stopwatch stopwatch) {
    this.world = world;
    this.lines = lines;
    this.stores = stores;
    this.stopwatch = stopwatch;
  }

  /** What was done for each transaction between the two calls; empty before the second. */
  Map<String, Double> work() {
    return work;
  }

  /** Which share of that time the busiest event loop of each stage was busy. */
  Map<String, Double> busy() {
    return busy;
  }

  @Override
  public void begin() {
    beganUs = world.nowUs();
    lines.values().forEach(all -> all.forEach(line -> lineBefore.put(line, line.busyNs())));
    busyBefore = sums(BusyEventLoop::busyNs);
    workBefore = done();
    samplesBefore = samplesNow();
    beganNs = stopwatch.nowNs();
    processorBeganNs = stopwatch.processorNs();
  }

  @Override
  public CostSheet end(long transactions) {
    samples = samplesSince();
    Map<Stage, CostSheet.Cost> byStage = new EnumMap<>(Stage.class);
    sums(BusyEventLoop::busyNs)
        .forEach(
            (stage, ns) ->
                byStage.put(
                    stage, CostSheet.Cost.ofJava((ns - busyBefore.get(stage)) / 1e3, 0, false)));
    Map<String, Double> each = new LinkedHashMap<>();
    done().forEach((what, n) -> each.put(what, (double) (n - workBefore.get(what)) / transactions));
    work = each;
    busy = new LinkedHashMap<>();
    lines.forEach((stage, all) -> busy.put(stage.field(), busiest(all)));
    return new CostSheet(transactions, byStage, "");
  }

  /** What each event loop did between the two calls; empty before the second. */
  List<LoopSample> samples() {
    return samples;
  }

  private List<LoopSample> samplesNow() {
    List<LoopSample> all = new ArrayList<>();
    lines.forEach((stage, loops) -> loops.forEach(loop -> all.add(LoopSample.now(stage, loop))));
    return all;
  }

  /** The thread had its processor for a part of the time, and each task for as much of its own. */
  private List<LoopSample> samplesSince() {
    double tookNs = Math.max(1, stopwatch.nowNs() - beganNs);
    double share = Math.min(1, (stopwatch.processorNs() - processorBeganNs) / tookNs);
    List<LoopSample> all = samplesNow();
    for (int i = 0; i < all.size(); i++) {
      all.set(i, all.get(i).since(samplesBefore.get(i), share));
    }
    return all;
  }

  private double busiest(List<BusyEventLoop> all) {
    long mostNs =
        all.stream().mapToLong(line -> line.busyNs() - lineBefore.get(line)).max().orElse(0);
    return mostNs / 1e3 / (world.nowUs() - beganUs);
  }

  private Map<String, Long> done() {
    Map<String, Long> done = new LinkedHashMap<>();
    sums(BusyEventLoop::tasks).forEach((stage, tasks) -> done.put(stage.field() + "_tasks", tasks));
    done.put("rows_read", sum(ChargedStore::read));
    done.put("rows_scanned", sum(ChargedStore::scanned));
    done.put("rows_written", sum(ChargedStore::written));
    done.put("rows_refreshed", sum(ChargedStore::refreshed));
    return done;
  }

  private long sum(ToLongFunction<ChargedStore> what) {
    return stores.stream().mapToLong(what).sum();
  }

  private Map<Stage, Long> sums(ToLongFunction<BusyEventLoop> what) {
    Map<Stage, Long> sums = new EnumMap<>(Stage.class);
    lines.forEach((stage, all) -> sums.put(stage, all.stream().mapToLong(what).sum()));
    return sums;
  }
}
