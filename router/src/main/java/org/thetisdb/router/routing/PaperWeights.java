package org.thetisdb.router.routing;

/**
 * The weights of DynaMast's Equation 8, as its Appendix F gives them for three workloads.
 *
 * @param balance of Equation 4
 * @param delay of Equation 5
 * @param intra of Equation 6
 * @param inter of Equation 7
 */
public record PaperWeights(double balance, double delay, double intra, double inter) {
  /** Ranges of keys, and even load above all. */
  public static final PaperWeights YCSB = new PaperWeights(1_000_000, 0.5, 3, 0);

  /** Short transactions: what is written together counts more than even load. */
  public static final PaperWeights SMALLBANK = new PaperWeights(1, 0.5, 3, 0);

  /** Nine of ten transactions stay within a warehouse, and so do a client's next ones. */
  public static final PaperWeights TPCC = new PaperWeights(0.01, 0.05, 0.88, 0.88);
}
