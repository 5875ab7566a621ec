package org.thetisdb.lab.experiment.run;

import java.util.Map;
import org.thetisdb.benchmarks.costs.CostMeter;
import org.thetisdb.benchmarks.costs.CostProbe;
import org.thetisdb.benchmarks.driver.Benchmark;
import org.thetisdb.benchmarks.driver.Load;
import org.thetisdb.benchmarks.driver.RunListener;
import org.thetisdb.benchmarks.driver.Target;
import org.thetisdb.benchmarks.driver.Workload;
import org.thetisdb.benchmarks.driver.result.BenchResult;
import org.thetisdb.benchmarks.driver.result.RunOptions;
import org.thetisdb.client.ThetisClient;
import org.thetisdb.cluster.EmbeddedCluster;
import org.thetisdb.cluster.TemporaryDirectory;
import org.thetisdb.core.config.NetworkSettings;
import org.thetisdb.core.config.Settings;
import org.thetisdb.core.config.ThetisSettings;
import org.thetisdb.lab.experiment.ExperimentLength;

/** Runs on clusters that live in this process. For one thread. */
public final class EmbeddedRuns implements ClusterRuns {
  private final LinkDelay delay;
  private RunInsight insight = RunInsight.NONE;
  private boolean looks;

  /** Clusters whose messages take so much longer. */
  public EmbeddedRuns(LinkDelay delay) {
    this.delay = delay;
  }

  @Override
  public BenchResult run(Trial trial, ExperimentLength form) throws InterruptedException {
    Settings settings =
        ThetisSettings.builder()
            .flags(trial.settings(form))
            .flags(delay.settings())
            .build()
            .with(NetworkSettings.LISTEN_PORT, 0);
    try (TemporaryDirectory directory = new TemporaryDirectory("thetis-experiment-");
        EmbeddedCluster cluster =
            EmbeddedCluster.start(settings, directory.path(), (what, seconds) -> {})) {
      return cluster.whileItRuns(
          () ->
              looks
                  ? driveAndLook(trial, form, cluster, directory)
                  : drive(trial, form, cluster, new CostProbe()));
    }
  }

  private BenchResult driveAndLook(
      Trial trial, ExperimentLength form, EmbeddedCluster cluster, TemporaryDirectory directory)
      throws InterruptedException {
    try (EngineSamples samples = new EngineSamples(new CostProbe())) {
      BenchResult result = drive(trial, form, cluster, samples);
      insight = new RunInsight(Map.of(), Map.of(), "", samples.shares(directory.path()));
      return result;
    }
  }

  private static BenchResult drive(
      Trial trial, ExperimentLength form, EmbeddedCluster cluster, CostMeter costs)
      throws InterruptedException {
    RunOptions options = trial.options(form);
    try (Workload workload = trial.point().workload().open(form);
        ThetisClient client = ThetisClient.connect(cluster.clientAddress().toString())) {
      Benchmark benchmark =
          new Benchmark(
              new Load(client, workload, options),
              Target.of(client),
              options,
              RunListener.NONE,
              costs);
      benchmark.prepare();
      return benchmark.run();
    }
  }

  @Override
  public void lookAtEngines(boolean newLooks) {
    looks = newLooks;
  }

  @Override
  public RunInsight insight() {
    return insight;
  }

  @Override
  public String variant() {
    return delay.variant();
  }

  @Override
  public String conditions() {
    return "All sites, the router, Kafka, ZooKeeper and the clients were one process and shared all processors: no site had a slice of its own, so a site that idles leaves its time to the others."
        + delay.sentence();
  }
}
