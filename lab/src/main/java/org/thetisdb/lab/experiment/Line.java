package org.thetisdb.lab.experiment;

import java.util.HashMap;
import java.util.Map;

/**
 * One of those that are compared.
 *
 * @param label for tables and plots; unique in an experiment
 * @param scheme a scheme's name
 * @param settings further settings of its cluster, by name
 * @param hasPapersMasters whether its masters, which are fixed, are where the paper has them in the
 *     workload ({@link WorkloadSpec#papersMasters})
 * @param way how ranges move in the midst of each run ({@link Reconfiguration}); empty if none do
 */
public record Line(
    String label,
    String scheme,
    Map<String, String> settings,
    boolean hasPapersMasters,
    String way) {
  /** DynaMast as this database has it. */
  public static final String DYNAMAST = "dynamast";

  /** MorphoSys: plans by learned costs. */
  public static final String MORPHOSYS = "morphosys";

  /** MorphoSys where one site holds every row, and each other one what it masters and copies. */
  public static final String MORPHOSYS_PARTIAL = "morphosys, partial";

  /** The same where no site holds every row. */
  public static final String MORPHOSYS_WITHOUT_FULL = "morphosys, no full site";

  /** Clay, which looks every ten seconds. */
  public static final String CLAY = "clay";

  /** Clay that looks every second, for runs of a few. */
  public static final String CLAY_1_S = "clay, 1 s";

  /** DynaMast that decides by Equation 8 of its paper alone. */
  public static final String AS_PUBLISHED = "dynamast (Eq. 8)";

  /** A partitioned store by ranges of keys, or by warehouse. */
  public static final String PARTITION_STORE = "partition-store";

  /** The same with rows dealt out one by one. */
  public static final String PARTITION_STORE_BY_HASH = "partition-store, hash";

  /** Fixed masters, and all rows everywhere. */
  public static final String MULTI_MASTER = "multi-master";

  /** LEAP where every site holds every row: what moves is the right to write. */
  public static final String LEAP = "leap";

  /** LEAP as its paper has it, but for one site that holds every row: rows move, too. */
  public static final String LEAP_WITH_ROWS = "leap, with rows";

  /** Aria with reordering, whose losers are first in the next batch. */
  public static final String ARIA = "aria";

  /** Aria that commits in the order of the batch. */
  public static final String WITHOUT_REORDERING = "aria, no reordering";

  /** Aria whose losers lock their rows. */
  public static final String WITH_FALLBACK = "aria, fallback";

  /** Calvin: locks in a fixed order. */
  public static final String CALVIN = "calvin";

  /** BOHM: placeholders in a fixed order. */
  public static final String BOHM = "bohm";

  /** PWV: placeholders in a fixed order, filled piece by piece. */
  public static final String PWV = "pwv";

  /** The same for transactions that are one piece each: a write depends on all reads. */
  public static final String PWV_WHOLE = "pwv, one piece";

  /** The same placement under row locks. */
  public static final String ROW_LOCKS = "row locks";

  /** Aria whose batches run over several sites. */
  public static final String DIST_ARIA = "dist-aria";

  /** The same, whose losers lock what they met. */
  public static final String DIST_ARIA_WITH_FALLBACK = "dist-aria, fallback";

  /** Calvin whose locks are at several sites. */
  public static final String DIST_CALVIN = "dist-calvin";

  /** Dtxn: each master runs its part. */
  public static final String DTXN = "dtxn";

  /** Dtxn whose fragments run on rows that are not decided. */
  public static final String DTXN_SPECULATIVE = "dtxn, speculative";

  /** Dtxn whose sites stand still while anything is undecided there. */
  public static final String DTXN_BLOCKING = "dtxn, blocking";

  /** Dtxn whose router chooses what fragments do over such rows. */
  public static final String DTXN_AUTO = "dtxn, auto";

  /** STAR: phases. */
  public static final String STAR = "star";

  /** STAR with iterations of ten milliseconds. */
  public static final String STAR_10_MS = "star, 10 ms";

  /** STAR with iterations of 200 milliseconds. */
  public static final String STAR_200_MS = "star, 200 ms";

  /** STAR whose logs hold whole rows, and not what has changed in them. */
  public static final String STAR_WHOLE_ROWS = "star, whole rows";

  /** STAR whose logs are flushed to disks, and whose sites take checkpoints. */
  public static final String STAR_ON_DISK = "star, disk";

  /** Everything at one primary, optimistic. */
  public static final String PB_OCC = "pb-occ";

  /** Fixed masters, optimistic. */
  public static final String DIST_OCC = "dist-occ";

  /** Fixed masters, read and write locks. */
  public static final String DIST_S2PL = "dist-s2pl";

  /** Everything at one primary, optimistic, committed by epochs. */
  public static final String EPOCH_PB_OCC = "epoch-pb-occ";

  /** Read and write locks over sites, committed by epochs. */
  public static final String EPOCH_S2PL = "epoch-s2pl";

  /** Physical-time optimistic control, committed by epochs. */
  public static final String COCO_PT = "coco-pt";

  /** Logical-time optimistic control, committed by epochs. */
  public static final String COCO_LT = "coco-lt";

  /** Physical time under snapshot isolation. */
  public static final String COCO_PT_SNAPSHOT = "coco-pt, snapshot";

  /** Logical time under snapshot isolation. */
  public static final String COCO_LT_SNAPSHOT = "coco-lt, snapshot";

  /** Copies the settings. */
  public Line {
    settings = Map.copyOf(settings);
  }

  /** One whose masters are where the scheme puts them. */
  public Line(String label, String scheme, Map<String, String> settings) {
    this(label, scheme, settings, false, "");
  }

  /** One by which ranges move in the midst of each run. */
  static Line moving(String way, String scheme, Map<String, String> settings) {
    return new Line(way, scheme, settings, true, way);
  }

  /** The same under another label, with more settings. */
  Line as(String newLabel, Map<String, String> more) {
    Map<String, String> all = new HashMap<>(settings);
    all.putAll(more);
    return new Line(newLabel, scheme, all, hasPapersMasters, way);
  }

  /** The same with the paper's masters. */
  Line withPapersMasters() {
    return new Line(label, scheme, settings, true, way);
  }
}
