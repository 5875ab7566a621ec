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
 */
record MeasuredLoad(String scheme, WorkloadSpec workload) {
  private static final String AT_ONE_SITE = "single-master";
  private static final String IN_EPOCHS = "coco-pt";
  private static final int THOUSANDS = 60;
  private static final int CUSTOMERS = 20_000;
  private static final int PARTITIONS = 1_000;

  /** Messages, rows read, written and scanned; then rows of epoch views. */
  static final List<MeasuredLoad> ALL =
      List.of(
          new MeasuredLoad(AT_ONE_SITE, new Bank(CUSTOMERS)),
          new MeasuredLoad(AT_ONE_SITE, accesses(0)),
          new MeasuredLoad(AT_ONE_SITE, accesses(100)),
          new MeasuredLoad(AT_ONE_SITE, new Ycsb(PARTITIONS, 0, 50, 100, false)),
          new MeasuredLoad(IN_EPOCHS, new Bank(CUSTOMERS)),
          new MeasuredLoad(IN_EPOCHS, accesses(0)),
          new MeasuredLoad(IN_EPOCHS, accesses(80)));

  private static WorkloadSpec accesses(int readPercent) {
    return new Accesses(THOUSANDS, 0, readPercent, AccessOptions.ANYWHERE);
  }

  Trial trial(int round) {
    return new Trial(new Line(scheme, scheme, Map.of()), Point.of(toString(), workload), round);
  }

  @Override
  public String toString() {
    return scheme + ", " + workload;
  }
}
