package org.thetisdb.benchmarks.costs;

import java.util.Map;

/**
 * What the committed transactions of a run have cost, by stage.
 *
 * @param transactions committed ones, among which the costs are divided
 * @param byStage sums of the counted time; a stage that did nothing is not there
 * @param absent why nothing was measured; empty if it was
 */
public record CostSheet(long transactions, Map<Stage, Cost> byStage, String absent) {
  /** Nobody asked. */
  public static final CostSheet NONE = new CostSheet(0, Map.of(), "");

  /** It was asked for and is not known. */
  public static CostSheet absent(String why) {
    return new CostSheet(0, Map.of(), why);
  }

  /** Whether there is nothing to show. */
  public boolean isEmpty() {
    return byStage.isEmpty() && absent.isEmpty();
  }

  /**
   * Sums of one stage.
   *
   * @param cpuUs processor time in microseconds, in user code and in the kernel
   * @param kernelUs the part of it in the kernel, to ten milliseconds; below 0 where it is not
   *     known
   * @param allocatedBytes taken from the heap
   * @param transfers calls of the system that read or wrote, sockets and files alike; below 0 where
   *     they are not known
   * @param handOvers how often a thread slept, so that somebody had to wake it; below 0 where it is
   *     not known
   * @param preemptions how often a thread had to leave the processor to another; below 0 where it
   *     is not known
   */
  public record Cost(
      double cpuUs,
      double kernelUs,
      long allocatedBytes,
      long transfers,
      long handOvers,
      long preemptions) {
    /** Of a thread of which only Java reports, where the system could report more or not. */
    public static Cost ofJava(double cpuUs, long allocatedBytes, boolean systemTells) {
      int others = systemTells ? 0 : -1;
      return new Cost(cpuUs, others, allocatedBytes, others, others, others);
    }

    Cost plus(Cost other) {
      return new Cost(
          cpuUs + other.cpuUs,
          kernelUs < 0 || other.kernelUs < 0 ? -1 : kernelUs + other.kernelUs,
          allocatedBytes + other.allocatedBytes,
          sum(transfers, other.transfers),
          sum(handOvers, other.handOvers),
          sum(preemptions, other.preemptions));
    }

    private static long sum(long one, long other) {
      return one < 0 || other < 0 ? -1 : one + other;
    }
  }

  /** All stages together. */
  public Cost total() {
    return byStage.values().stream().reduce(Cost::plus).orElse(new Cost(0, 0, 0, 0, 0, 0));
  }
}
