package org.thetisdb.integrations.applications;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Workers that do the same at the same time. */
final class AtOnce {
  private AtOnce() {}

  /** Runs the work of each worker; the first failure is thrown when all have ended. */
  static void run(int workers, Callable<?> work) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(workers);
    try {
      List<Callable<Object>> tasks = new ArrayList<>();
      for (int i = 0; i < workers; i++) {
        tasks.add(work::call);
      }
      for (Future<Object> task : threads.invokeAll(tasks)) {
        Object unused = task.get();
      }
    } catch (ExecutionException e) {
      throw new AssertionError(e.getCause());
    } finally {
      threads.shutdownNow();
    }
  }
}
