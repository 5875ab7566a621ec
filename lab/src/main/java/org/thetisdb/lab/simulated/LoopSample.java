package org.thetisdb.lab.simulated;

import java.util.EnumMap;
import java.util.Map;
import org.thetisdb.benchmarks.costs.Stage;
import org.thetisdb.core.cost.Work;
import org.thetisdb.simulation.SimulatedProcess.BusyEventLoop;

/**
 * What one event loop did in a part of a run, and how long that took on the machine at hand.
 * Immutable.
 *
 * @param stage whose loop it is
 * @param steps of each kind of work
 * @param processorNs that its tasks took
 */
public record LoopSample(Stage stage, Map<Work, Long> steps, double processorNs) {
  /** What a loop has done and taken until now. */
  static LoopSample now(Stage stage, BusyEventLoop loop) {
    Map<Work, Long> steps = new EnumMap<>(Work.class);
    for (Work work : Work.values()) {
      steps.put(work, loop.work().of(work));
    }
    return new LoopSample(stage, steps, loop.realNs());
  }

  /**
   * What came since an earlier sample of the same loop.
   *
   * @param processorShare of the time in which the thread had a processor
   */
  LoopSample since(LoopSample before, double processorShare) {
    Map<Work, Long> came = new EnumMap<>(steps);
    came.replaceAll((work, n) -> n - before.steps.get(work));
    return new LoopSample(stage, came, (processorNs - before.processorNs) * processorShare);
  }
}
