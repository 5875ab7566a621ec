package org.thetisdb.replication.embedded;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import kafka.server.BrokerServer;
import kafka.server.ControllerServer;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import kafka.server.Server;
import kafka.server.SharedServer;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.metadata.bootstrap.BootstrapMetadata;
import org.apache.kafka.metadata.properties.MetaPropertiesEnsemble;
import org.apache.kafka.metadata.storage.Formatter;
import org.apache.kafka.server.common.Feature;
import org.slf4j.LoggerFactory;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.id.Address;
import org.thetisdb.replication.log.kafka.LocalBroker;
import scala.Tuple2;

/**
 * A Kafka broker that is its own controller, inside this process.
 *
 * <p>It is put together from the same parts as Kafka's own {@code KafkaRaftServer}, which hides the
 * ports it was given and how faults end the process; both are ours here (see {@link BoundSockets}
 * and {@link KafkaFaults}).
 *
 * <p>The data directory survives the death of the process, and a later start with other ports: an
 * acknowledged entry has been handed to the operating system. Against the loss of power a log needs
 * {@code flush.messages=1}.
 *
 * <p>Starting and closing block for seconds. Thread-safe.
 */
public final class EmbeddedKafka implements AutoCloseable {
  private static final String WHAT = "Kafka";

  /** How long a broker may take to hand over what it leads, which it does within milliseconds. */
  private static final Duration LONGEST_STOP = Duration.ofSeconds(5);

  private final Address address;
  private final ControllerServer controller;
  private final BrokerServer broker;
  private final BoundSockets sockets;

  private EmbeddedKafka(
      Address address, ControllerServer controller, BrokerServer broker, BoundSockets sockets) {
    this.address = address;
    this.controller = controller;
    this.broker = broker;
    this.sockets = sockets;
  }

  /** As {@link #start(Path, Address, Consumer)}; a fault that stops the broker is only logged. */
  public static EmbeddedKafka start(Path dataDir, Address bind) {
    return start(dataDir, bind, text -> {});
  }

  /**
   * Starts a broker and returns when it can serve.
   *
   * @param dataDir belongs to this broker alone; made if it is not there
   * @param bind where clients come in; port 0 means any free one
   * @param onFault hears, on a thread of Kafka, that the broker cannot go on; the process lives on
   * @throws ThetisException PORT_IN_USE or START_FAILED
   */
  public static EmbeddedKafka start(Path dataDir, Address bind, Consumer<String> onFault) {
    return start(dataDir, bind, onFault, null);
  }

  /** The same; with a secret, clients that do not show it are sent away. */
  static EmbeddedKafka start(
      Path dataDir, Address bind, Consumer<String> onFault, ServiceSecret secret) {
    KafkaFaults.listen(onFault);
    BoundSockets sockets = new BoundSockets();
    EmbeddedKafka kafka = null;
    try {
      kafka = assemble(dataDir, bind, sockets, secret);
      kafka.controller.startup();
      kafka.broker.startup();
      return kafka;
    } catch (Exception e) {
      StartFailure.closeQuietly(kafka == null ? sockets : kafka);
      throw StartFailure.of(WHAT, e);
    }
  }

  private static EmbeddedKafka assemble(
      Path dataDir, Address bind, BoundSockets sockets, ServiceSecret secret) throws Exception {
    Address clients = new Address(bind.host(), sockets.bind(BrokerSettings.CLIENTS, bind));
    Address any = new Address(bind.host(), 0);
    Address controller = new Address(bind.host(), sockets.bind(BrokerSettings.CONTROLLER, any));
    format(dataDir);
    Properties settings = BrokerSettings.of(dataDir, clients, controller, secret);
    SharedParts parts = SharedParts.of(settings, sockets);
    ControllerServer controllerServer =
        new ControllerServer(parts.shared, KafkaRaftServer.configSchema(), parts.bootstrap);
    return new EmbeddedKafka(clients, controllerServer, new BrokerServer(parts.shared), sockets);
  }

  /** Gives a new directory its identity; leaves one that has been used as it is. */
  private static void format(Path dataDir) throws Exception {
    Files.createDirectories(dataDir);
    if (Files.exists(dataDir.resolve("meta.properties"))) {
      return;
    }
    new Formatter()
        .setSupportedFeatures(Feature.PRODUCTION_FEATURES)
        .setPrintStream(
            new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8))
        .setNodeId(BrokerSettings.NODE)
        .setClusterId(Uuid.randomUuid().toString())
        .addDirectory(dataDir.toString())
        .setMetadataLogDirectory(dataDir.toString())
        .setControllerListenerName(BrokerSettings.CONTROLLER)
        .setIgnoreFormatted(true)
        .run();
  }

  /** Where clients reach the broker. */
  public Address address() {
    return address;
  }

  /** The broker's logs, without a socket; of use while the broker is. */
  public LocalBroker local() {
    return new BrokerFiles(broker.replicaManager());
  }

  /**
   * Stops the broker, then its controller. What was acknowledged stays in the data directory. One
   * that could not go on is not waited for long: its controller may be gone, which would let it go.
   */
  @Override
  public void close() {
    StartFailure.closeQuietly(() -> broker.shutdown(LONGEST_STOP));
    StartFailure.closeQuietly(controller::shutdown);
    StartFailure.closeQuietly(sockets);
  }

  /** What broker and controller share. */
  private record SharedParts(SharedServer shared, BootstrapMetadata bootstrap) {
    static SharedParts of(Properties settings, BoundSockets sockets) throws IOException {
      KafkaConfig config = KafkaConfig.fromProps(settings, false);
      Tuple2<MetaPropertiesEnsemble, BootstrapMetadata> dirs =
          KafkaRaftServer.initializeLogDirs(
              config, LoggerFactory.getLogger(KafkaRaftServer.class), "[embedded] ");
      MetaPropertiesEnsemble properties = dirs._1();
      Map<Integer, InetSocketAddress> voters =
          org.apache.kafka.raft.QuorumConfig.parseVoterConnections(config.quorumConfig().voters());
      SharedServer shared =
          new SharedServer(
              config,
              properties,
              Time.SYSTEM,
              Server.initializeMetrics(config, Time.SYSTEM, properties.clusterId().orElseThrow()),
              CompletableFuture.completedFuture(voters),
              List.of(),
              KafkaFaults::handler,
              sockets);
      return new SharedParts(shared, dirs._2());
    }
  }
}
