package org.thetisdb.lab.torture;

import java.nio.file.Path;
import java.util.List;
import org.thetisdb.core.scheme.SchemeSpec;
import org.thetisdb.core.scheme.SchemeSpec.Layout;
import org.thetisdb.core.scheme.Trait;
import org.thetisdb.history.verdict.Level;

/**
 * What is done to a cluster.
 *
 * @param sites number of sites
 * @param lanes engines of each site, which share its rows
 * @param durationS seconds in which faults begin
 * @param seed of the faults' order and of the clients' choices
 * @param clients of each workload
 * @param ratePerS calls a second of each workload
 * @param leaseMs session time-out of sites and routers
 * @param faults what may be done
 * @param scheme under which the cluster runs
 * @param migrates whether ranges move from site to site meanwhile
 * @param secure whether all links have TLS and clients log in, while strangers try what they may
 *     not
 * @param level what the history is held to
 * @param history where the history is written; null for nowhere
 */
public record TortureOptions(
    int sites,
    int lanes,
    int durationS,
    long seed,
    int clients,
    double ratePerS,
    int leaseMs,
    List<Fault> faults,
    SchemeSpec scheme,
    boolean migrates,
    boolean secure,
    Level level,
    Path history) {
  /** Checks the numbers. */
  public TortureOptions {
    require(sites >= 2 && sites <= 16, "--sites is from 2 to 16: a lost site needs another one");
    require(lanes >= 1 && lanes <= 8, "--lanes is from 1 to 8");
    require(durationS >= 1, "--duration begins at 1 second");
    require(clients >= 1 && clients <= 1_000, "--clients is from 1 to 1000");
    require(ratePerS > 0, "--rate is above 0");
    require(leaseMs >= 200 && leaseMs <= 60_000, "--lease-ms is from 200 to 60000");
    require(!faults.isEmpty(), "--faults names at least one kind");
    require(
        !migrates || !scheme.has(Trait.ONE_MASTER),
        "--migrate needs a scheme of several masters, not " + scheme.name());
  }

  /** Whether the last site holds a part of the rows, so that rows have to move, too. */
  boolean isPartial() {
    return migrates && lanes == 1 && scheme.livesOn(Layout.PARTIAL);
  }

  private static void require(boolean good, String what) {
    if (!good) {
      throw new IllegalArgumentException(what + ".");
    }
  }
}
