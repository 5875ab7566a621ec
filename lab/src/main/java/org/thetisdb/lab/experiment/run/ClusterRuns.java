package org.thetisdb.lab.experiment.run;

import org.thetisdb.benchmarks.driver.result.BenchResult;
import org.thetisdb.lab.experiment.ExperimentLength;

/** Makes runs, each on a new cluster. For one thread. */
public interface ClusterRuns {
  /**
   * Starts a cluster, makes the data, drives it, checks the invariants, and stops the cluster.
   *
   * @throws org.thetisdb.core.error.ThetisException if the cluster does not start or not go on
   */
  BenchResult run(Trial trial, ExperimentLength form) throws InterruptedException;

  /**
   * Whether runs from now on have their routers note what transactions are like, as for advice.
   * Where that cannot be done it is not.
   */
  default void watch(boolean watches) {}

  /**
   * Whether runs from now on look at what the engines do with their time. Where that cannot be done
   * it is not.
   */
  default void lookAtEngines(boolean looks) {}

  /** Whether the first run of a process is slower than the others. */
  default boolean needsRehearsal() {
    return true;
  }

  /** What is known of the last run beside its result. */
  default RunInsight insight() {
    return RunInsight.NONE;
  }

  /** What is put behind an experiment's name where its result is kept; empty for the usual runs. */
  default String variant() {
    return "";
  }

  /** What the sites ran on, in a sentence or two: what they share, and what each has to itself. */
  String conditions();
}
