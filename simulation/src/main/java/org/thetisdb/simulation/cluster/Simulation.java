package org.thetisdb.simulation.cluster;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.thetisdb.core.scheme.SchemeRegistry;
import org.thetisdb.core.scheme.SchemeSpec;
import org.thetisdb.core.scheme.SchemeSpec.Layout;
import org.thetisdb.core.scheme.Trait;
import org.thetisdb.simulation.workload.SqlShops;
import org.thetisdb.simulation.workload.SqlShops.Rule;

/**
 * The ways in which seeds are run: what they have in common, and what each draws for itself. The
 * same seed gives the same history to the last message.
 */
public final class Simulation {
  private Simulation() {}

  /**
   * Runs one seed to its end.
   *
   * @param tracer hears line by line what happens
   */
  public static SimulationReport run(long seed, Consumer<String> tracer) {
    return new SimulatedRun(seed, false, false, List.of(), UnaryOperator.identity(), tracer).run();
  }

  /** Runs one seed with sessions of SQL beside those that call procedures. */
  public static SimulationReport runWithSql(long seed, Consumer<String> tracer) {
    return new SimulatedRun(seed, true, false, List.of(), UnaryOperator.identity(), tracer).run();
  }

  /** Runs one seed with sessions of SQL, and with definitions that come and go under others. */
  public static SimulationReport runWithDefinitions(long seed, Consumer<String> tracer) {
    return new SimulatedRun(seed, true, true, List.of(), UnaryOperator.identity(), tracer).run();
  }

  /** Runs one seed with sessions of SQL under whose writes a foreign key comes and goes. */
  public static SimulationReport runWithForeignKeys(long seed, Consumer<String> tracer) {
    SimulatedRun simulation =
        new SimulatedRun(seed, false, false, List.of(), UnaryOperator.identity(), tracer);
    simulation.sellUnder(new SqlShops(List.of(Rule.SOLD)));
    return simulation.run();
  }

  /** Runs one seed under a scheme; with SQL and definitions beside procedures if so wished. */
  public static SimulationReport run(
      long seed, SchemeSpec scheme, boolean withSql, Consumer<String> tracer) {
    return new SimulatedRun(
            seed, withSql, withSql, List.of(), drawn -> drawn.withScheme(scheme), tracer)
        .run();
  }

  /**
   * Runs one seed under a scheme whose calls in epochs or batches are only held to snapshot
   * isolation.
   */
  public static SimulationReport runWithSnapshotEpochs(
      long seed, SchemeSpec scheme, boolean withSql, Consumer<String> tracer) {
    UnaryOperator<SimulationSettings> wanted =
        drawn -> drawn.withScheme(scheme).withSnapshotEpochs();
    return new SimulatedRun(seed, withSql, withSql, List.of(), wanted, tracer).run();
  }

  /** Runs one seed under the scheme of a name. */
  public static SimulationReport runUnder(String scheme, long seed, Consumer<String> tracer) {
    return run(seed, SchemeRegistry.find(scheme), false, tracer);
  }

  /** Runs one seed of a partitioned store where some sites hold only what they master. */
  public static SimulationReport runWithPartialSites(long seed, Consumer<String> tracer) {
    return runPartial(seed, SchemeRegistry.PARTITION_STORE, false, tracer);
  }

  /** The same under LEAP: rows go with their mastership. */
  public static SimulationReport runLeapWithPartialSites(long seed, Consumer<String> tracer) {
    return runPartial(seed, SchemeRegistry.LEAP, false, tracer);
  }

  /**
   * Runs one seed where some sites hold only what they master, and the scheme changes again and
   * again between LEAP and fixed masters.
   */
  public static SimulationReport runPartialWithSchemeChanges(
      long seed, boolean withSql, Consumer<String> tracer) {
    List<SchemeSpec> schemes =
        List.of(SchemeRegistry.LEAP, SchemeRegistry.PARTITION_STORE, SchemeRegistry.STAR);
    int begins = (int) (seed % schemes.size());
    SchemeSpec first = schemes.get(begins);
    SchemeSpec second = schemes.get((begins + 1 + (int) (seed / 3 % 2)) % schemes.size());
    UnaryOperator<SimulationSettings> wanted = drawn -> drawn.withScheme(first).withPartialSites();
    List<SchemeSpec> visited = List.of(second, first);
    return new SimulatedRun(seed, withSql, withSql, visited, wanted, tracer).run();
  }

  /** Runs one seed where some sites hold only what they master. */
  public static SimulationReport runPartial(
      long seed, SchemeSpec scheme, boolean withSql, Consumer<String> tracer) {
    UnaryOperator<SimulationSettings> wanted = drawn -> drawn.withScheme(scheme).withPartialSites();
    return new SimulatedRun(seed, withSql, withSql, List.of(), wanted, tracer).run();
  }

