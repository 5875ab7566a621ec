package org.thetisdb.lab.experiment.catalogue;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.thetisdb.lab.experiment.Experiment;
import org.thetisdb.lab.experiment.Experiment.Contest;
import org.thetisdb.lab.experiment.Metric;
import org.thetisdb.lab.experiment.PaperRatio;
import org.thetisdb.lab.experiment.Point;

/**
 * The figures of "DynaMast: Adaptive Dynamic Mastering for Replicated Systems" (ICDE 2020), section
 * 6 and its appendices, those of the thesis about STAR, COCO and Aria, sections 3.6, 4.6 and 5.8,
 * some of "MorphoSys" (PVLDB 2020), section 7, and what the thesis about Dtxn asks in section 4.2.
 * Stateless.
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
    all.addAll(StarExperiments.all());
    all.addAll(CocoExperiments.all());
    all.addAll(DtxnExperiments.all());
    all.addAll(AdviceExperiments.all());
    all.addAll(MigrationExperiments.all());
    all.addAll(MorphoSysExperiments.all());
    all.sort((one, other) -> one.id().compareTo(other.id()));
    return List.copyOf(all);
  }

  /** Every experiment, in the order of the figures. */
  public static List<Experiment> experiments() {
    return ALL;
  }

  /**
   * The experiment of that id, or those of a figure that has several parts: {@code dynamast-4} is
   * {@code dynamast-4a} and the others. A figure of the same runs as another one is that one. Empty
   * if there are none.
   */
  public static List<Experiment> named(String id) {
    Optional<Experiment> exact = find(MigrationExperiments.shownBy(id));
    return exact.isPresent()
        ? List.of(exact.get())
        : ALL.stream().filter(one -> isPartOf(id, one.id())).toList();
  }

  private static boolean isPartOf(String figure, String id) {
    return id.length() == figure.length() + 1
        && id.startsWith(figure)
        && Character.isLetter(id.charAt(figure.length()));
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
