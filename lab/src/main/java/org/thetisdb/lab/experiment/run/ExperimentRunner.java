package org.thetisdb.lab.experiment.run;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import org.thetisdb.benchmarks.driver.result.BenchResult;
import org.thetisdb.lab.experiment.Experiment;
import org.thetisdb.lab.experiment.ExperimentLength;

/** Lets the lines of an experiment take turns. For one thread. */
public final class ExperimentRunner {
  private static final int REHEARSAL_S = 3;

  private final ClusterRuns clusters;
  private final Consumer<String> progress;

  /** {@code progress} hears a line for each run. */
  public ExperimentRunner(ClusterRuns clusters, Consumer<String> progress) {
    this.clusters = clusters;
    this.progress = progress;
  }

  /** Hears what was found after each whole round. */
  @FunctionalInterface
  public interface RoundListener {
    /** All runs so far. */
    void onRound(List<JsonNode> runs);
  }

  /**
   * Makes all runs. Where the first of a process would be slower than the others, because the JVM
   * does not know the code yet, one more before them does not count.
   */
  public List<JsonNode> run(Experiment experiment, ExperimentLength form, RoundListener listener)
      throws InterruptedException {
    List<Trial> trials = Schedule.of(experiment, form);
    if (clusters.needsRehearsal()) {
      rehearse(trials.get(0), form);
    }
    List<JsonNode> runs = new ArrayList<>();
    for (int i = 0; i < trials.size(); i++) {
      Trial trial = trials.get(i);
      runs.add(run(trial, form, "%d of %d".formatted(i + 1, trials.size())));
      if (i + 1 == trials.size() || trials.get(i + 1).round() != trial.round()) {
        listener.onRound(List.copyOf(runs));
      }
    }
    return List.copyOf(runs);
  }

  private void rehearse(Trial trial, ExperimentLength form) throws InterruptedException {
    ExperimentLength brief =
        new ExperimentLength(
            form.isShort(),
            1,
            0,
            Math.min(REHEARSAL_S, form.durationS()),
            form.clients(),
            form.sizeDivisor(),
            form.seed());
    BenchResult unused = clusters.run(trial, brief);
    progress.accept("one run that does not count is over");
  }

  private JsonNode run(Trial trial, ExperimentLength form, String number)
      throws InterruptedException {
    BenchResult result = clusters.run(trial, form);
    ObjectNode figures = RunFigures.of(trial, result, clusters.insight());
    progress.accept(
        String.format(
            Locale.ROOT,
            "%s  %s, %s: %,.0f txn/s, %s",
            number,
            trial.line().label(),
            trial.point().label(),
            result.throughput(),
            result.verdict()));
    return figures;
  }
}
