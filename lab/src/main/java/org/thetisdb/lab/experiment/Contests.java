package org.thetisdb.lab.experiment;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.thetisdb.core.config.BasicSettings;
import org.thetisdb.core.config.LogSettings;
import org.thetisdb.core.config.MigrationSettings;
import org.thetisdb.core.config.RebalanceSettings;
import org.thetisdb.core.config.SchemeSettings;
import org.thetisdb.core.config.SchemeSettings.FragmentControl;
import org.thetisdb.core.config.SiteSettings;
import org.thetisdb.core.config.StrategySettings;
import org.thetisdb.core.placement.Migration.Way;
import org.thetisdb.core.scheme.SchemeRegistry;
import org.thetisdb.core.scheme.SchemeSpec;
import org.thetisdb.core.scheme.Trait;

/** What takes part in an experiment, from the schemes that there are. Stateless. */
public final class Contests {
  /** The schemes of DynaMast's paper. */
  public static final List<String> PAPER_SCHEMES =
      List.of(Line.DYNAMAST, "single-master", Line.MULTI_MASTER, Line.PARTITION_STORE, Line.LEAP);

  /** STAR, those of its thesis, and what people would use instead. */
  /** The advisor has no model of what they do other than {@code partition-store}. */
  private static final Set<SchemeSpec> WITHOUT_MODEL =
      Set.of(SchemeRegistry.DTXN, SchemeRegistry.CLAY);

  private static final List<String> PHASED_SCHEMES =
      List.of(
          Line.STAR,
          Line.PB_OCC,
          Line.DIST_OCC,
          Line.DIST_S2PL,
          "single-master",
          Line.PARTITION_STORE,
          Line.DYNAMAST);

  /** STAR and its rivals, each in both forms; coco-pt is Dist. OCC by epochs. */
  private static final List<String> PHASED_SCHEMES_AND_EPOCHS =
      List.of(
          Line.STAR,
          Line.EPOCH_PB_OCC,
          Line.COCO_PT,
          Line.EPOCH_S2PL,
          Line.PB_OCC,
          Line.DIST_OCC,
          Line.DIST_S2PL);

  private Contests() {}

  /** The lines of an experiment that are wanted, DynaMast first. */
  public static List<Line> lines(Experiment experiment) {
    return allLines(experiment).stream()
        .filter(line -> experiment.only().isEmpty() || experiment.only().contains(line.label()))
        .toList();
  }

  /**
   * The labels that are meant by a list of them one after the other, with commas between them; some
   * have commas themselves. What is no label is kept as it is.
   *
   * @param pieces what stood between the commas
   */
  public static List<String> labels(Experiment experiment, List<String> pieces) {
    List<String> known = allLines(experiment).stream().map(Line::label).toList();
    List<String> trimmed = pieces.stream().map(String::trim).toList();
    List<String> labels = new ArrayList<>();
    int next = 0;
    while (next < trimmed.size()) {
      int end = trimmed.size();
      while (end > next + 1 && !known.contains(String.join(", ", trimmed.subList(next, end)))) {
        end--;
      }
      labels.add(String.join(", ", trimmed.subList(next, end)));
      next = end;
    }
    return labels;
  }

