package org.thetisdb.lab.experiment.run;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Locale;
import java.util.Map;
import org.thetisdb.benchmarks.costs.CostMeter;
import org.thetisdb.benchmarks.driver.Benchmark;
import org.thetisdb.benchmarks.driver.Load;
import org.thetisdb.benchmarks.driver.RunListener;
import org.thetisdb.benchmarks.driver.Target;
import org.thetisdb.benchmarks.driver.Workload;
import org.thetisdb.benchmarks.driver.result.BenchResult;
import org.thetisdb.benchmarks.driver.result.RunOptions;
import org.thetisdb.benchmarks.driver.result.Second;
import org.thetisdb.client.ThetisClient;
import org.thetisdb.cluster.TemporaryDirectory;
import org.thetisdb.core.config.BasicSettings;
import org.thetisdb.lab.experiment.ExperimentLength;
import org.thetisdb.lab.process.ClusterPlan;
import org.thetisdb.lab.process.Hosts;
import org.thetisdb.lab.process.ProcessCluster;
import org.thetisdb.lab.process.ProcessorSlices;

/**
 * Runs on clusters of which each part is a process of its own, and each site has an equal slice of
 * the machine's processors. The slices are cut in the middle of the warm-up: until then the JVMs
 * compile with all that there is. For one thread.
 */
public final class ProcessRuns implements ClusterRuns {
  /** Of all processors, what the sites have together, if nothing else is asked for. */
  private static final double SITES_SHARE = 0.3;

  /** Long: a site that has used up its slice must not be taken for lost. */
  private static final int LEASE_MS = 10_000;

  private final double processorsOfSite;
  private final LinkDelay delay;

  private ProcessRuns(double processorsOfSite, LinkDelay delay) {
    this.processorsOfSite = processorsOfSite;
    this.delay = delay;
  }

  /**
   * Runs with slices.
   *
   * @param processorsOfSite what each site has; 0 for an equal part of three tenths of the machine
   * @param delay how much longer messages take
   * @throws IOException with a sentence for people if slices cannot be cut here
   */
  public static ProcessRuns withSlices(double processorsOfSite, LinkDelay delay)
      throws IOException {
    ProcessorSlices.open(1, Hosts.LOOPBACK).close();
    return new ProcessRuns(processorsOfSite, delay);
  }

  private double slice(int sites) {
    return processorsOfSite > 0
        ? processorsOfSite
        : SITES_SHARE * Runtime.getRuntime().availableProcessors() / sites;
  }

  @Override
  public BenchResult run(Trial trial, ExperimentLength form) throws InterruptedException {
    int sites = trial.point().sites();
    try (TemporaryDirectory directory = new TemporaryDirectory("thetis-experiment-");
        ProcessorSlices slices = ProcessorSlices.open(sites, Hosts.LOOPBACK);
        ProcessCluster cluster =
            ProcessCluster.start(directory.path(), plan(trial, form, slices), Map.of())) {
      return drive(trial, form, cluster, slices);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private ClusterPlan plan(Trial trial, ExperimentLength form, Hosts hosts) {
    ClusterPlan plan = ClusterPlan.of(trial.point().sites(), LEASE_MS).on(hosts);
    for (Map.Entry<String, String> setting : trial.settings(form).entrySet()) {
      if (!setting.getKey().equals(BasicSettings.CLUSTER_SITES.name())) { // the plan says so
        plan = plan.with(setting.getKey(), setting.getValue());
      }
    }
    for (Map.Entry<String, String> setting : delay.settings().entrySet()) {
      plan = plan.with(setting.getKey(), setting.getValue());
    }
    return plan;
  }

  private BenchResult drive(
      Trial trial, ExperimentLength form, ProcessCluster cluster, ProcessorSlices slices)
      throws InterruptedException {
    RunOptions options = trial.options(form);
    RunListener cutter = new Cutter(slices, slice(trial.point().sites()), form.warmUpS() / 2);
    try (Workload workload = trial.point().workload().open(form);
        ThetisClient client = ThetisClient.connect(cluster.routers())) {
      Benchmark benchmark =
          new Benchmark(
              new Load(client, workload, options),
              Target.of(client),
              options,
              cutter,
              CostMeter.absent("the sites are other processes"));
      benchmark.prepare();
      return benchmark.run();
    }
  }

  /** Cuts the slices when so many seconds are over. */
  private static final class Cutter implements RunListener {
    private final ProcessorSlices slices;
    private final double processors;
    private int secondsLeft;

    private Cutter(ProcessorSlices slices, double processors, int secondsLeft) {
      this.slices = slices;
      this.processors = processors;
      this.secondsLeft = secondsLeft;
    }

    @Override
    public void onStarted() {
      cutIfDue();
    }

    @Override
    public void onSecond(Second second) {
      secondsLeft--;
      cutIfDue();
    }

    private void cutIfDue() {
      if (secondsLeft == 0) {
        set(() -> slices.limit(processors));
      }
    }

    /** What comes behind the clients needs no slices. */
    @Override
    public void onChecking() {
      set(slices::free);
    }

    private static void set(Setting setting) {
      try {
        setting.run();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  @FunctionalInterface
  private interface Setting {
    void run() throws IOException;
  }

  @Override
  public String variant() {
    return "-processes" + delay.variant();
  }

  @Override
  public String conditions() {
    return shares() + delay.sentence();
  }

  private String shares() {
    return String.format(
        Locale.ROOT,
        "Sites, routers, Kafka and ZooKeeper were processes of their own on this machine. From the middle of the warm-up on each site had %s, over every 10 ms; the others and the clients shared what was left, without a limit. So a site that idles leaves nothing to the others. All these JVMs compile with the first compiler only, which is soon done.",
        processorsOfSite > 0
            ? "%.2f processors".formatted(processorsOfSite)
            : "an equal part of three tenths of the processors");
  }
}
