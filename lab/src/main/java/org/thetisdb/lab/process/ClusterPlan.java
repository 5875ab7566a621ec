package org.thetisdb.lab.process;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What a cluster of processes is made of.
 *
 * @param sites number of sites
 * @param leaseMs the session time-out of sites and routers with ZooKeeper
 * @param tickMs ZooKeeper's unit of time; the lease has two of them at least
 * @param settings further settings of sites and routers, by name
 * @param hosts where each part runs
 */
public record ClusterPlan(
    int sites, int leaseMs, int tickMs, Map<String, String> settings, Hosts hosts) {
  private static final int TICKS_PER_LEASE = 5;

  /** All of it on the loopback interface, with a tick that finds lost sessions soon. */
  public static ClusterPlan of(int sites, int leaseMs) {
    return new ClusterPlan(
        sites, leaseMs, Math.max(1, leaseMs / TICKS_PER_LEASE), Map.of(), Hosts.LOOPBACK);
  }

  /** This plan with one more setting. */
  public ClusterPlan with(String name, String value) {
    Map<String, String> more = new LinkedHashMap<>(settings);
    more.put(name, value);
    return new ClusterPlan(sites, leaseMs, tickMs, more, hosts);
  }

  /** This plan on other hosts. */
  public ClusterPlan on(Hosts newHosts) {
    return new ClusterPlan(sites, leaseMs, tickMs, settings, newHosts);
  }
}
