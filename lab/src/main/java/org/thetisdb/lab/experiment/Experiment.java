package org.thetisdb.lab.experiment;

import java.util.List;

/**
 * A figure of a paper, as data.
 *
 * @param id what people write, such as {@code dynamast-4a}
 * @param shows what it shows, in a few words
 * @param axis what the points differ in
 * @param points places on the axis; with one of them the metrics are the axis
 * @param contest what takes part
 * @param metrics what is measured; one, if there are several points
 * @param ratios what the paper found
 * @param otherwise in what it differs from the paper on purpose, one sentence each
 * @param only the labels of the lines that are wanted; empty for all
 */
public record Experiment(
    String id,
    String shows,
    String axis,
    List<Point> points,
    Contest contest,
    List<Metric> metrics,
    List<PaperRatio> ratios,
    List<String> otherwise,
    List<String> only) {
  private static final String CLIENTS_AXIS = "clients";

  /** Checks that it can be drawn. */
  public Experiment {
    points = List.copyOf(points);
    metrics = List.copyOf(metrics);
    ratios = List.copyOf(ratios);
    otherwise = List.copyOf(otherwise);
    only = List.copyOf(only);
    if (points.isEmpty() || metrics.isEmpty() || (points.size() > 1 && metrics.size() > 1)) {
      throw new IllegalArgumentException(id + " has one metric, or one point");
    }
  }

  /** An experiment with all its lines. */
  public Experiment(
      String id,
      String shows,
      String axis,
      List<Point> points,
      Contest contest,
      List<Metric> metrics,
      List<PaperRatio> ratios,
      List<String> otherwise) {
    this(id, shows, axis, points, contest, metrics, ratios, otherwise, List.of());
  }

  /** What takes part in an experiment. */
  public enum Contest {
    /** Dtxn, and other schemes whose masters stay. */
    FRAGMENTS,
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
    /** Aria, with its fallback, too, and all that its thesis compares it with on one node. */
    DETERMINISTIC,
    /** Aria and those with an order, of which it is asked what their engines do. */
    SCHEDULING,
    /** Aria over sites alone. */
    BATCHES_OVER_SITES,
    /** The same, with its fallback, too. */
    BATCHES_OVER_SITES_AND_FALLBACK,
    /** Aria, Calvin and two-phase locking, each over sites. */
    BATCHES_AND_LOCKS_OVER_SITES,
    /** STAR and what its thesis compares it with, and what stands for those that there are not. */
    PHASES,
    /** STAR, and its rivals in both forms of its thesis. */
    PHASES_AND_EPOCHS,
    /** STAR and deterministic schemes. */
    PHASES_AND_ORDERS,
    /** STAR alone. */
    STAR,
    /** STAR with iterations of several lengths. */
    STAR_ITERATIONS,
    /** STAR whose logs hold what has changed in rows, or whole rows. */
    STAR_LOGS,
    /** STAR with and without disks. */
    STAR_ON_DISK,
    /** COCO's commit by epochs, and the same placement with two-phase commit. */
    EPOCHS,
    /** The same, and two-phase locking by epochs. */
    EPOCHS_AND_LOCKS,
    /** COCO alone. */
    COCO,
    /** COCO in physical and logical time, and two-phase locking. */
    WIDE_AREA,
    /** COCO in physical and logical time, serializable and under snapshots. */
    SNAPSHOTS,
    /** The same, and two-phase commit with the validation that they have. */
    FACTORS,
    /** The ways in which ranges move; promotion where all sites hold all rows. */
    WAYS,
    /** Ranges that move in chunks. */
    CHUNKS,
    /** Ranges whose rows are copied first. */
    COPIES,
    /** Masters that stay, and DynaMast, which moves them. */
    SKEW,
    /**
     * MorphoSys, DynaMast, a single master, fixed masters with all rows everywhere, a partitioned
     * store, and Clay.
     */
    LEARNED_COSTS,
    /** MorphoSys where one site holds every row and others what they need, and where all do. */
    HOLDINGS,
    /** Every scheme that needs no trace and has a model, beside what the advisor says. */
    EVERY_SCHEME
  }

  /** The points of a form. */
  public List<Point> points(ExperimentLength form) {
    return form.isShort() ? points.stream().filter(Point::isBrief).toList() : points;
  }

  /** The same on so many sites, where it is not about their number; see {@link Point#scaledTo}. */
  public Experiment scaledTo(int sites, int usualClients) {
    return with(points.stream().map(point -> point.scaledTo(sites, usualClients)).toList());
  }

  /** The same with so many clients; one that sweeps them has this number alone. */
  public Experiment withClients(int clients) {
    if (!axis.equals(CLIENTS_AXIS)) {
      return with(points.stream().map(point -> point.withClients(clients)).toList());
    }
    return with(List.of(points.get(0).labelled(Integer.toString(clients)).withClients(clients)));
  }

  /** The same with some of its lines, by their labels. */
  public Experiment withOnly(List<String> lines) {
    return new Experiment(id, shows, axis, points, contest, metrics, ratios, otherwise, lines);
  }

  private Experiment with(List<Point> newPoints) {
    return new Experiment(id, shows, axis, newPoints, contest, metrics, ratios, otherwise, only);
  }

  /** Whether runs of one are good for the other, too. */
  public boolean sharesRunsWith(Experiment other) {
    return points.equals(other.points) && contest == other.contest && only.equals(other.only);
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
