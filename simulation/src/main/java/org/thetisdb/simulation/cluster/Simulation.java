package org.thetisdb.simulation.cluster;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.thetisdb.core.scheme.SchemeRegistry;
import org.thetisdb.core.scheme.SchemeSpec;
import org.thetisdb.simulation.Families;
import org.thetisdb.simulation.cluster.trouble.KillPoint;
import org.thetisdb.simulation.cluster.trouble.Troubles;
import org.thetisdb.simulation.workload.SqlShops;
import org.thetisdb.simulation.workload.SqlShops.Rule;

/**
 * Describes what seeds are run under, and runs them: whole clusters in virtual time. A seed draws
 * the cluster, its workloads and what breaks; each method here asks for something beside that and
 * gives the description back. What is asked of the settings is done in the order of the calls. A
 * description that is complete runs any number of seeds, also side by side.
 *
 * <pre>
 *   Simulation.under(SchemeRegistry.STAR).withSql(true).withPartialSites().run(seed, tracer)
 * </pre>
 */
public final class Simulation {
  private final List<Consumer<SimulatedRun>> beside = new ArrayList<>();
  private UnaryOperator<SimulationSettings> settings = UnaryOperator.identity();
  private List<SchemeSpec> visited = List.of();
  private Families families = Families.SHIPPED;
  private boolean sql;
  private boolean definitions;

  private Simulation() {}

  /** Whatever a seed draws, its scheme, too. */
  public static Simulation asDrawn() {
    return new Simulation();
  }

  /** Under a scheme; what else there is the seed draws. */
  public static Simulation under(SchemeSpec scheme) {
    return asDrawn().with(drawn -> drawn.withScheme(scheme));
  }

  /** Under the scheme of a name, which must be one of the registry. */
  public static Simulation under(String scheme) {
    return under(SchemeRegistry.find(scheme));
  }

  private Simulation with(UnaryOperator<SimulationSettings> change) {
    UnaryOperator<SimulationSettings> before = settings;
    settings = drawn -> change.apply(before.apply(drawn));
    return this;
  }

  /** Sessions of SQL run beside those that call procedures, or do not. */
  public Simulation withSql(boolean wanted) {
    sql = wanted;
    return this;
  }

  /** Sessions of SQL, and definitions that come and go under others, or neither. */
  public Simulation withDefinitions(boolean wanted) {
    definitions = wanted;
    return withSql(wanted);
  }

  /** Sessions of SQL sell, and a foreign key comes and goes under their writes. */
  public Simulation withForeignKeys() {
    beside.add(run -> run.sellUnder(new SqlShops(List.of(Rule.SOLD))));
    return this;
  }

  /** Calls in epochs or batches are only held to snapshot isolation. */
  public Simulation withSnapshotEpochs() {
    return with(SimulationSettings::withSnapshotEpochs);
  }

  /** Some sites hold only what they master. */
  public Simulation withPartialSites() {
    return with(SimulationSettings::withPartialSites);
  }

  /** The same where no site holds every row. */
  public Simulation withoutFullSite() {
    return with(SimulationSettings::withoutFullSite);
  }

  /** Two or three sites share a machine and its rows. */
  public Simulation withLanes() {
    return with(SimulationSettings::withLanes);
  }

  /** Borders come and go, in place of a grid. */
  public Simulation withRanges(boolean wanted) {
    return wanted ? with(SimulationSettings::withRanges) : this;
  }

  /** Sites come and go, whatever else there is. */
  public Simulation withElasticity() {
    return with(SimulationSettings::withElasticity);
  }

  /** These troubles and no others. */
  public Simulation withTroubles(Troubles troubles) {
    return with(drawn -> drawn.withTroubles(troubles));
  }

  /** Placements are applied and taken back. */
  public Simulation withPlacements() {
    beside.add(SimulatedRun::applyPlacements);
    return this;
  }

  /** Ranges are moved by hand, and some of that is cancelled; sites may lose their disks. */
  public Simulation withMigrations() {
    beside.add(SimulatedRun::moveRanges);
    beside.add(SimulatedRun::loseDisks);
    return this;
  }

  /** Tables are made of others, and dropped. */
  public Simulation withCopiedTables() {
    beside.add(SimulatedRun::copyTables);
    return this;
  }

  /** Rights of a user come and go. */
  public Simulation withGrants() {
    beside.add(SimulatedRun::grantRights);
    return this;
  }

  /** The scheme changes again and again, to each of these in turn. */
  public Simulation visiting(List<SchemeSpec> schemes) {
    visited = List.copyOf(schemes);
    return this;
  }

  /** Routers and sites know these schemes. */
  public Simulation knowing(Families schemes) {
    families = schemes;
    return this;
  }

  /** Nothing else breaks than processes that are killed around the appends of records. */
  Simulation withKillPoints() {
    return with(SimulationSettings::withKillPoints);
  }

  /**
   * Runs one seed to its end.
   *
   * @param tracer hears line by line what happens
   */
  public SimulationReport run(long seed, Consumer<String> tracer) {
    return begin(seed, tracer).run();
  }

  /**
   * Runs one seed to its end in which processes are killed around appends.
   *
   * @param met gets the kill points that were struck
   */
  SimulationReport runKilling(long seed, Collection<KillPoint> met, Consumer<String> tracer) {
    SimulatedRun run = begin(seed, tracer);
    KillPoints kills = run.killAtPoints();
    SimulationReport report = run.run();
    met.addAll(kills.met());
    return report;
  }

  private SimulatedRun begin(long seed, Consumer<String> tracer) {
    SimulatedRun run =
        new SimulatedRun(seed, sql, definitions, visited, settings, families, tracer);
    beside.forEach(each -> each.accept(run));
    return run;
  }
}
