package org.thetisdb.launcher.experiment;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.thetisdb.core.config.ThetisSettings;
import org.thetisdb.core.scheme.SchemeRegistry;
import org.thetisdb.core.scheme.SchemeSpec;
import org.thetisdb.core.scheme.SchemeSpec.PlacementPolicy;

/** Who takes part in an experiment, from the schemes that there are. Stateless. */
public final class Contests {
  /** The schemes of the paper. */
  public static final List<String> PAPER_SCHEMES =
      List.of(Line.DYNAMAST, "partition-store", "single-master", "leap");

  private Contests() {}

  /** The lines of an experiment, DynaMast first. */
  public static List<Line> lines(Experiment experiment) {
    String strategy = experiment.points().get(0).workload().paperStrategy();
    return switch (experiment.contest()) {
      case EQUATION_8 -> List.of(asPublished("paper"));
      case DYNAMAST -> List.of(dynamast(), asPublished(strategy));
      case DYNAMAST_AND_CONTROL ->
          List.of(dynamast(), asPublished(strategy), plain(SchemeRegistry.SINGLE_MASTER));
      case ALL_SCHEMES -> allSchemes(strategy);
    };
  }

  private static List<Line> allSchemes(String strategy) {
    List<Line> lines = new ArrayList<>(List.of(dynamast(), asPublished(strategy)));
    for (SchemeSpec scheme : SchemeRegistry.all()) {
      if (!scheme.name().equals(Line.DYNAMAST) && !needsTrace(scheme)) {
        lines.add(plain(scheme));
      }
    }
    return List.copyOf(lines);
  }

  /** Whether it needs a trace of an earlier run, which a new cluster does not have. */
  static boolean needsTrace(SchemeSpec scheme) {
    return scheme.placement() == PlacementPolicy.FIXED_BY_TRACE;
  }

  private static Line plain(SchemeSpec scheme) {
    return new Line(scheme.name(), scheme.name(), Map.of());
  }

  private static Line dynamast() {
    return plain(SchemeRegistry.DYNAMAST);
  }

  private static Line asPublished(String strategy) {
    return new Line(
        Line.AS_PUBLISHED, Line.DYNAMAST, Map.of(ThetisSettings.STRATEGY.name(), strategy));
  }

  /** The paper's schemes that take no part because there are none of that name. */
  public static List<String> missing(Experiment experiment) {
    if (experiment.contest() != Experiment.Contest.ALL_SCHEMES) {
      return List.of();
    }
    List<String> there = SchemeRegistry.all().stream().map(SchemeSpec::name).toList();
    return PAPER_SCHEMES.stream().filter(name -> !there.contains(name)).toList();
  }
}
