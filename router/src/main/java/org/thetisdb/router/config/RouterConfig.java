package org.thetisdb.router.config;

import java.util.Locale;
import org.thetisdb.core.config.BasicSettings;
import org.thetisdb.core.config.BasicSettings.SnapshotMode;
import org.thetisdb.core.config.BasicSettings.StorePlacement;
import org.thetisdb.core.config.LogSettings;
import org.thetisdb.core.config.NetworkSettings;
import org.thetisdb.core.config.ProcedureSettings;
import org.thetisdb.core.config.RouterSettings;
import org.thetisdb.core.config.SchemeSettings;
import org.thetisdb.core.config.SchemeSettings.EpochIsolation;
import org.thetisdb.core.config.SchemeSettings.Reordering;
import org.thetisdb.core.config.Settings;
import org.thetisdb.core.config.StrategySettings;
import org.thetisdb.core.config.StrategySettings.Strategy;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.id.Address;
import org.thetisdb.core.id.Stamp;
import org.thetisdb.core.scheme.SchemeSpec;
import org.thetisdb.core.scheme.SchemeSpec.Layout;
import org.thetisdb.core.scheme.Trait;
import org.thetisdb.replication.membership.ClusterSettings;
import org.thetisdb.replication.membership.ClusterSettings.FirstMaster;
import org.thetisdb.router.readmostly.ReadMostlyConfig;
import org.thetisdb.router.routing.SamplingConfig;
import org.thetisdb.router.routing.StrategyConfig;
import org.thetisdb.router.schism.StaticPlacement;

/**
 * What a router has to know at its start.
 *
 * @param cluster settings of a cluster that is new; those of one that exists win
 * @param listen where clients connect; port 0 takes any free port
 * @param scheme how transactions are placed, routed and committed in a cluster that is new; that of
 *     one that exists wins
 * @param durability for people: what an acknowledgement means
 * @param strategy how DynaMast decides what moves
 * @param sampling how much of the workload is remembered
 * @param cutIntervalUs the least time between two cuts for a site that no call needs
 * @param phases how phases go, under a scheme that has such
 * @param epochs how epochs go, under a scheme that has such
 * @param readMostly when each site reads its own copy of a table, under a scheme that has such
 * @param control what fragments do over undecided rows, under a scheme that has such
 * @param copies of each table that a cluster keeps by itself, if some sites hold only a part of the
 *     rows; 0 for what there is
 * @param rebalance when load is spread over the sites, where masters are fixed
 * @param pulls how ranges are pulled that move by squall
 * @param limits bounds on what waits
 * @param uploads who may upload jars
 * @param logins who has to log in
 */