  /** Runs one seed where two or three sites share a machine and its rows. */
  public static SimulationReport runWithLanes(long seed, Consumer<String> tracer) {
    return runWithLanes(seed, null, false, tracer);
  }

  /**
   * Runs one seed where two or three sites share a machine and its rows.
   *
   * @param scheme null for the one that the seed draws
   */
  public static SimulationReport runWithLanes(
      long seed, SchemeSpec scheme, boolean withSql, Consumer<String> tracer) {
    UnaryOperator<SimulationSettings> wanted =
        drawn -> (scheme == null ? drawn : drawn.withScheme(scheme)).withLanes();
    return new SimulatedRun(seed, withSql, withSql, List.of(), wanted, tracer).run();
  }

  /** Runs one seed of a partitioned store in which placements are applied and taken back. */
  public static SimulationReport runWithPlacements(long seed, Consumer<String> tracer) {
    return runWithPlacements(seed, SchemeRegistry.PARTITION_STORE, false, tracer);
  }

  /**
   * Runs one seed in which placements are applied and taken back, under a scheme whose masters
   * stay; every second seed has ranges.
   */
  public static SimulationReport runWithPlacements(
      long seed, SchemeSpec scheme, boolean withSql, Consumer<String> tracer) {
    UnaryOperator<SimulationSettings> wanted =
        drawn -> {
          SimulationSettings settings = drawn.withScheme(scheme);
          return seed % 2 == 0 ? settings.withRanges() : settings;
        };
    SimulatedRun simulation = new SimulatedRun(seed, withSql, withSql, List.of(), wanted, tracer);
    simulation.applyPlacements();
    return simulation.run();
  }

  /**
   * Runs one seed under a scheme in which processes are killed around the appends of records. What
   * is done beside calls follows from the seed: SQL, changes of the scheme, placements or replicas.
   *
   * @param met gets the kill points that were struck
   */
  static SimulationReport runWithKillPoints(
      long seed, SchemeSpec scheme, Collection<KillPoint> met, Consumer<String> tracer) {
    int beside = (int) (seed % 4);
    boolean withSql = beside == 1;
    boolean isPartial = beside == 0 && scheme.livesOn(Layout.PARTIAL);
    List<SchemeSpec> visited =
        beside == 2 && RecordKind.SCHEME.occursUnder(scheme) ? around(scheme, seed) : List.of();
    boolean ranges = visited.stream().anyMatch(Simulation::needsRanges);
    UnaryOperator<SimulationSettings> wanted =
        drawn -> {
          SimulationSettings settings = drawn.withScheme(scheme).withKillPoints();
          settings = ranges ? settings.withRanges() : settings;
          return isPartial ? settings.withPartialSites() : settings;
        };
    SimulatedRun simulation = new SimulatedRun(seed, withSql, withSql, visited, wanted, tracer);
    if (beside == 3 && RecordKind.PLACEMENT.occursUnder(scheme)) {
      simulation.applyPlacements();
    }
    KillPoints kills = simulation.killAtPoints();
    SimulationReport report = simulation.run();
    met.addAll(kills.met());
    return report;
  }

  /** Another scheme, which differs from seed to seed, and back. */
  private static List<SchemeSpec> around(SchemeSpec scheme, long seed) {
    List<SchemeSpec> others = changeable();
    others.remove(scheme);
    return List.of(others.get((int) (seed / 4 % others.size())), scheme);
  }

  /** Runs one seed under a scheme with these troubles and no others; with SQL if so wished. */
  public static SimulationReport run(
      long seed, SchemeSpec scheme, Troubles troubles, boolean withSql, Consumer<String> tracer) {
    UnaryOperator<SimulationSettings> wanted =
        drawn -> drawn.withScheme(scheme).withTroubles(troubles);
    return new SimulatedRun(seed, withSql, withSql, List.of(), wanted, tracer).run();
  }

  /**
   * Runs one seed in which the scheme changes again and again, from the first to the others in turn
   * and back; with SQL beside procedures if so wished.
   */
  public static SimulationReport runWithSchemeChanges(
      long seed, List<SchemeSpec> schemes, boolean withSql, Consumer<String> tracer) {
    List<SchemeSpec> visited = new ArrayList<>(schemes.subList(1, schemes.size()));
    visited.add(schemes.get(0));
    boolean needsRanges = schemes.stream().anyMatch(Simulation::needsRanges);
    UnaryOperator<SimulationSettings> wanted =
        drawn -> {
          SimulationSettings first = drawn.withScheme(schemes.get(0));
          return needsRanges ? first.withRanges() : first;
        };
    return new SimulatedRun(seed, withSql, false, visited, wanted, tracer).run();
  }

