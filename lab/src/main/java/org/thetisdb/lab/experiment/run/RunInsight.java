package org.thetisdb.lab.experiment.run;

import java.util.Map;

/**
 * What a run knows of itself beside its result. Immutable.
 *
 * @param workPerTxn what was done for each transaction: tasks by stage, and rows
 * @param busy which share of the time, from 0 to 1, the busiest event loop of each stage was busy
 * @param sample what its router noted of the transactions, as a JSON text; empty if nobody asked
 * @param moved what became of ranges that moved meanwhile, by name: when they began, from the
 *     beginning of the warm-up on, and how long all of them took, in microseconds; empty if none
 *     did
 * @param scheduling which share of its time an engine was seen to spend on scheduling, see {@link
 *     EngineTime#shares}; empty if nobody looked
 */
public record RunInsight(
    Map<String, Double> workPerTxn,
    Map<String, Double> busy,
    String sample,
    Map<String, Double> scheduling,
    Map<String, Long> moved) {
  /** Nothing moved. */
  public RunInsight(
      Map<String, Double> workPerTxn,
      Map<String, Double> busy,
      String sample,
      Map<String, Double> scheduling) {
    this(workPerTxn, busy, sample, scheduling, Map.of());
  }

  /** Nobody counted. */
  public static final RunInsight NONE = new RunInsight(Map.of(), Map.of(), "", Map.of());
}