public record RouterConfig(
    ClusterSettings cluster,
    Address listen,
    SchemeSpec scheme,
    String durability,
    StrategyConfig strategy,
    SamplingConfig sampling,
    int cutIntervalUs,
    int mostRanges,
    PhaseConfig phases,
    EpochConfig epochs,
    ReadMostlyConfig readMostly,
    ControlConfig control,
    int copies,
    RebalanceConfig rebalance,
    PullConfig pulls,
    RouterLimits limits,
    UploadRights uploads,
    LoginConfig logins) {
  /** Keys in a cell of the grid where nobody asked for another one, as DynaMast's paper has it. */
  private static final int KEYS_OF_CELL = 100;

  /** The configuration that the settings describe, with no placement but the grid's. */
  public static RouterConfig from(Settings settings) {
    return from(settings, null);
  }

  /**
   * The configuration that the settings describe.
   *
   * @param placed which site masters what at first, if masters are fixed; null for what the grid
   *     says
   * @throws org.thetisdb.core.error.ThetisException BAD_SETTING if there are fewer sites
   */
  public static RouterConfig from(Settings settings, StaticPlacement placed) {
    ClusterSettings cluster = placed == null ? clusterOf(settings) : placed.in(clusterOf(settings));
    return new RouterConfig(
        cluster,
        new Address(
            settings.get(NetworkSettings.LISTEN_HOST), settings.get(NetworkSettings.LISTEN_PORT)),
        settings.get(BasicSettings.SCHEME),
        lowerCase(settings.get(LogSettings.LOG_DURABILITY)),
        StrategyConfig.from(settings),
        SamplingConfig.from(settings),
        settings.get(RouterSettings.ROUTER_CUT_INTERVAL_US),
        settings.get(BasicSettings.PARTITION_MOST_RANGES),
        new PhaseConfig(settings.get(SchemeSettings.STAR_ITERATION_MS) * 1000),
        new EpochConfig(
            settings.get(SchemeSettings.EPOCH_MS) * 1000,
            cluster.snapshotBatches(),
            batches(settings),
            EpochConfig.Shares.DEFAULT),
        ReadMostlyConfig.resting(settings.get(SchemeSettings.READ_MOSTLY_REST_MS) * 1000L),
        ControlConfig.of(settings.get(SchemeSettings.DTXN_CONTROL)),
        settings.get(BasicSettings.REPLICAS_COPIES),
        RebalanceConfig.from(settings),
        PullConfig.from(settings),
        RouterLimits.DEFAULT.withLeaderSilenceMs(
            settings.get(RouterSettings.ROUTER_LEADER_SILENCE_MS)),
        new UploadRights(
            settings.get(ProcedureSettings.UPLOAD_ALLOWED),
            settings.get(ProcedureSettings.UPLOAD_TOKEN),
            settings.get(ProcedureSettings.PROCEDURE_JAR_LIMIT_BYTES),
            UploadRights.allJarsBytes(settings.get(NetworkSettings.FRAME_LIMIT_BYTES))),
        LoginConfig.from(settings));
  }

  /** This configuration with the settings, and the scheme, of the cluster that exists. */
  public RouterConfig withCluster(ClusterSettings existing, SchemeSpec made) {
    return new RouterConfig(
        existing,
        listen,
        made,
        durability,
        strategy,
        sampling,
        cutIntervalUs,
        mostRanges,
        phases,
        epochs.withSnapshots(existing.snapshotBatches()),
        readMostly,
        control,
        copies,
        rebalance,
        pulls,
        limits,
        uploads,
        logins);
  }

  /** A batch over sites has so many calls for each of them. */
  private static EpochConfig.Batches batches(Settings settings) {
    return new EpochConfig.Batches(
        settings.get(SchemeSettings.BATCH_CALLS) * settings.get(BasicSettings.CLUSTER_SITES),
        settings.get(SchemeSettings.BATCH_WAIT_US),
        settings.get(SchemeSettings.BATCH_REORDERING) == Reordering.ON,
        settings.get(SchemeSettings.BATCH_FALLBACK));
  }

  private static ClusterSettings clusterOf(Settings settings) {
    FirstMaster firstMaster =
        settings.get(BasicSettings.SCHEME).has(Trait.ONE_MASTER)
            ? FirstMaster.FIRST_SITE
            : FirstMaster.SCATTERED;
    return new ClusterSettings(
            settings.get(BasicSettings.CLUSTER_NAME),
            lanes(settings),
            partitionKeys(settings),
            firstMaster)
        .withScheme(settings.get(BasicSettings.SCHEME).name())
        .withFullSites(fullSites(settings))
        .withPlainVectors(settings.get(BasicSettings.SNAPSHOT_MODE) == SnapshotMode.VECTOR)
        .withSnapshotBatches(
            settings.get(SchemeSettings.EPOCH_ISOLATION) == EpochIsolation.SNAPSHOT);
  }

  /** Each lane of a site is one among the sites of a cluster. */
  private static int lanes(Settings settings) {
    int sites = settings.get(BasicSettings.CLUSTER_SITES);
    int each = settings.get(BasicSettings.SITE_LANES);
    if (sites * each > Stamp.MAX_SITE) {
      throw new ThetisException(
          ErrorCode.BAD_SETTING,
          BasicSettings.SITE_LANES.name(),
          each,
          "with %d sites that is more than %d in all".formatted(sites, Stamp.MAX_SITE));
    }
    return sites * each;
  }

  /** Other schemes read everywhere, or move mastership to any site without rows. */
  private static int fullSites(Settings settings) {
    int wanted = settings.get(BasicSettings.REPLICAS_FULL_SITES);
    SchemeSpec scheme = settings.get(BasicSettings.SCHEME);
    if (wanted > 0 && !scheme.livesOn(Layout.PARTIAL)) {
      throw badFullSites(wanted, "under scheme " + scheme + " every site holds every row");
    }
    if (wanted == BasicSettings.NO_FULL_SITE) {
      if (!scheme.livesOn(Layout.WITHOUT_FULL_SITE)) {
        throw badFullSites("none", "under scheme " + scheme + " at least one site holds every row");
      }
      if (settings.get(BasicSettings.REPLICAS_COPIES) > 0) {
        throw badFullSites(
            "none", "replicas.copies needs a site that holds every row; add replicas by hand");
      }
    }
    return wanted;
  }

  private static ThetisException badFullSites(Object value, String why) {
    return new ThetisException(
        ErrorCode.BAD_SETTING, BasicSettings.REPLICAS_FULL_SITES.name(), value, why);
  }

  /**
   * What knows no borders gets a grid: a table of one range could only be moved as a whole. A
   * grid's cells are dealt out in turn, so cells of one value are as good as a hash.
   */
  private static int partitionKeys(Settings settings) {
    SchemeSpec scheme = settings.get(BasicSettings.SCHEME);
    int keys = settings.get(BasicSettings.PARTITION_KEYS);
    if (scheme.has(Trait.READS_AT_MASTERS)
        && settings.get(BasicSettings.PARTITION_STORE_PLACEMENT) == StorePlacement.HASH) {
      return 1;
    }
    // What a site holds, if that is not every row, are cells of a grid.
    if (scheme.has(Trait.HAS_GRID) || settings.get(BasicSettings.REPLICAS_FULL_SITES) != 0) {
      return keys > 0 ? keys : KEYS_OF_CELL;
    }
    if (keys != BasicSettings.PARTITION_KEYS_AUTO) {
      return keys;
    }
    return scheme.has(Trait.LEARNS_PLACEMENT) ? keysOf(settings.get(StrategySettings.STRATEGY)) : 0;
  }

  private static int keysOf(Strategy strategy) {
    return strategy == Strategy.AUTO ? 0 : KEYS_OF_CELL;
  }

  /** The strategy's name as people write it. */
  public String strategyName() {
    return lowerCase(strategy.strategy()).replace('_', '-');
  }

  private static String lowerCase(Enum<?> choice) {
    return choice.name().toLowerCase(Locale.ROOT);
  }
}
