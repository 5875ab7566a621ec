package org.thetisdb.launcher.experiment;

import java.util.List;
import java.util.function.UnaryOperator;

/**
 * A figure of a paper, as data.
 *
 * @param id what people write, such as {@code dynamast-4a}
 * @param shows what it shows, in a few words
 * @param axis what the points differ in
 * @param points places on the axis; with one of them the metrics are the axis
 * @param contest who takes part
 * @param metrics what is measured; one, if there are several points
 * @param ratios what the paper found
 * @param otherwise in what it differs from the paper on purpose, one sentence each
 */
public record Experiment(
    String id,
    String shows,
    String axis,
    List<Point> points,
    Contest contest,
    List<Metric> metrics,
    List<PaperRatio> ratios,
    List<String> otherwise) {
  private static final String CLIENTS_AXIS = "clients";

  /** Checks that it can be drawn. */
  public Experiment {
    points = List.copyOf(points);
    metrics = List.copyOf(metrics);
    ratios = List.copyOf(ratios);
    otherwise = List.copyOf(otherwise);
    if (points.isEmpty() || metrics.isEmpty() || (points.size() > 1 && metrics.size() > 1)) {
      throw new IllegalArgumentException(id + " has one metric, or one point");
    }
  }

  /** Who takes part in an experiment. */
  public enum Contest {
    /** Every scheme of DynaMast's paper that there is, and DynaMast as published. */
    ALL_SCHEMES,
    /** DynaMast as it is here, and as published. */
    DYNAMAST,
    /** DynaMast in both ways, and a single master, which has nothing to learn. */
    DYNAMAST_AND_CONTROL,
    /** DynaMast that decides by Equation 8, with weights that the points change. */
    EQUATION_8,
    /**
     * Aria with and without its options, Calvin, BOHM, PWV, and the same placement under row locks.
     */
    BATCHES,
    /** The same, and PWV without pieces. */
    BATCHES_AND_PIECES,
    /** STAR and what its thesis compares it with, and what stands for those that there are not. */
    PHASES,
    /** STAR alone. */
    STAR,
    /** COCO's commit by epochs, and the same placement with two-phase commit. */
    EPOCHS,
    /** COCO alone. */
    COCO,
    /** COCO in physical and logical time, and two-phase locking. */
    WIDE_AREA,
    /** COCO in physical and logical time, serializable and under snapshots. */
    SNAPSHOTS,
    /** The same, and two-phase commit with the validation that they have. */
    FACTORS
  }

  /** The points of a form. */
  public List<Point> points(Form form) {
    return form.isShort() ? points.stream().filter(Point::isBrief).toList() : points;
  }

  /** The same on so many sites, where it is not about their number; see {@link Point#scaledTo}. */
  public Experiment scaledTo(int sites, int usualClients) {
    return with(point -> point.scaledTo(sites, usualClients));
  }

  /** The same with so many clients, unless it is about their number. */
  public Experiment withClients(int clients) {
    return axis.equals(CLIENTS_AXIS) ? this : with(point -> point.withClients(clients));
  }

  private Experiment with(UnaryOperator<Point> change) {
    return new Experiment(
        id, shows, axis, points.stream().map(change).toList(), contest, metrics, ratios, otherwise);
  }

  /** Whether runs of one are good for the other, too. */
  public boolean sharesRunsWith(Experiment other) {
    return points.equals(other.points) && contest == other.contest;
  }

  /** A metric by its label; the only one if that is empty. */
  public Metric metric(String label) {
    for (Metric metric : metrics) {
      if (label.isEmpty() || metric.label().equals(label)) {
        return metric;
      }
    }
    throw new IllegalArgumentException(id + " does not measure " + label);
  }
}
