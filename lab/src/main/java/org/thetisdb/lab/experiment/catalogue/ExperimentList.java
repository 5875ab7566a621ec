package org.thetisdb.lab.experiment.catalogue;

import java.util.List;
import org.thetisdb.benchmarks.text.TextTable;
import org.thetisdb.lab.experiment.Contests;
import org.thetisdb.lab.experiment.Experiment;
import org.thetisdb.lab.experiment.ExperimentLength;
import org.thetisdb.lab.experiment.Line;
import org.thetisdb.lab.experiment.run.Schedule;

/** All experiments, for people. Stateless. */
public final class ExperimentList {
  private static final int MINUTE_S = 60;
  private static final int HOUR_S = 60 * MINUTE_S;

  private ExperimentList() {}

  /** A table of all, with how long each takes. */
  public static String text() {
    TextTable table = new TextTable("id", "<shows", "<lines", "short", "full");
    for (Experiment one : Catalogue.experiments()) {
      table.row(
          one.id(),
          one.shows(),
          String.join(", ", Contests.lines(one).stream().map(Line::label).toList()),
          time(Schedule.seconds(one, ExperimentLength.SHORT)),
          time(Schedule.seconds(one, ExperimentLength.FULL)));
    }
    return table.render("")
        + "\nThe lines are the schemes that there are. "
        + "\"dynamast (Eq. 8)\" decides as its paper says; dynamast weighs costs in time.\n"
        + left()
        + "Experiments with the same workload and lines share their runs if they are named together.\n";
  }

  private static String left() {
    List<String> missing =
        Catalogue.experiments().stream()
            .flatMap(one -> Contests.missing(one).stream())
            .distinct()
            .toList();
    return missing.isEmpty()
        ? ""
        : "DynaMast's paper also has %s: there are no such schemes here, so those rows are left out.\n"
            .formatted(String.join(" and ", missing));
  }

  /** What is about to be run. */
  public static String announce(Experiment experiment, ExperimentLength form) {
    List<String> missing = Contests.missing(experiment);
    return "%s: %s. Rounds: %d, lines: %s, points: %d, %s form, about %s.%s"
        .formatted(
            experiment.id(),
            experiment.shows(),
            form.rounds(),
            String.join(" / ", Contests.lines(experiment).stream().map(Line::label).toList()),
            experiment.points(form).size(),
            form.name(),
            time(Schedule.seconds(experiment, form)),
            missing.isEmpty()
                ? ""
                : " Left out, because there is no such scheme: "
                    + String.join(", ", missing)
                    + ".");
  }

  private static String time(int seconds) {
    return seconds < 2 * HOUR_S
        ? Math.max(1, Math.round(seconds / (float) MINUTE_S)) + " min"
        : Math.round(seconds / (float) HOUR_S) + " h";
  }
}