  private static List<Line> allLines(Experiment experiment) {
    String strategy = experiment.points().get(0).workload().paperStrategy();
    return switch (experiment.contest()) {
      case EQUATION_8 -> List.of(asPublished("paper"));
      case DYNAMAST -> List.of(dynamast(), asPublished(strategy));
      case DYNAMAST_AND_CONTROL ->
          List.of(dynamast(), asPublished(strategy), plain(SchemeRegistry.SINGLE_MASTER));
      case ALL_SCHEMES -> allSchemes(experiment.points().get(0).workload());
      case BATCHES -> batches();
      case BATCHES_AND_PIECES -> batchesAndPieces();
      case DETERMINISTIC -> without(batchesAndPieces(), Line.WITHOUT_REORDERING);
      case SCHEDULING ->
          without(batchesAndPieces(), Line.WITHOUT_REORDERING, Line.WITH_FALLBACK, Line.ROW_LOCKS);
      case BATCHES_OVER_SITES -> List.of(plain(SchemeRegistry.DIST_ARIA));
      case BATCHES_OVER_SITES_AND_FALLBACK -> batchesOverSites();
      case BATCHES_AND_LOCKS_OVER_SITES ->
          and(batchesOverSites(), thoseThatAre(List.of(Line.DIST_CALVIN, Line.DIST_S2PL)));
      case PHASES_AND_ORDERS ->
          thoseThatAre(List.of(Line.STAR, Line.CALVIN, Line.DIST_CALVIN, Line.DIST_ARIA));
      case FRAGMENTS -> fragments();
      case STAR -> List.of(plain(SchemeRegistry.STAR));
      case STAR_ITERATIONS ->
          List.of(
              iterations(Line.STAR_10_MS, 10),
              iterations("star, 20 ms", 20),
              iterations(Line.STAR_200_MS, 200));
      case STAR_LOGS -> changesAndWholeRows();
      case STAR_ON_DISK -> withAndWithoutDisks();
      case PHASES -> thoseThatAre(PHASED_SCHEMES);
      case PHASES_AND_EPOCHS -> thoseThatAre(PHASED_SCHEMES_AND_EPOCHS);
      case EPOCHS ->
          thoseThatAre(List.of(Line.COCO_PT, Line.COCO_LT, Line.DIST_OCC, Line.DIST_S2PL));
      case EPOCHS_AND_LOCKS ->
          thoseThatAre(
              List.of(Line.COCO_PT, Line.COCO_LT, Line.EPOCH_S2PL, Line.DIST_OCC, Line.DIST_S2PL));
      case COCO -> List.of(plain(SchemeRegistry.COCO_PT));
      case WIDE_AREA -> thoseThatAre(List.of(Line.COCO_PT, Line.COCO_LT, Line.DIST_S2PL));
      case SNAPSHOTS -> snapshots();
      case FACTORS -> factors();
      case WAYS -> ways(experiment.points().get(0).workload());
      case CHUNKS ->
          List.of(
              inChunks("64 KiB", 64 << 10), inChunks("1 MiB", 1 << 20), inChunks("8 MiB", 8 << 20));
      case COPIES ->
          List.of(
              atPace("16 MiB/s", 16 << 20),
              atPace("32 MiB/s", 32 << 20),
              atPace("96 MiB/s", 96 << 20));
      case SKEW -> List.of(plain(SchemeRegistry.PARTITION_STORE).withPapersMasters(), dynamast());
      case LEARNED_COSTS -> learnedCosts();
      case HOLDINGS -> holdings();
      case EVERY_SCHEME -> everyScheme();
    };
  }

  /** What moves from the one site that holds all cannot be promoted. */
  private static List<Line> ways(WorkloadSpec workload) {
    List<Line> lines = new ArrayList<>();
    String scheme = SchemeRegistry.PARTITION_STORE.name();
    if (!(workload instanceof WorkloadSpec.Accesses)) {
      lines.add(Line.moving(Way.PROMOTE.label(), scheme, Map.of()));
    }
    for (Way way : List.of(Way.COPY, Way.SHIP, Way.ON_DEMAND, Way.SQUALL, Way.FAILOVER, Way.STOP)) {
      lines.add(movingRows(way));
    }
    return List.copyOf(lines);
  }

  private static List<Line> holdings() {
    return List.of(
        holdingPart(Line.MORPHOSYS_PARTIAL, "1"),
        holdingPart(Line.MORPHOSYS_WITHOUT_FULL, "none"),
        plain(SchemeRegistry.MORPHOSYS),
        dynamast());
  }

  private static Line holdingPart(String name, String fullSites) {
    return new Line(
        name,
        SchemeRegistry.MORPHOSYS.name(),
        Map.of(
            BasicSettings.REPLICAS_FULL_SITES.name(),
            fullSites,
            BasicSettings.PARTITION_KEYS.name(),
            "1"));
  }

  /** Without a pause between them. */
  private static Line inChunks(String label, int bytes) {
    return movingRows(Way.SQUALL)
        .as(
            label,
            Map.of(
                MigrationSettings.MIGRATION_CHUNK_BYTES.name(),
                Integer.toString(bytes),
                MigrationSettings.MIGRATION_CHUNK_INTERVAL_MS.name(),
                "0"));
  }

