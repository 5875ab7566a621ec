package org.thetisdb.lab.experiment;

import java.util.Map;

/**
 * One place on the axis of an experiment.
 *
 * @param label on the axis; unique in an experiment
 * @param workload what is driven
 * @param clients clients side by side; 0 for as many as the form says
 * @param sites of the cluster
 * @param settings further settings of the cluster, by name; they win over those of a line
 * @param isBrief whether the short form has it, too
 */
public record Point(
    String label,
    WorkloadSpec workload,
    int clients,
    int sites,
    Map<String, String> settings,
    boolean isBrief) {
  /** Sites of a cluster where an experiment does not sweep them. */
  public static final int USUAL_SITES = 3;

  /** Copies the settings. */
  public Point {
    settings = Map.copyOf(settings);
  }

  /** A point that both forms have. */
  public static Point of(String label, WorkloadSpec workload) {
    return new Point(label, workload, 0, USUAL_SITES, Map.of(), true);
  }

  /** The same under another label, in both forms. */
  public Point labelled(String newLabel) {
    return new Point(newLabel, workload, clients, sites, settings, true);
  }

  /** The same in the full form only. */
  public Point onlyFull() {
    return new Point(label, workload, clients, sites, settings, false);
  }

  /** The same with so many clients. */
  public Point withClients(int newClients) {
    return new Point(label, workload, newClients, sites, settings, isBrief);
  }

  /** The same with so many sites. */
  public Point withSites(int newSites) {
    return new Point(label, workload, clients, newSites, settings, isBrief);
  }

  /** The same with one setting more. */
  public Point with(Map<String, String> newSettings) {
    return new Point(label, workload, clients, sites, newSettings, isBrief);
  }

  /**
   * The same on so many sites, with clients and data in proportion. A point that is about the
   * number of its sites stays as it is.
   *
   * @param usualClients as many as a point has that does not say
   */
  public Point scaledTo(int newSites, int usualClients) {
    if (sites != USUAL_SITES) {
      return this;
    }
    int now = clients == 0 ? usualClients : clients;
    return new Point(
        label,
        workload.scaled(newSites, USUAL_SITES),
        Math.max(1, now * newSites / USUAL_SITES),
        newSites,
        settings,
        isBrief);
  }
}
