package org.thetisdb.simulation.cluster;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import org.thetisdb.core.id.PartitionId;
import org.thetisdb.core.net.Connection;
import org.thetisdb.core.placement.PlacedRanges;
import org.thetisdb.core.placement.PlacedRanges.PlacedRange;
import org.thetisdb.core.scheme.Trait;
import org.thetisdb.core.wire.Message;
import org.thetisdb.replication.membership.ClusterSettings;
import org.thetisdb.replication.membership.FirstMasters;
import org.thetisdb.simulation.Families;
import org.thetisdb.simulation.SimulatedLog;
import org.thetisdb.simulation.SimulatedMembership;
import org.thetisdb.simulation.SimulatedNetwork;
import org.thetisdb.simulation.SimulatedProcess;
import org.thetisdb.simulation.World;
import org.thetisdb.simulation.cluster.judge.LogJudge;
import org.thetisdb.simulation.cluster.judge.LogStreamJudge;
import org.thetisdb.simulation.cluster.judge.NameJudge;
import org.thetisdb.simulation.cluster.judge.ReleaseJudge;
import org.thetisdb.simulation.cluster.judge.VectorJudge;

/** What all processes of one simulated cluster share. */
final class Surroundings {
  private static final int PLACED_TABLES = 8;
  private static final int PLACED_PARTITIONS = 24;

  private final World world;
  private final SimulationSettings settings;
  private final Families families;
  private final ClusterSettings cluster;
  private final SimulatedNetwork network;
  private final SimulatedLog log;
  private final SimulatedMembership membership;
  private final LogJudge logJudge;
  private final VectorJudge vectorJudge;
  private final ReleaseJudge releaseJudge;
  private final LogStreamJudge logStreamJudge;
  private final NameJudge nameJudge = new NameJudge();
  private final Consumer<String> tracer;
  private final List<SimulatedProcess> processes = new ArrayList<>();

  /** A cluster with the schemes that are shipped. */
  Surroundings(World world, SimulationSettings settings, Consumer<String> tracer) {
    this(world, settings, Families.SHIPPED, tracer);
  }

  Surroundings(
      World world, SimulationSettings settings, Families families, Consumer<String> tracer) {
    this.world = world;
    this.families = families;
    this.settings = settings;
    this.tracer = tracer;
    this.cluster =
        new ClusterSettings(
                "simulated", settings.sites(), settings.partitionKeys(), settings.firstMaster())
            .withPlaced(placed(settings))
            .withFullSites(settings.fullSites())
            .withSnapshotBatches(settings.snapshotEpochs());
    this.network =
        new SimulatedNetwork(world, settings.fastestMessageUs(), settings.slowestMessageUs());
    this.log = new SimulatedLog(world, settings.appendUs());
    if (settings.logStreams()) {
      log.removeLate();
    }
    this.membership = new SimulatedMembership(world, settings.leaseUs());
    membership.reachedOver(network);
    this.logJudge = new LogJudge(cluster);
    this.vectorJudge = new VectorJudge(logJudge);
    this.releaseJudge = new ReleaseJudge(logJudge);
    this.logStreamJudge = new LogStreamJudge(log);
    log.watch(logJudge::onEntry);
    network.watch(
        new SimulatedNetwork.Watcher() {
          @Override
          public void onSent(String from, Connection connection, Message message) {
            vectorJudge.onSent(from, connection, message);
            releaseJudge.onSent(from, message);
            logStreamJudge.onSent(from, message);
          }

          @Override
          public void onClosed(Connection connection) {
            vectorJudge.onClosed(connection);
          }
        });
  }

  World world() {
    return world;
  }

  SimulationSettings settings() {
    return settings;
  }

  Families families() {
    return families;
  }

  ClusterSettings cluster() {
    return cluster;
  }

  SimulatedNetwork network() {
    return network;
  }

  SimulatedLog log() {
    return log;
  }

  SimulatedMembership membership() {
    return membership;
  }

  NameJudge names() {
    return nameJudge;
  }

  void watch(SimulatedProcess process) {
    processes.add(process);
  }

  /** What escaped from the engine in any process, and what no log and no message may hold. */
  List<String> faults() {
    List<String> faults = new ArrayList<>(logJudge.problems());
    faults.addAll(vectorJudge.problems());
    faults.addAll(releaseJudge.problems());
    faults.addAll(logStreamJudge.problems());
    faults.addAll(nameJudge.problems());
    for (SimulatedProcess process : processes) {
      if (process.fault() != null) {
        faults.add(process.name() + " met an unexpected fault: " + describe(process.fault()));
      }
    }
    return faults;
  }

  /**
   * Where a placement was read: neighbours in threes, beginning at the last site; then the grid.
   */
  private static PlacedRanges placed(SimulationSettings settings) {
    if (!settings.scheme().has(Trait.NEEDS_PLACEMENT)) {
      return PlacedRanges.NONE;
    }
    List<PlacedRange> ranges = new ArrayList<>();
    int first = FirstMasters.FIRST_USER_TABLE;
    for (int table = first; table < first + PLACED_TABLES; table++) {
      for (int index = 0; index < PLACED_PARTITIONS; index += 3) {
        int site = settings.sites() - (table + index) % settings.sites();
        ranges.add(
            new PlacedRange(PartitionId.of(table, index), PartitionId.of(table, index + 2), site));
      }
    }
    return PlacedRanges.of(ranges);
  }

  private static String describe(Throwable fault) {
    StringBuilder text = new StringBuilder(fault.toString());
    StackTraceElement[] frames = fault.getStackTrace();
    for (int i = 0; i < Math.min(8, frames.length); i++) {
      text.append("\n    at ").append(frames[i]);
    }
    return text.toString();
  }

  void trace(String format, Object... arguments) {
    tracer.accept(
        String.format(Locale.ROOT, "%,12d us  ", world.nowUs())
            + String.format(Locale.ROOT, format, arguments));
  }
}
