package org.thetisdb.lab.experiment.run;

import java.util.LinkedHashMap;
import java.util.Map;
import org.thetisdb.benchmarks.driver.result.RunOptions;
import org.thetisdb.core.config.BasicSettings;
import org.thetisdb.lab.experiment.ExperimentLength;
import org.thetisdb.lab.experiment.Line;
import org.thetisdb.lab.experiment.Point;
import org.thetisdb.lab.experiment.Reconfiguration;

/**
 * One run that is to be made.
 *
 * @param round from 1
 */
public record Trial(Line line, Point point, int round) {
  /** How it is driven. */
  public RunOptions options(ExperimentLength form) {
    int clients = point.clients() == 0 ? form.clients() : point.clients();
    long seed = form.seed() + round - 1;
    return line.way().isEmpty()
        ? new RunOptions(clients, form.durationS(), form.warmUpS(), 0, seed)
        : new RunOptions(clients, Reconfiguration.LASTS_S, Reconfiguration.WARM_UP_S, 0, seed);
  }

  /** The settings of its cluster, by name. */
  public Map<String, String> settings(ExperimentLength form) {
    Map<String, String> all = new LinkedHashMap<>();
    all.put(BasicSettings.SCHEME.name(), line.scheme());
    all.put(BasicSettings.CLUSTER_SITES.name(), Integer.toString(point.sites()));
    if (line.hasPapersMasters()) {
      all.putAll(point.workload().papersMasters(form, point.sites()));
    }
    all.putAll(line.settings());
    all.putAll(point.settings());
    return all;
  }
}
