package org.thetisdb.lab.experiment.run;

import java.util.ArrayList;
import java.util.List;
import org.thetisdb.lab.experiment.Contests;
import org.thetisdb.lab.experiment.Experiment;
import org.thetisdb.lab.experiment.ExperimentLength;
import org.thetisdb.lab.experiment.Line;
import org.thetisdb.lab.experiment.Point;

/** The runs of an experiment in their order. Stateless. */
public final class Schedule {
  private Schedule() {}

  /**
   * The lines take turns, and so do the points: whatever changes on the machine meanwhile meets all
   * of them.
   */
  public static List<Trial> of(Experiment experiment, ExperimentLength form) {
    List<Line> lines = Contests.lines(experiment);
    List<Trial> trials = new ArrayList<>();
    for (int round = 1; round <= form.rounds(); round++) {
      for (Point point : experiment.points(form)) {
        for (Line line : lines) {
          trials.add(new Trial(line, point, round));
        }
      }
    }
    return List.copyOf(trials);
  }

  /** About how many seconds they take. */
  public static int seconds(Experiment experiment, ExperimentLength form) {
    return of(experiment, form).stream()
        .mapToInt(
            trial -> form.warmUpS() + form.durationS() + trial.point().workload().overheadS(form))
        .sum();
  }
}
