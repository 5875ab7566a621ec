package org.thetisdb.cluster;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.thetisdb.core.config.BasicSettings;
import org.thetisdb.core.config.LogSettings;
import org.thetisdb.core.config.MigrationSettings;
import org.thetisdb.core.config.NetworkSettings;
import org.thetisdb.core.config.NetworkSettings.InProcess;
import org.thetisdb.core.config.NetworkSettings.LogStreams;
import org.thetisdb.core.config.ProcedureSettings;
import org.thetisdb.core.config.RouterSettings;
import org.thetisdb.core.config.SchemeSettings;
import org.thetisdb.core.config.SchemeSettings.Pieces;
import org.thetisdb.core.config.SchemeSettings.Reordering;
import org.thetisdb.core.config.SecretProperties;
import org.thetisdb.core.config.ServiceSettings;
import org.thetisdb.core.config.Settings;
import org.thetisdb.core.config.SiteSettings;
import org.thetisdb.core.config.SiteSettings.StoreEngine;
import org.thetisdb.core.id.Address;
import org.thetisdb.core.net.Transport;
import org.thetisdb.core.net.inprocess.InProcessNetwork;
import org.thetisdb.core.net.netty.NettyTransport;
import org.thetisdb.core.net.socket.TransportOptions;
import org.thetisdb.core.time.SystemClock;
import org.thetisdb.migration.CopyLimits;
import org.thetisdb.procedures.runtime.JarLimits;
import org.thetisdb.procedures.runtime.ProcedureJar;
import org.thetisdb.replication.log.CommitLog;
import org.thetisdb.replication.log.DelayedCommitLog;
import org.thetisdb.replication.log.kafka.Durability;
import org.thetisdb.replication.log.kafka.KafkaCommitLog;
import org.thetisdb.replication.log.kafka.KafkaLogSettings;
import org.thetisdb.replication.log.kafka.LocalBroker;
import org.thetisdb.replication.membership.Membership;
import org.thetisdb.replication.membership.zookeeper.ZooKeeperMembership;
import org.thetisdb.replication.membership.zookeeper.ZooKeeperSettings;
import org.thetisdb.server.checkpoint.DirectoryCheckpoints;
import org.thetisdb.server.disk.DiskSpace;
import org.thetisdb.server.remastering.Releases;
import org.thetisdb.server.site.SiteConfig;
import org.thetisdb.server.state.BackgroundConfig;
import org.thetisdb.server.state.BatchConfig;
import org.thetisdb.sql.call.CompiledTexts;
import org.thetisdb.store.StoreConfig;
import org.thetisdb.store.engine.StoreEngines;

/** Makes the parts of a site or a router out of settings. */
public final class Nodes {
  private static final long MIB = 1 << 20;
  private static final int CONNECT_TIMEOUT_MS = 10_000;
  private static final String CHECKPOINT_DIRECTORY = "checkpoints";

  private Nodes() {}

  /** Connections to Kafka, for the logs of the cluster that the settings name. */
  static CommitLog log(Settings settings) {
    return delayed(settings, new KafkaCommitLog(logSettings(settings)));
  }

  private static CommitLog delayed(Settings settings, CommitLog log) {
    int delayUs = settings.get(LogSettings.LOG_APPEND_DELAY_US);
    return delayUs == 0 ? log : new DelayedCommitLog(log, delayUs);
  }

  /** Logs in a broker of this process, over sockets if the settings want them there, too. */
  static CommitLog log(Settings settings, LocalBroker broker) {
    return settings.get(NetworkSettings.NET_IN_PROCESS) == InProcess.DIRECT
        ? delayed(settings, new KafkaCommitLog(logSettings(settings), broker))
        : log(settings);
  }

