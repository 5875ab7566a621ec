package org.thetisdb.lab.simulated;

import org.thetisdb.simulation.ChargedStore;
import org.thetisdb.simulation.ChargedTransport;

/**
 * What work costs on a simulated cluster: processor time of the event loops that can be the bound,
 * and the time that messages and entries of logs are on their way.
 * docs/measurements/simulated-figures.md says how it was measured.
 *
 * @param routerTaskNs each message that a router gets, and each timer
 * @param engineTaskNs each message, answer of the log or timer of a site's engine, beside rows
 * @param refreshTaskNs each batch of entries that a site applies, beside rows
 * @param rows what rows cost, whichever part reads or writes them
 * @param epochViews what rows cost beside that under schemes with epoch views
 * @param linkUs the time of a message from one machine to another
 * @param appendUs about the time until an entry is in a log and its writer knows
 */
public record SimulatedCosts(
    long routerTaskNs,
    long engineTaskNs,
    long refreshTaskNs,
    ChargedStore.Costs rows,
    ChargedTransport.Costs epochViews,
    long linkUs,
    long appendUs) {
  /** As measured. */
  public static final SimulatedCosts MEASURED =
      new SimulatedCosts(
          1_500,
          3_000,
          2_000,
          new ChargedStore.Costs(300, 130, 1_000, 800),
          new ChargedTransport.Costs(1_400, 250, 1_500),
          50,
          200);

  /** The same where the router takes so long for each message, as if more of it worked at once. */
  public SimulatedCosts withRouterNs(long ns) {
    return new SimulatedCosts(ns, engineTaskNs, refreshTaskNs, rows, epochViews, linkUs, appendUs);
  }

  /** The same where a message takes so long. */
  public SimulatedCosts withLinkUs(long us) {
    return new SimulatedCosts(
        routerTaskNs, engineTaskNs, refreshTaskNs, rows, epochViews, us, appendUs);
  }

  /** The same where sites take so many times as long for all they do, as if they were small. */
  public SimulatedCosts slower(int times) {
    return new SimulatedCosts(
        routerTaskNs,
        engineTaskNs * times,
        refreshTaskNs * times,
        new ChargedStore.Costs(
            rows.readNs() * times,
            rows.scannedNs() * times,
            rows.writtenNs() * times,
            rows.refreshedNs() * times),
        epochViews,
        linkUs,
        appendUs);
  }
}
