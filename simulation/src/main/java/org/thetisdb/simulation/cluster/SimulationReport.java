package org.thetisdb.simulation.cluster;

import java.util.List;

/**
 * What came of one seed.
 *
 * @param problems what broke a promise, in words; empty if nothing did
 * @param digest the same for the same history
 * @param changes how often a site was admitted or drained
 * @param virtualUs how long it lasted on virtual time
 * @param loadVirtualUs for how long of that clients worked and things broke
 * @param loadRealNs what that took in real time
 */
public record SimulationReport(
    long seed,
    List<String> problems,
    long digest,
    long virtualUs,
    long loadVirtualUs,
    long loadRealNs,
    int committed,
    int aborted,
    int unknown,
    int faults,
    int changes,
    long steps) {

  /** Whether all promises were kept. */
  public boolean isGood() {
    return problems.isEmpty();
  }
}
