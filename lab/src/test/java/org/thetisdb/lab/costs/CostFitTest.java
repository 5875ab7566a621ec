package org.thetisdb.lab.costs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.thetisdb.benchmarks.costs.Stage;
import org.thetisdb.core.cost.Work;
import org.thetisdb.lab.simulated.LoopSample;

/** Costs of steps, found again in loops that took what they should have taken. */
class CostFitTest {
  private static final double TASK_NS = 3_000;
  private static final double READ_NS = 300;
  private static final double WRITTEN_NS = 1_000;

  private final List<LoopSample> samples = new ArrayList<>();

  /** A loop, which took so many times what its steps cost. */
  private void loop(long tasks, long read, long written, double times) {
    Map<Work, Long> steps = new EnumMap<>(Work.class);
    for (Work work : Work.values()) {
      steps.put(work, 0L);
    }
    steps.put(Work.ENGINE_TASK, tasks);
    steps.put(Work.ROW_READ, read);
    steps.put(Work.ROW_WRITTEN, written);
    double ns = tasks * TASK_NS + read * READ_NS + written * WRITTEN_NS;
    samples.add(new LoopSample(Stage.ENGINE, steps, ns * times));
  }

  @Test
  void eachStepHasTheCostThatItHad() {
    loop(100_000, 20_000, 10_000, 1);
    loop(50_000, 500_000, 0, 1);
    loop(50_000, 400_000, 400_000, 1);
    CostFit fit = CostFit.of(samples);
    assertThat(fit.costsNs().keySet())
        .containsExactly(Work.ENGINE_TASK, Work.ROW_READ, Work.ROW_WRITTEN);
    assertThat(fit.costsNs().get(Work.ENGINE_TASK)).isCloseTo(TASK_NS, within(1.0));
    assertThat(fit.costsNs().get(Work.ROW_READ)).isCloseTo(READ_NS, within(1.0));
    assertThat(fit.costsNs().get(Work.ROW_WRITTEN)).isCloseTo(WRITTEN_NS, within(1.0));
    assertThat(fit.meanError()).isLessThan(0.001);
  }

  @Test
  void loopsThatHardlyDidAnythingDoNotCount() {
    loop(100_000, 20_000, 10_000, 1);
    loop(50_000, 500_000, 0, 1);
    loop(50_000, 400_000, 400_000, 1);
    loop(100, 0, 0, 20);
    CostFit fit = CostFit.of(samples);
    assertThat(fit.loops()).isEqualTo(3);
    assertThat(fit.costsNs().get(Work.ENGINE_TASK)).isCloseTo(TASK_NS, within(1.0));
  }

  @Test
  void noCostIsBelowNothingWhateverIsMeasured() {
    loop(100_000, 0, 0, 1);
    loop(100_000, 100_000, 0, 0.5);
    assertThat(CostFit.of(samples).costsNs().values()).allMatch(ns -> ns >= 0);
  }

  @Test
  void whereNothingWasDoneThereIsNoCost() {
    assertThat(CostFit.of(samples).costsNs()).isEmpty();
  }
}
