package org.thetisdb.simulation.cluster;

import java.util.List;
import java.util.function.Supplier;
import org.thetisdb.client.CallOutcome;
import org.thetisdb.core.scheme.SchemeSpec;
import org.thetisdb.core.scheme.Trait;
import org.thetisdb.simulation.workload.SimulatedWorkload.Call;

/**
 * What is done to a cluster while it is called: faults, sites that come and go, changes of the
 * scheme, replicas and placements, ranges that are moved.
 */
final class Disturbances {
  private final Surroundings surroundings;
  private final List<SiteMachine> sites;
  private final List<RouterMachine> routers;
  private final ClientMachine client;
  private final Nemesis nemesis;
  private final Elasticity elasticity;

  /** Changes of the scheme; null if there are none. */
  private final SchemeChanges schemes;

  /** Replicas that come and go; null if every site holds every row. */
  private final AddedReplicas replicas;

  /** Placements that are applied; null if none is. */
  private AppliedPlacements placements;

  /** Ranges that are moved by hand; null if none is. */
  private MovedRanges migrations;

  /** Tables that are made of others; null if there are none. */
  private CopiedTables copies;

  /** Rights that come and go; null if there are none. */
  private ComingGrants grants;

  /** Kills around appends; null if there are none. */
  private KillPoints kills;

  /**
   * Those that the settings ask for.
   *
   * @param visited the schemes that it changes to; none if it does not change
   * @param tables those of the workloads
   */
  Disturbances(
      Surroundings surroundings,
      List<SiteMachine> sites,
      List<RouterMachine> routers,
      List<ClientMachine> clients,
      Elasticity.SiteMaker newSites,
      List<SchemeSpec> visited,
      Supplier<List<String>> tables) {
    this.surroundings = surroundings;
    this.sites = sites;
    this.routers = routers;
    this.client = clients.get(0);
    this.nemesis = new Nemesis(surroundings, sites, routers, clients);
    this.elasticity = new Elasticity(surroundings, sites, client, newSites);
    this.schemes = visited.isEmpty() ? null : new SchemeChanges(surroundings, client, visited);
    this.replicas =
        surroundings.settings().fullSites() == 0
            ? null
            : new AddedReplicas(surroundings, sites, client, tables.get());
  }

  /** Placements are applied and taken back, too. */
  void applyPlacements(int tables) {
    placements = new AppliedPlacements(surroundings, client, tables);
  }

  /** Ranges of these tables are moved by hand, too. */
  void moveRanges(List<String> tables) {
    migrations = new MovedRanges(surroundings, client, tables);
  }

  /**
   * Sites lose their disks, too, unless sites come and go: one that leaves counts on what those
   * that stay have kept.
   */
  void loseDisks() {
    if (surroundings.settings().elasticGapUs() == 0) {
      nemesis.loseDisks();
    }
  }

  /** Tables are made of this one and dropped, too. */
  void copyTables(String source) {
    copies = new CopiedTables(surroundings, client, source);
  }

  /** Rights of the user of these clients come and go, too. */
  void grantRights(List<ClientMachine> clerks, Call read) {
    grants = new ComingGrants(surroundings, client, clerks, read);
  }

  /** Processes are killed around appends, too. */
  KillPoints killAtPoints() {
    kills = new KillPoints(surroundings, sites, routers);
    return kills;
  }

  void start() {
    // Clumps move by migrations, too.
    boolean areMigrations =
        migrations != null || surroundings.settings().scheme().has(Trait.MOVES_CLUMPS);
    if (placements != null && areMigrations) {
      placements.expectChanges();
    }
    nemesis.start();
    elasticity.start();
    if (schemes != null) {
      schemes.start();
    }
    if (replicas != null) {
      replicas.start();
    }
    if (placements != null) {
      placements.start();
    }
    if (migrations != null) {
      migrations.start();
    }
    if (copies != null) {
      copies.start();
    }
    if (grants != null) {
      grants.start();
    }
  }

  void stop() {
    nemesis.stop();
    if (kills != null) {
      kills.stop();
    }
    elasticity.stop();
    if (schemes != null) {
      schemes.stop();
    }
    if (replicas != null) {
      replicas.stop();
    }
    if (placements != null) {
      placements.stop();
    }
    if (migrations != null) {
      migrations.stop();
    }
    if (copies != null) {
      copies.stop();
    }
    if (grants != null) {
      grants.stop();
    }
  }

  /** Whether all that was begun has come to its end. */
  boolean isIdle() {
    return elasticity.isIdle()
        && (schemes == null || schemes.isIdle())
        && (replicas == null || replicas.isIdle())
        && (placements == null || placements.isIdle())
        && (migrations == null || migrations.isIdle())
        && (copies == null || copies.isIdle())
        && (grants == null || grants.isIdle());
  }

  /** How much was broken. */
  int faults() {
    return nemesis.faults() + (kills == null ? 0 : kills.met().size());
  }

  /** How often the cluster was changed. */
  int changes() {
    return elasticity.changes()
        + (schemes == null ? 0 : schemes.changes())
        + (replicas == null ? 0 : replicas.changes())
        + (placements == null ? 0 : placements.changes())
        + (migrations == null ? 0 : migrations.changes())
        + (copies == null ? 0 : copies.changes())
        + (grants == null ? 0 : grants.changes());
  }

  /**
   * The cluster is under the scheme that was acknowledged last, whichever part was lost meanwhile.
   */
  void judge(SqlSessions.Patience patience, List<String> problems) {
    if (copies != null) {
      problems.addAll(copies.problems());
    }
    if (grants != null) {
      problems.addAll(grants.problems());
    }
    if (schemes == null) {
      return;
    }
    problems.addAll(schemes.problems());
    boolean[] isKnown = {false};
    client
        .core()
        .changeScheme(
            "",
            true,
            outcome -> {
              isKnown[0] = true;
              checkScheme(outcome, problems);
            });
    patience.await(() -> isKnown[0], "nobody said which scheme is in force");
  }

  private void checkScheme(CallOutcome outcome, List<String> problems) {
    String scheme = "\"scheme\":\"" + schemes.expected() + "\"";
    if (!outcome.isCommitted() || !outcome.result().toString().contains(scheme)) {
      problems.add("scheme " + schemes.expected() + " was acknowledged last, but: " + outcome);
    }
  }
}
