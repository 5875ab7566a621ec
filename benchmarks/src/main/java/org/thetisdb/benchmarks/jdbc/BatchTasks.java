package org.thetisdb.benchmarks.jdbc;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

/** Rows of one table, cut into parts of one batch each as the loaders of OLTP-Bench do. */
public final class BatchTasks {
  private BatchTasks() {}

  /**
   * Parts that insert rows.
   *
   * @param rows how many there are
   * @param row the values of a row by its number, from 0 on; called on several threads
   */
  public static List<LoadTask> of(String insert, int rows, IntFunction<Object[]> row) {
    List<LoadTask> tasks = new ArrayList<>();
    for (int from = 0; from < rows; from += Style.OLTP_BENCH_BATCH) {
      int first = from;
      int end = Math.min(rows, from + Style.OLTP_BENCH_BATCH);
      tasks.add(
          session -> {
            session.clearBatch(insert);
            for (int number = first; number < end; number++) {
              session.batch(insert, row.apply(number));
            }
            session.runBatch(insert);
          });
    }
    return tasks;
  }
}
