package org.thetisdb.benchmarks.jmh;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.Locale;
import org.thetisdb.benchmarks.bound.BoundRunner;
import org.thetisdb.benchmarks.driver.Workload;
import org.thetisdb.benchmarks.smallbank.SmallBank;
import org.thetisdb.benchmarks.smallbank.SmallBankOptions;
import org.thetisdb.benchmarks.tpcc.TpccOptions;
import org.thetisdb.benchmarks.tpcc.procedure.TpccProcedures;
import org.thetisdb.core.config.SiteSettings.StoreEngine;
import org.thetisdb.store.RowStore;
import org.thetisdb.store.StoreConfig;
import org.thetisdb.store.engine.StoreEngines;

/**
 * What a transaction of the bound costs its thread: processor time and garbage, in stretches of
 * half a second. Processor time says something where a machine has other work to do, too.
 */
public final class BoundCosts {
  private static final int ACCOUNTS = 100_000;
  private static final int WAREHOUSES = 4;
  private static final int SHRINK = 10;
  private static final long STORE_BYTES = 3L << 30;
  private static final double WARM_UP_S = 20;
  private static final double STRETCH_S = 0.5;
  private static final double NANOS = 1e9;
  private static final double NANOS_PER_MICRO = 1e3;

  private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private final BoundRunner runner;

  private BoundCosts(BoundRunner runner) {
    this.runner = runner;
  }

  /** Arguments: {@code smallbank} or {@code tpcc}, and how many stretches. */
  public static void main(String[] arguments) {
    int stretches = Integer.parseInt(arguments[1]);
    StoreConfig config = StoreConfig.of(1, STORE_BYTES).withVersionsKept(1);
    try (Workload workload = workload(arguments[0]);
        RowStore store = StoreEngines.open(StoreEngine.SLAB, config)) {
      BoundRunner runner = new BoundRunner(workload, store);
      runner.load();
      runner.prepare(workload.script(0, 1, 1));
      runner.measure(WARM_UP_S);
      new BoundCosts(runner).run(stretches);
    }
  }

  private static Workload workload(String name) {
    return switch (name) {
      case "smallbank" -> new SmallBank(SmallBankOptions.ofAccounts(ACCOUNTS));
      case "tpcc" ->
          new TpccProcedures(new TpccOptions(WAREHOUSES, SHRINK, TpccOptions.USUAL_WEIGHTS));
      default -> throw new IllegalArgumentException("no such workload: " + name);
    };
  }

  private void run(int stretches) {
    double[] micros = new double[stretches];
    double bytes = 0;
    for (int i = 0; i < stretches; i++) {
      long cpuNs = threads.getCurrentThreadCpuTime();
      long allocated = threads.getCurrentThreadAllocatedBytes();
      long beganNs = System.nanoTime();
      double rate = runner.measure(STRETCH_S);
      double count = rate * (System.nanoTime() - beganNs) / NANOS;
      micros[i] = (threads.getCurrentThreadCpuTime() - cpuNs) / NANOS_PER_MICRO / count;
      bytes = (threads.getCurrentThreadAllocatedBytes() - allocated) / count;
    }
    Arrays.sort(micros);
    double median = micros[stretches / 2];
    System.out.printf(
        Locale.ROOT,
        "%.2f us of processor a transaction (quartiles %.2f and %.2f), %,.0f/s; %,.0f bytes%n",
        median,
        micros[stretches / 4],
        micros[stretches * 3 / 4],
        NANOS / NANOS_PER_MICRO / median,
        bytes);
  }
}
