package org.thetisdb.simulation.cluster;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;
import org.thetisdb.core.scheme.SchemeRegistry;
import org.thetisdb.core.scheme.SchemeSpec;
import org.thetisdb.core.scheme.SchemeSpec.Layout;
import org.thetisdb.core.scheme.Trait;
import org.thetisdb.simulation.cluster.trouble.KillPoint;
import org.thetisdb.simulation.cluster.trouble.RecordKind;

/** Simulations of which more than the cluster follows from the seed. Stateless. */
public final class Simulations {
  private Simulations() {}

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

  /** The scheme changes again and again, from the first to the others in turn and back. */
  public static Simulation ofSchemeChanges(List<SchemeSpec> schemes) {
    List<SchemeSpec> visited = new ArrayList<>(schemes.subList(1, schemes.size()));
    visited.add(schemes.get(0));
    return Simulation.under(schemes.get(0)).withRanges(needRanges(schemes)).visiting(visited);
  }

  /** Each scheme follows another one; the first one is another for each seed. */
  public static Simulation ofSchemeChanges(long seed) {
    List<SchemeSpec> schemes = changeable();
    Collections.rotate(schemes, (int) (seed % schemes.size()));
    return ofSchemeChanges(schemes);
  }

  /**
   * Some sites hold only what they master, and the scheme changes again and again between LEAP and
   * fixed masters.
   */
  public static Simulation ofPartialSchemeChanges(long seed) {
    List<SchemeSpec> schemes =
        List.of(SchemeRegistry.LEAP, SchemeRegistry.PARTITION_STORE, SchemeRegistry.STAR);
    int begins = (int) (seed % schemes.size());
    SchemeSpec first = schemes.get(begins);
    SchemeSpec second = schemes.get((begins + 1 + (int) (seed / 3 % 2)) % schemes.size());
    return Simulation.under(first).withPartialSites().visiting(List.of(second, first));
  }

  /**
   * Placements are applied and taken back, under a scheme whose masters stay; every second seed has
   * ranges.
   */
  public static Simulation ofPlacements(long seed, SchemeSpec scheme) {
    return Simulation.under(scheme).withRanges(seed % 2 == 0).withPlacements();
  }

  /**
   * Ranges are moved by hand, and some of that is cancelled, under a scheme that has several
   * masters. What happens beside that follows from the seed: ranges or a grid, sites that hold a
   * part of the rows, placements where masters stay, sites that come and go, changes to another
   * such scheme.
   *
   * @param scheme null draws one
   */
  public static Simulation ofMigrations(long seed, SchemeSpec scheme) {
    List<SchemeSpec> movable = withSeveralMasters();
    SchemeSpec first = scheme != null ? scheme : movable.get((int) (seed / 8 % movable.size()));
    Simulation moving = Simulation.under(first).withMigrations();
    if (seed % 8 == 6 && first.livesOn(Layout.PARTIAL)) {
      return moving.withPartialSites();
    }
    if (seed % 4 == 3 && movable.contains(first)) {
      SchemeSpec second = movable.get((int) (seed / 4 % movable.size()));
      return moving.withRanges(true).visiting(List.of(second, first));
    }
    moving.withRanges(seed % 2 == 0);
    if (seed % 8 == 1 && first.has(Trait.MASTERS_STAY)) {
      moving.withPlacements();
    }
    return seed % 8 == 2 ? moving.withElasticity() : moving;
  }

  private static List<SchemeSpec> withSeveralMasters() {
    return changeable().stream().filter(each -> !each.has(Trait.ONE_MASTER)).toList();
  }

  /**
   * All that changes a cluster crosses: definitions, tables that are made of others, schemes, sites
   * that come and go, and in every second seed replicas of a partial cluster.
   */
  public static Simulation ofCrossingChanges(long seed) {
    boolean partial = seed % 2 == 0;
    List<SchemeSpec> schemes =
        partial ? List.of(SchemeRegistry.LEAP, SchemeRegistry.PARTITION_STORE) : changeable();
    List<SchemeSpec> visited = new ArrayList<>(schemes);
    Collections.rotate(visited, (int) (seed / 2 % schemes.size()));
    Simulation crossing =
        Simulation.under(visited.get(visited.size() - 1))
            .withDefinitions(true)
            .withElasticity()
            .withCopiedTables()
            .visiting(visited);
    return partial ? crossing.withPartialSites() : crossing.withRanges(true);
  }

  /**
   * Runs one seed under a scheme in which processes are killed around the appends of records. What
   * is done beside calls follows from the seed: SQL, changes of the scheme, placements, replicas or
   * migrations.
   *
   * @param met gets the kill points that were struck
   */
  static SimulationReport runWithKillPoints(
      long seed, SchemeSpec scheme, Collection<KillPoint> met, Consumer<String> tracer) {
    int beside = (int) (seed % 5);
    List<SchemeSpec> visited =
        beside == 2 && RecordKind.SCHEME.occursUnder(scheme) ? around(scheme, seed) : List.of();
    Simulation killing =
        Simulation.under(scheme)
            .withDefinitions(beside == 1)
            .withKillPoints()
            .withRanges(needRanges(visited))
            .visiting(visited);
    if (beside == 0 && scheme.livesOn(Layout.PARTIAL)) {
      killing.withPartialSites();
    }
    if (beside == 3 && RecordKind.PLACEMENT.occursUnder(scheme)) {
      killing.withPlacements();
    }
    if (beside == 4 && RecordKind.MIGRATION.occursUnder(scheme)) {
      killing.withMigrations();
    }
    return killing.runKilling(seed, met, tracer);
  }

  /** Another scheme, which differs from seed to seed, and back. */
  private static List<SchemeSpec> around(SchemeSpec scheme, long seed) {
    List<SchemeSpec> others = changeable();
    others.remove(scheme);
    return List.of(others.get((int) (seed / 4 % others.size())), scheme);
  }

  private static boolean needRanges(List<SchemeSpec> schemes) {
    return schemes.stream().anyMatch(scheme -> scheme.has(Trait.NEEDS_RANGES));
  }
}