  private static KafkaLogSettings logSettings(Settings settings) {
    Durability durability =
        Durability.valueOf(
            settings.get(LogSettings.LOG_DURABILITY).name().toUpperCase(Locale.ROOT));
    return KafkaLogSettings.of(
            settings.get(ServiceSettings.KAFKA_ADDRESS),
            settings.get(BasicSettings.CLUSTER_NAME),
            durability)
        .withSecurity(
            SecretProperties.of(
                settings, ServiceSettings.KAFKA_SECURITY_FILE, KafkaLogSettings::isForSecurity));
  }

  /**
   * How much may wait for the log: not so much that with one more transaction, one more jar, or the
   * rows of one more release, it is longer than an entry of the log.
   */
  private static int unacknowledgedBytes(Settings settings, int writeSetBytes) {
    int jarBytes = settings.get(ProcedureSettings.PROCEDURE_JAR_LIMIT_BYTES);
    int largest = Math.max(Releases.MOST_BYTES, Math.max(writeSetBytes, jarBytes));
    int room = logSettings(settings).maxEntryBytes() - largest - (int) MIB;
    return Math.min(settings.get(LogSettings.LOG_UNACKNOWLEDGED_BYTES_LIMIT), Math.max(room, 0));
  }

  /** A session with ZooKeeper. */
  static Membership membership(Settings settings) {
    return new ZooKeeperMembership(
        new ZooKeeperSettings(
            settings.get(ServiceSettings.ZOOKEEPER_ADDRESS),
            "/thetis/" + settings.get(BasicSettings.CLUSTER_NAME),
            settings.get(ServiceSettings.MEMBERSHIP_SESSION_TIMEOUT_MS),
            CONNECT_TIMEOUT_MS,
            SecretProperties.of(
                settings,
                ServiceSettings.ZOOKEEPER_SECURITY_FILE,
                ZooKeeperSettings::isForSecurity)),
        SystemClock.INSTANCE);
  }

  /**
   * Sockets.
   *
   * @throws org.thetisdb.core.error.ThetisException TLS_FILE_UNUSABLE
   */
  static Transport transport(Settings settings) {
    return NodeSecurity.gate(settings, sockets(settings));
  }

  private static NettyTransport sockets(Settings settings) {
    return new NettyTransport(TransportOptions.of(settings).withTls(NodeSecurity.tls(settings)));
  }

  /**
   * Sockets, but direct ways to the neighbours unless the settings want sockets there, too. A link
   * that takes time has to be a socket.
   */
  static Transport transport(Settings settings, InProcessNetwork neighbours) {
    NettyTransport sockets = sockets(settings);
    boolean isDirect =
        settings.get(NetworkSettings.NET_IN_PROCESS) == InProcess.DIRECT
            && settings.get(NetworkSettings.NET_LINK_DELAY_US) == 0;
    return NodeSecurity.gate(
        settings,
        isDirect ? neighbours.transport(sockets, TransportOptions.of(settings)) : sockets);
  }

  /** A site that listens on {@code listen}. */
  static SiteConfig site(int site, Settings settings, Address listen) {
    SiteConfig defaults = SiteConfig.defaults(site, Placements.routerConfig(settings).cluster());
    // A result must fit a message, with room for what the message has beside it.
    int writeSetBytes =
        Math.min(defaults.writeSetBytes(), settings.get(NetworkSettings.FRAME_LIMIT_BYTES) / 2);
    return new SiteConfig(
        site,
        defaults.cluster(),
        listen,
        settings.get(LogSettings.LOG_APPEND_INTERVAL_US),
        settings.get(SchemeSettings.EPOCH_MS) * 1_000L,
        settings.get(LogSettings.LOG_DELTA_SAVING_BYTES),
        unacknowledgedBytes(settings, writeSetBytes),
        defaults.waitingRefreshBytes(),
        settings.get(RouterSettings.ROUTER_REPORT_INTERVAL_US),
        settings.get(SiteSettings.SITE_ADMISSION_LIMIT),
        settings.get(ProcedureSettings.PROCEDURE_LIMIT_MS),
        defaults.queryRows(),
        (long) settings.get(SiteSettings.QUERY_MEMORY_MIB) << 20,
        (long) settings.get(SiteSettings.QUERY_STATEMENT_MEMORY_MIB) << 20,
        writeSetBytes,
        defaults.sessionsRemembered(),
        defaults.outcomeBytes(),
        background(settings),
        batches(settings),
        false);
  }

