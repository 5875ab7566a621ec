package org.thetisdb.simulation.cluster;

import java.util.random.RandomGenerator;
import org.thetisdb.core.config.LoginSettings.LoginPolicy;
import org.thetisdb.core.config.ProcedureSettings.UploadPolicy;
import org.thetisdb.core.id.Address;
import org.thetisdb.core.metrics.Metrics;
import org.thetisdb.core.time.Clock;
import org.thetisdb.router.catalog.JarLoader;
import org.thetisdb.router.config.EpochConfig;
import org.thetisdb.router.config.LoginConfig;
import org.thetisdb.router.config.PullConfig;
import org.thetisdb.router.config.RebalanceConfig;
import org.thetisdb.router.config.RouterConfig;
import org.thetisdb.router.config.RouterLimits;
import org.thetisdb.router.config.UploadRights;
import org.thetisdb.router.config.UserLimits;
import org.thetisdb.router.engine.Router;
import org.thetisdb.router.engine.RouterListener;
import org.thetisdb.router.engine.RouterPorts;
import org.thetisdb.router.routing.ClusterView;
import org.thetisdb.router.routing.Placement;
import org.thetisdb.router.routing.SamplingConfig;
import org.thetisdb.router.routing.StrategyConfig;
import org.thetisdb.router.routing.reshape.LoadReshaping;
import org.thetisdb.router.routing.reshape.ReshapePolicy;
import org.thetisdb.server.state.BatchConfig;
import org.thetisdb.simulation.SimulatedProcess;
import org.thetisdb.simulation.cluster.trouble.RandomReshaping;
import org.thetisdb.sql.call.SqlServices;

/** Where one router lives. It always has the same address. */
final class RouterMachine extends Machine {
  private static final int FIRST_PORT = 7_000;
  private static final int JAR_BYTES = 1 << 20;
  private static final int MOST_RANGES = 200;

  /** So small that a range is several chunks. */
  private static final PullConfig PULLS = new PullConfig(2_048, 30_000, 3);

  private final int id;
  private final JarLoader jars;
  private final long taskUs;
  private int servedEpoch;
  private Metrics metrics;

  RouterMachine(Surroundings surroundings, int id, JarLoader jars) {
    this(surroundings, id, jars, 0);
  }

  /** A router that each message, and each other task, keeps busy for so long. */
  RouterMachine(Surroundings surroundings, int id, JarLoader jars, long taskUs) {
    super(surroundings, "router-" + id);
    this.id = id;
    this.jars = jars;
    this.taskUs = taskUs;
  }

  Address address() {
    return new Address("127.0.0.1", FIRST_PORT + id);
  }

  /** The last epoch in which it has served; 0 if there was none. */
  int servedEpoch() {
    return servedEpoch;
  }

  /** How many calls its last process has taken to sites without leading. */
  long readAtSites() {
    return metrics.values().get("router.read_at_sites").longValue();
  }

  @Override
  void begin(SimulatedProcess process) {
    RouterPorts ports =
        new RouterPorts(
                surroundings().network().transport(process),
                line(process, taskUs),
                surroundings().world().newRandom(),
                surroundings().membership().of(process),
                jars,
                SqlServices.ofRouter(process.newLine()),
                this::reshaping)
            .withSchemes(surroundings().families().atRouters());
    Router router =
        Router.start(
            config(),
            ports,
            new RouterListener() {
              @Override
              public void onServing(int epoch) {
                servedEpoch = epoch;
                surroundings().trace("%s serves in epoch %d", name(), epoch);
              }
            });
    metrics = new Metrics("router");
    router.register(metrics);
  }

  private ReshapePolicy reshaping(
      Placement placement,
      ClusterView view,
      ReshapePolicy.KeyPrefixes keys,
      Clock clock,
      int mostRanges,
      RandomGenerator random) {
    return surroundings().settings().randomBorders()
        ? new RandomReshaping(placement, view, keys, mostRanges, random)
        : new LoadReshaping(placement, view, keys, clock, mostRanges, random);
  }

  private static EpochConfig.Batches batches(SimulationSettings settings) {
    BatchConfig ofSites = settings.batches();
    return new EpochConfig.Batches(
        ofSites.mostCalls(), ofSites.waitUs(), ofSites.reordering(), ofSites.fallback());
  }

  private RouterConfig config() {
    SimulationSettings settings = surroundings().settings();
    RouterLimits limits = RouterLimits.DEFAULT;
    return new RouterConfig(
        surroundings().cluster(),
        address(),
        settings.scheme(),
        "process",
        StrategyConfig.from(settings.strategy()),
        SamplingConfig.from(settings.strategy()),
        settings.cutIntervalUs(),
        MOST_RANGES,
        settings.phases(),
        new EpochConfig(
            settings.epochUs(),
            settings.snapshotEpochs(),
            batches(settings),
            settings.epochCoordinatorShares()),
        settings.readMostly(),
        settings.control(),
        settings.copies(),
        RebalanceConfig.from(settings.strategy()),
        PULLS,
        new RouterLimits(
            limits.callsPerConnection(),
            limits.callsInAll(),
            limits.uploadsWaiting(),
            limits.reroutes(),
            limits.longestTimeoutMs(),
            limits.answerGraceMs(),
            settings.sitesWaitMs(),
            settings.siteLostMs(),
            limits.planMs(),
            limits.leaderSilenceMs(),
            limits.temporaryTablesMs()),
        new UploadRights(UploadPolicy.LOOPBACK, "", JAR_BYTES),
        new LoginConfig(LoginPolicy.AUTO, false, UserLimits.DEFAULT));
  }
}
