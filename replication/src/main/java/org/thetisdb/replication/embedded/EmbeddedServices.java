package org.thetisdb.replication.embedded;

import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.Consumer;
import org.thetisdb.core.config.ServiceSettings;
import org.thetisdb.core.config.Settings;
import org.thetisdb.core.id.Address;
import org.thetisdb.replication.log.kafka.LocalBroker;

/**
 * ZooKeeper and Kafka, started side by side, each on a thread of its own, since most of the time is
 * the loading of classes and the waiting for each other's ports and files.
 *
 * <p>Starting and closing block for seconds. Thread-safe.
 */
public final class EmbeddedServices implements AutoCloseable {
  private final EmbeddedZooKeeper zooKeeper;
  private final EmbeddedKafka kafka;
  private final LocalBroker localBroker;
  private final ServiceSecret secret;

  private EmbeddedServices(EmbeddedZooKeeper zooKeeper, EmbeddedKafka kafka, ServiceSecret secret) {
    this.secret = secret;
    this.zooKeeper = zooKeeper;
    this.kafka = kafka;
    this.localBroker = kafka.local();
  }

  /**
   * Starts both below {@code dataDir} on free ports of the loopback interface. They ask for a
   * password that only this user of the machine can read.
   *
   * @param onFault hears that the broker cannot go on
   * @throws org.thetisdb.core.error.ThetisException PORT_IN_USE or START_FAILED
   */
  public static EmbeddedServices start(Path dataDir, Consumer<String> onFault) {
    ServiceSecret secret = ServiceSecret.make(dataDir);
    FutureTask<EmbeddedZooKeeper> first =
        begin(
            "thetis-start-zookeeper",
            () ->
                EmbeddedZooKeeper.start(
                    dataDir.resolve("zookeeper"),
                    Address.ANY_LOOPBACK,
                    EmbeddedZooKeeper.DEFAULT_TICK_MS,
                    secret));
    EmbeddedKafka kafka = null;
    try {
      kafka = EmbeddedKafka.start(dataDir.resolve("kafka"), Address.ANY_LOOPBACK, onFault, secret);
      return new EmbeddedServices(await(first), kafka, secret);
    } catch (RuntimeException e) {
      closeAll(kafka, first);
      throw e;
    }
  }

  private static <T> FutureTask<T> begin(String name, Callable<T> work) {
    FutureTask<T> task = new FutureTask<>(work);
    new Thread(task, name).start();
    return task;
  }

  private static EmbeddedZooKeeper await(FutureTask<EmbeddedZooKeeper> task) {
    try {
      return task.get();
    } catch (ExecutionException e) {
      throw StartFailure.of("ZooKeeper", (Exception) e.getCause());
    } catch (InterruptedException e) {
      throw StartFailure.of("ZooKeeper", e);
    }
  }

  private static void closeAll(EmbeddedKafka kafka, FutureTask<EmbeddedZooKeeper> zooKeeper) {
    if (kafka != null) {
      kafka.close();
    }
    StartFailure.closeQuietly(() -> await(zooKeeper).close());
  }

  /** Where ZooKeeper is. */
  public Address zooKeeper() {
    return zooKeeper.address();
  }

  /** Where Kafka is. */
  public Address kafka() {
    return kafka.address();
  }

  /** These settings with where both are, and how to be let in. */
  public Settings reachedBy(Settings settings) {
    return settings
        .with(ServiceSettings.ZOOKEEPER_ADDRESS, zooKeeper().toString())
        .with(ServiceSettings.ZOOKEEPER_SECURITY_FILE, secret.zooKeeperFile().toString())
        .with(ServiceSettings.KAFKA_ADDRESS, kafka().toString())
        .with(ServiceSettings.KAFKA_SECURITY_FILE, secret.kafkaFile().toString());
  }

  /** Kafka's logs, without a socket. */
  public LocalBroker localBroker() {
    return localBroker;
  }

  /** Stops both. */
  @Override
  public void close() {
    kafka.close();
    zooKeeper.close();
  }
}
