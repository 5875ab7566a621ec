package org.thetisdb.lab.experiment.run;

import java.util.Map;

/**
 * What a run knows of itself beside its result. Immutable.
 *
 * @param workPerTxn what was done for each transaction: tasks by stage, and rows
 * @param busy which share of the time, from 0 to 1, the busiest event loop of each stage was busy
 * @param sample what its router noted of the transactions, as a JSON text; empty if nobody asked
 * @param scheduling which share of its time an engine was seen to spend on scheduling, see {@link
 *     EngineTime#shares}; empty if nobody looked
 */
public record RunInsight(
    Map<String, Double> workPerTxn,
    Map<String, Double> busy,
    String sample,
    Map<String, Double> scheduling) {
  /** Nobody counted. */
  public static final RunInsight NONE = new RunInsight(Map.of(), Map.of(), "", Map.of());
}
