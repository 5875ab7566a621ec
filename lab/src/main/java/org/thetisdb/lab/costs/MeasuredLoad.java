package org.thetisdb.lab.costs;

import java.util.List;
import java.util.Map;
import org.thetisdb.benchmarks.accesses.AccessOptions;
import org.thetisdb.lab.experiment.Line;
import org.thetisdb.lab.experiment.Point;
import org.thetisdb.lab.experiment.WorkloadSpec;
import org.thetisdb.lab.experiment.WorkloadSpec.Accesses;
import org.thetisdb.lab.experiment.WorkloadSpec.Bank;
import org.thetisdb.lab.experiment.WorkloadSpec.Ycsb;
import org.thetisdb.lab.experiment.run.Trial;

/**
 * What is run to measure unit costs: loads of which each has much of some steps and little of the
 * others.
 *
 * @param scheme its name
 * @param workload what clients do
 * @param sites of the cluster: of few each makes more of the rows that all of them hold
 */
record MeasuredLoad(String scheme, WorkloadSpec workload, int sites) {
  private static final String AT_ONE_SITE = "single-master";
  private static final String IN_EPOCHS = "coco-pt";
  private static final int THOUSANDS = 60;
  private static final int CUSTOMERS = 20_000;
  private static final int PARTITIONS = 1_000;

  /** Messages, rows read, written and scanned; then rows of epoch views. */
  static final List<MeasuredLoad> ALL =
      List.of(
          new MeasuredLoad(AT_ONE_SITE, new Bank(CUSTOMERS), 3),
          new MeasuredLoad(AT_ONE_SITE, accesses(0), 3),
          new MeasuredLoad(AT_ONE_SITE, accesses(100), 3),
          new MeasuredLoad(AT_ONE_SITE, new Ycsb(PARTITIONS, 0, 50, 100, false), 3),
          new MeasuredLoad(IN_EPOCHS, new Bank(CUSTOMERS), 3),
          new MeasuredLoad(IN_EPOCHS, accesses(0), 2),
          new MeasuredLoad(IN_EPOCHS, accesses(0), 5),
          new MeasuredLoad(IN_EPOCHS, accesses(80), 3));

  private static WorkloadSpec accesses(int readPercent) {
    return new Accesses(THOUSANDS, 0, readPercent, AccessOptions.ANYWHERE);
  }

  Trial trial(int round) {
    return new Trial(
        new Line(scheme, scheme, Map.of()), Point.of(toString(), workload).withSites(sites), round);
  }

  @Override
  public String toString() {
    return scheme + ", " + workload + ", " + sites + " sites";
  }
}