  private static Line atPace(String label, int bytesPerSecond) {
    return movingRows(Way.COPY)
        .as(
            label,
            Map.of(
                MigrationSettings.MIGRATION_BYTES_PER_SECOND.name(),
                Integer.toString(bytesPerSecond)));
  }

  /** To sites that lack the rows. */
  private static Line movingRows(Way way) {
    return Line.moving(
        way.label(),
        SchemeRegistry.PARTITION_STORE.name(),
        Map.of(BasicSettings.REPLICAS_FULL_SITES.name(), "1"));
  }

  /** Clay's cells are small and dealt out, so that it has something to move. */
  private static List<Line> learnedCosts() {
    return List.of(
        plain(SchemeRegistry.MORPHOSYS),
        dynamast(),
        plain(SchemeRegistry.SINGLE_MASTER),
        plain(SchemeRegistry.MULTI_MASTER).withPapersMasters(),
        plain(SchemeRegistry.PARTITION_STORE).withPapersMasters(),
        plain(SchemeRegistry.CLAY),
        new Line(
            Line.CLAY_1_S,
            SchemeRegistry.CLAY.name(),
            Map.of(RebalanceSettings.CLAY_INTERVAL_MS.name(), "1000")));
  }

  /** But for schism, whose placement is cut from a trace that a new cluster has not. */
  private static List<Line> everyScheme() {
    return SchemeRegistry.all().stream()
        .filter(scheme -> !scheme.has(Trait.NEEDS_PLACEMENT) && !WITHOUT_MODEL.contains(scheme))
        .map(Contests::plain)
        .toList();
  }

  private static List<Line> snapshots() {
    Map<String, String> snapshot = Map.of(SchemeSettings.EPOCH_ISOLATION.name(), "snapshot");
    return List.of(
        plain(SchemeRegistry.COCO_PT),
        new Line(Line.COCO_PT_SNAPSHOT, SchemeRegistry.COCO_PT.name(), snapshot),
        plain(SchemeRegistry.COCO_LT),
        new Line(Line.COCO_LT_SNAPSHOT, SchemeRegistry.COCO_LT.name(), snapshot));
  }

  private static List<Line> factors() {
    List<Line> lines = new ArrayList<>(List.of(plain(SchemeRegistry.DIST_OCC)));
    lines.addAll(snapshots());
    return List.copyOf(lines);
  }

  private static List<Line> batches() {
    String reordering = SchemeSettings.BATCH_REORDERING.name();
    String fallback = SchemeSettings.BATCH_FALLBACK.name();
    String aria = SchemeRegistry.ARIA.name();
    return List.of(
        new Line(Line.ARIA, aria, Map.of(fallback, "never")),
        new Line(Line.WITHOUT_REORDERING, aria, Map.of(fallback, "never", reordering, "off")),
        new Line(Line.WITH_FALLBACK, aria, Map.of(fallback, "always")),
        plain(SchemeRegistry.CALVIN),
        plain(SchemeRegistry.BOHM),
        plain(SchemeRegistry.PWV),
        new Line(Line.ROW_LOCKS, SchemeRegistry.SINGLE_MASTER.name(), Map.of()));
  }

  private static List<Line> batchesOverSites() {
    String fallback = SchemeSettings.BATCH_FALLBACK.name();
    String aria = SchemeRegistry.DIST_ARIA.name();
    return List.of(
        new Line(Line.DIST_ARIA, aria, Map.of(fallback, "never")),
        new Line(Line.DIST_ARIA_WITH_FALLBACK, aria, Map.of(fallback, "always")));
  }

  private static List<Line> and(List<Line> some, List<Line> others) {
    List<Line> lines = new ArrayList<>(some);
    lines.addAll(others);
    return List.copyOf(lines);
  }

  private static List<Line> batchesAndPieces() {
    String pieces = SchemeSettings.BATCH_PIECES.name();
    List<Line> lines = new ArrayList<>(batches());
    lines.add(new Line(Line.PWV_WHOLE, SchemeRegistry.PWV.name(), Map.of(pieces, "off")));
    return List.copyOf(lines);
  }