  /** The same, which get the logs of others from these, if the settings want that. */
  static List<SiteConfig> withLogStreams(List<SiteConfig> lanes, Settings settings) {
    boolean wanted = settings.get(NetworkSettings.NET_LOG_STREAMS) == LogStreams.ON;
    return lanes.stream().map(lane -> lane.withLogStreams(wanted)).toList();
  }

  private static BackgroundConfig background(Settings settings) {
    return new BackgroundConfig(
        settings.get(SiteSettings.CHECKPOINT_INTERVAL_MS),
        settings.get(SiteSettings.CHECKPOINTS_KEPT),
        settings.get(SiteSettings.CHECKPOINT_LOAD_PERCENT),
        new CopyLimits(
            settings.get(MigrationSettings.MIGRATION_BYTES_PER_SECOND),
            settings.get(MigrationSettings.MIGRATION_LOAD_PERCENT)));
  }

  private static BatchConfig batches(Settings settings) {
    return new BatchConfig(
        settings.get(SchemeSettings.BATCH_CALLS),
        settings.get(SchemeSettings.BATCH_WAIT_US),
        settings.get(SchemeSettings.BATCH_REORDERING) == Reordering.ON,
        settings.get(SchemeSettings.BATCH_FALLBACK),
        false, // a setting of the cluster
        settings.get(SchemeSettings.BATCH_PIECES) == Pieces.ON);
  }

  /** Loads uploaded jars, within the limits of the settings. */
  public static JarLimits jarLimits(Settings settings) {
    return new JarLimits(
        settings.get(ProcedureSettings.PROCEDURE_JAR_LIMIT_BYTES),
        JarLimits.DEFAULT.unpackedBytes(),
        JarLimits.DEFAULT.entries());
  }

  /**
   * The lanes of a site, which are sites to the rest of the cluster.
   *
   * @param site its number among the sites, from 1
   * @param listen of its first lane; the others take the ports behind, or any
   */
  public static List<SiteConfig> lanes(int site, Settings settings, Address listen) {
    int each = settings.get(BasicSettings.SITE_LANES);
    List<SiteConfig> lanes = new ArrayList<>();
    for (int lane = 0; lane < each; lane++) {
      int port = listen.port() == 0 ? 0 : listen.port() + lane;
      lanes.add(site((site - 1) * each + lane + 1, settings, new Address(listen.host(), port)));
    }
    return lanes;
  }

  /** How much a site's rows may take, and how many versions are kept; none goes to disk. */
  public static StoreConfig store(int firstLane, Settings settings) {
    return StoreConfig.of(firstLane, settings.get(SiteSettings.STORE_MEMORY_MIB) * MIB)
        .withVersionsKept(settings.get(SiteSettings.STORE_VERSIONS));
  }

  /** A host for the lanes of a site, one of {@code sites} in this process. */
  static SiteHost host(
      List<SiteConfig> lanes,
      Settings settings,
      int sites,
      Transport transport,
      CommitLog log,
      Membership membership,
      DiskSpace disk,
      CompiledTexts texts) {
    StoreConfig store =
        store(lanes.get(0).site(), settings).withOverflow(StoreOverflow.of(settings, sites));
    StoreEngine engine = settings.get(SiteSettings.STORE_ENGINE);
    JarLimits jars = jarLimits(settings);
    return new SiteHost(
        lanes,
        () -> StoreEngines.open(engine, store),
        (name, version, jar) -> ProcedureJar.load(name, version, jar, jars),
        transport,
        log,
        membership,
        DirectoryCheckpoints.open(
            Path.of(settings.get(SiteSettings.DATA_DIR), CHECKPOINT_DIRECTORY)),
        disk,
        texts);
  }
}