  /**
   * Runs one seed in which all that changes a cluster crosses: definitions, tables that are made of
   * others, schemes, sites that come and go, and in every second seed replicas of a partial
   * cluster.
   */
  public static SimulationReport runWithCrossingChanges(long seed, Consumer<String> tracer) {
    boolean partial = seed % 2 == 0;
    List<SchemeSpec> schemes =
        partial ? List.of(SchemeRegistry.LEAP, SchemeRegistry.PARTITION_STORE) : changeable();
    List<SchemeSpec> visited = new ArrayList<>(schemes);
    Collections.rotate(visited, (int) (seed / 2 % schemes.size()));
    SchemeSpec first = visited.get(visited.size() - 1);
    UnaryOperator<SimulationSettings> wanted =
        drawn -> {
          SimulationSettings settings = drawn.withScheme(first).withElasticity();
          return partial ? settings.withPartialSites() : settings.withRanges();
        };
    SimulatedRun simulation = new SimulatedRun(seed, true, true, visited, wanted, tracer);
    simulation.copyTables();
    return simulation.run();
  }

  /** What is serializable at one site gathers what its calls read. */
  private static boolean needsRanges(SchemeSpec scheme) {
    return scheme.has(Trait.NEEDS_RANGES);
  }

  /** Runs one seed in which each scheme follows another one. */
  public static SimulationReport runWithSchemeChanges(long seed, Consumer<String> tracer) {
    return runWithSchemeChanges(seed, false, tracer);
  }

  /** Runs one seed in which each scheme follows another one; with SQL if so wished. */
  public static SimulationReport runWithSchemeChanges(
      long seed, boolean withSql, Consumer<String> tracer) {
    List<SchemeSpec> schemes = changeable();
    Collections.rotate(schemes, (int) (seed % schemes.size()));
    return runWithSchemeChanges(seed, schemes, withSql, tracer);
  }

  /** The schemes that a cluster can change between while it runs. */
  public static List<SchemeSpec> changeable() {
    List<SchemeSpec> schemes = new ArrayList<>();
    for (SchemeSpec scheme : SchemeRegistry.all()) {
      if (!scheme.has(Trait.NEEDS_PLACEMENT)) {
        schemes.add(scheme);
      }
    }
    return schemes;
  }

  /** Runs one seed under the scheme whose transactions have participants where they write. */
  public static SimulationReport runWithTwoPhases(long seed, Consumer<String> tracer) {
    return run(seed, SchemeRegistry.MULTI_MASTER, false, tracer);
  }

  /** Runs one seed under the scheme whose transactions involve all masters that they meet. */
  public static SimulationReport runWithAllMasters(long seed, Consumer<String> tracer) {
    return run(seed, SchemeRegistry.PARTITION_STORE, false, tracer);
  }

  /** The same with SQL and definitions beside procedures. */
  public static SimulationReport runWithAllMastersAndSql(long seed, Consumer<String> tracer) {
    return run(seed, SchemeRegistry.PARTITION_STORE, true, tracer);
  }

  /** Runs one seed under the scheme whose calls run in batches. */
  public static SimulationReport runWithBatches(long seed, Consumer<String> tracer) {
    return run(seed, SchemeRegistry.ARIA, false, tracer);
  }

  /** The same with SQL and definitions beside procedures. */
  public static SimulationReport runWithBatchesAndSql(long seed, Consumer<String> tracer) {
    return run(seed, SchemeRegistry.ARIA, true, tracer);
  }

  /** Runs one seed under that scheme, whose calls are only held to snapshot isolation. */
  public static SimulationReport runWithSnapshotBatches(long seed, Consumer<String> tracer) {
    return runWithSnapshotEpochs(seed, SchemeRegistry.ARIA, false, tracer);
  }

  /** Runs one seed under the scheme whose calls run in phases. */
  public static SimulationReport runWithPhases(long seed, Consumer<String> tracer) {
    return run(seed, SchemeRegistry.STAR, false, tracer);
  }

  /** The same with SQL and definitions beside procedures. */
  public static SimulationReport runWithPhasesAndSql(long seed, Consumer<String> tracer) {
    return run(seed, SchemeRegistry.STAR, true, tracer);
  }

  /** Runs one seed under the scheme whose calls lock what they read, too. */
  public static SimulationReport runWithReadLocks(long seed, Consumer<String> tracer) {
    return run(seed, SchemeRegistry.DIST_S2PL, false, tracer);
  }

  /** Runs one seed under the scheme whose calls are validated after they have run. */
  public static SimulationReport runWithValidation(long seed, Consumer<String> tracer) {
    return run(seed, SchemeRegistry.DIST_OCC, false, tracer);
  }

  /** Runs one seed under the scheme whose calls commit by the epoch. */
  public static SimulationReport runWithEpochs(long seed, Consumer<String> tracer) {
    return run(seed, SchemeRegistry.COCO_PT, false, tracer);
  }

  /** The same with sessions of SQL. */
  public static SimulationReport runWithEpochsAndSql(long seed, Consumer<String> tracer) {
    return run(seed, SchemeRegistry.COCO_PT, true, tracer);
  }
}
