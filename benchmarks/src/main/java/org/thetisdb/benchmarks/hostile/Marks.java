package org.thetisdb.benchmarks.hostile;

/**
 * What the bystander may suffer at most.
 *
 * @param p99Factor how many times its calm p99 the p99 of each of its works may be
 * @param worstMs the longest that any of its works may take
 * @param p99Samples a p99 of fewer samples is not judged
 */
public record Marks(double p99Factor, long worstMs, int p99Samples) {
  /** The marks that the project has set itself. */
  public static final Marks USUAL = new Marks(5, 500, 100);
}
