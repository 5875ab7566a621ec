package org.thetisdb.router.routing;

/**
 * The knobs of {@link DynaMastScheme}; the weights are those of DynaMast's Equation 8.
 *
 * @param balance weight of even write load
 * @param delay weight of freshness; a site that lags loses up to this much
 * @param intra weight of what is written in one transaction
 * @param inter weight of what one client writes soon after; see {@link SiteScore#inter}
 * @param stay what it costs to move a partition that has just been moved, for each recent move
 * @param pullShare a partition that is only read moves along if at least this share of its
 *     co-accesses is at the destination
 * @param pullAccesses and if the sample holds it at least this often
 * @param balanceTolerance by how much, as a part of an even share, a site may be above or below it
 *     before clusters are moved
 * @param balanceCut share of a cluster's updates that may become split when it is moved, if one
 *     site had all the load; in proportion if the difference between two sites is smaller. Must be
 *     below {@link ThrashGuard#TOO_MUCH}, or clusters that were spread are gathered again
 */
public record DynaMastConfig(
    double balance,
    double delay,
    double intra,
    double inter,
    double stay,
    double pullShare,
    int pullAccesses,
    double balanceTolerance,
    double balanceCut) {
  /** Good for short transactions (DynaMast, Appendix F, SmallBank). */
  public static final DynaMastConfig DEFAULT =
      new DynaMastConfig(1, 0.5, 3, 0, 0.5, 0.6, 8, 0.04, 0.13);

  /** These knobs with other weights for Equation 8. */
  public DynaMastConfig withWeights(
      double newBalance, double newDelay, double newIntra, double newInter) {
    return new DynaMastConfig(
        newBalance,
        newDelay,
        newIntra,
        newInter,
        stay,
        pullShare,
        pullAccesses,
        balanceTolerance,
        balanceCut);
  }
}
