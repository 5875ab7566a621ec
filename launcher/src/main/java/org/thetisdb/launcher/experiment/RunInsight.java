package org.thetisdb.launcher.experiment;

import java.util.Map;

/**
 * What a simulated run knows of itself beside its result. Immutable.
 *
 * @param workPerTxn what was done for each transaction: tasks by stage, and rows
 * @param busy which share of the time, from 0 to 1, the busiest line of each stage was busy
 */
public record RunInsight(Map<String, Double> workPerTxn, Map<String, Double> busy) {
  /** Nobody counted. */
  public static final RunInsight NONE = new RunInsight(Map.of(), Map.of());
}
