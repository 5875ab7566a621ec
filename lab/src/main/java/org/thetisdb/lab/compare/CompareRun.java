package org.thetisdb.lab.compare;

import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/** Looks for differences until there is no more time, in some threads. */
public final class CompareRun {
  private static final double NANOS = 1e9;

  private final CompareOptions options;
  private final Consumer<Finding> listener;
  private final LongSupplier clockNs;
  private final CompareReport report = new CompareReport();

  /**
   * A run.
   *
   * @param listener gets each finding that is unlike those before it, by one thread at a time
   */
  public CompareRun(CompareOptions options, LongSupplier clockNs, Consumer<Finding> listener) {
    this.options = options;
    this.listener = listener;
    this.clockNs = clockNs;
  }

  /** Runs to the end. */
  public CompareReport run() throws IOException, SQLException, InterruptedException {
    long beganNs = clockNs.getAsLong();
    Found found = new Found(report, options.keep(), listener);
    AtomicLong nextSeed = new AtomicLong(options.seed());
    ExecutorService threads = Executors.newFixedThreadPool(options.threads());
    try {
      List<Callable<Void>> all = new ArrayList<>();
      for (int i = 0; i < options.threads(); i++) {
        Searcher searcher = new Searcher(options, i, found, clockNs);
        all.add(() -> searcher.run(nextSeed));
      }
      for (Future<Void> ended : threads.invokeAll(all)) {
        ended.get();
      }
    } catch (ExecutionException e) {
      throw new IOException("The search has ended: " + e.getCause(), e.getCause());
    } finally {
      threads.shutdownNow();
    }
    report.setSeconds((clockNs.getAsLong() - beganNs) / NANOS);
    return report;
  }
}