  private static List<Line> without(List<Line> lines, String... labels) {
    return lines.stream().filter(line -> !List.of(labels).contains(line.label())).toList();
  }

  private static Line iterations(String label, int ms) {
    return new Line(
        label,
        SchemeRegistry.STAR.name(),
        Map.of(SchemeSettings.STAR_ITERATION_MS.name(), Integer.toString(ms)));
  }

  private static List<Line> fragments() {
    List<Line> lines =
        new ArrayList<>(
            List.of(
                controlled(Line.DTXN, FragmentControl.LOCKING),
                controlled(Line.DTXN_SPECULATIVE, FragmentControl.SPECULATIVE),
                controlled(Line.DTXN_AUTO, FragmentControl.AUTO),
                controlled(Line.DTXN_BLOCKING, FragmentControl.BLOCKING)));
    lines.addAll(thoseThatAre(List.of(Line.PARTITION_STORE, Line.DIST_S2PL, Line.STAR)));
    return List.copyOf(lines);
  }

  private static Line controlled(String label, FragmentControl control) {
    return new Line(
        label,
        SchemeRegistry.DTXN.name(),
        Map.of(SchemeSettings.DTXN_CONTROL.name(), control.name().toLowerCase(Locale.ROOT)));
  }

  private static List<Line> changesAndWholeRows() {
    String saving = LogSettings.LOG_DELTA_SAVING_BYTES.name();
    String tooMuch = Integer.toString(1 << 30);
    return List.of(
        plain(SchemeRegistry.STAR),
        new Line(Line.STAR_WHOLE_ROWS, SchemeRegistry.STAR.name(), Map.of(saving, tooMuch)));
  }

  private static List<Line> withAndWithoutDisks() {
    String durability = LogSettings.LOG_DURABILITY.name();
    String checkpoints = SiteSettings.CHECKPOINT_INTERVAL_MS.name();
    String star = SchemeRegistry.STAR.name();
    return List.of(
        new Line(Line.STAR, star, Map.of(durability, "process", checkpoints, "0")),
        new Line(Line.STAR_ON_DISK, star, Map.of(durability, "disk", checkpoints, "5000")));
  }

  private static List<Line> thoseThatAre(List<String> names) {
    return SchemeRegistry.all().stream()
        .filter(scheme -> names.contains(scheme.name()))
        .sorted(Comparator.comparingInt(scheme -> names.indexOf(scheme.name())))
        .map(Contests::plain)
        .toList();
  }

  private static List<Line> allSchemes(WorkloadSpec workload) {
    List<Line> lines = new ArrayList<>(List.of(dynamast(), asPublished(workload.paperStrategy())));
    for (SchemeSpec scheme : SchemeRegistry.all()) {
      if (!scheme.name().equals(Line.DYNAMAST) && PAPER_SCHEMES.contains(scheme.name())) {
        lines.add(
            scheme.has(Trait.MASTERS_STAY) && !scheme.has(Trait.NEEDS_PLACEMENT)
                ? plain(scheme).withPapersMasters()
                : plain(scheme));
      }
    }
    if (workload instanceof WorkloadSpec.Ycsb) {
      lines.add(
          new Line(Line.PARTITION_STORE_BY_HASH, SchemeRegistry.PARTITION_STORE.name(), Map.of()));
    }
    lines.add(
        new Line(
            Line.LEAP_WITH_ROWS,
            SchemeRegistry.LEAP.name(),
            Map.of(BasicSettings.REPLICAS_FULL_SITES.name(), "1")));
    return List.copyOf(lines);
  }

  private static Line plain(SchemeSpec scheme) {
    return new Line(scheme.name(), scheme.name(), Map.of());
  }

  private static Line dynamast() {
    return plain(SchemeRegistry.DYNAMAST);
  }

  private static Line asPublished(String strategy) {
    return new Line(
        Line.AS_PUBLISHED, Line.DYNAMAST, Map.of(StrategySettings.STRATEGY.name(), strategy));
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
