package org.thetisdb.launcher.experiment;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.thetisdb.launcher.experiment.Experiment.Contest;

/**
 * The figures of "DynaMast: Adaptive Dynamic Mastering for Replicated Systems" (ICDE 2020), section
 * 6 and its appendices, and some of the thesis about Aria, section 5.8. Stateless.
 */
public final class Catalogue {
  private static final List<Experiment> ALL = all();

  private Catalogue() {}

  private static List<Experiment> all() {
    List<Experiment> all = new ArrayList<>();
    all.addAll(YcsbExperiments.all());
    all.addAll(TpccExperiments.all());
    all.addAll(SmallBankExperiments.all());
    all.addAll(AriaExperiments.all());
    all.sort((one, other) -> one.id().compareTo(other.id()));
    return List.copyOf(all);
  }

  /** Every experiment, in the order of the figures. */
  public static List<Experiment> experiments() {
    return ALL;
  }

  /** The experiment of that id. */
  public static Optional<Experiment> find(String id) {
    return ALL.stream().filter(one -> one.id().equals(id)).findFirst();
  }

  /** An experiment of one metric that compares all schemes. */
  static Experiment comparison(
      String id,
      String shows,
      String axis,
      List<Point> points,
      Metric metric,
      List<PaperRatio> ratios,
      String... otherwise) {
    return new Experiment(
        id, shows, axis, points, Contest.ALL_SCHEMES, List.of(metric), ratios, List.of(otherwise));
  }
}
