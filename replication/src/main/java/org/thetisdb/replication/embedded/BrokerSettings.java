package org.thetisdb.replication.embedded;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Properties;
import org.thetisdb.core.id.Address;

/**
 * The settings of a broker that is also its own controller, kept small: few threads, no topics but
 * ours, and none of the periodic work that a cluster of brokers needs.
 */
final class BrokerSettings {
  static final String CLIENTS = "CLIENTS";
  static final String CONTROLLER = "CONTROLLER";
  static final int NODE = 1;

  private static final int MIB = 1024 * 1024;
  private static final int MAX_ENTRY_BYTES = 32 * MIB;

  private BrokerSettings() {}

  /**
   * The settings for a broker that keeps its files in {@code dir}.
   *
   * @param secret what clients have to show; null for nothing
   */
  static Properties of(Path dir, Address clients, Address controller, ServiceSecret secret) {
    Properties p = new Properties();
    identity(p, clients, controller);
    security(p, secret);
    p.setProperty("log.dirs", dir.toString());
    threads(p);
    sizes(p);
    leftOut(p);
    return p;
  }

  private static void identity(Properties p, Address clients, Address controller) {
    p.setProperty("process.roles", "broker,controller");
    p.setProperty("node.id", Integer.toString(NODE));
    p.setProperty("listeners", CLIENTS + "://" + clients + "," + CONTROLLER + "://" + controller);
    p.setProperty("controller.listener.names", CONTROLLER);
    p.setProperty("inter.broker.listener.name", CLIENTS);
    // Static voters: the files then hold the node's number only, so the ports may change from start
    // to start.
    p.setProperty("controller.quorum.voters", NODE + "@" + controller);
  }

  /** PLAIN costs the least, and nobody else hears what goes over loopback. */
  private static void security(Properties p, ServiceSecret secret) {
    String protocol = secret == null ? "PLAINTEXT" : "SASL_PLAINTEXT";
    p.setProperty(
        "listener.security.protocol.map",
        CLIENTS + ":" + protocol + "," + CONTROLLER + ":" + protocol);
    if (secret != null) {
      p.setProperty("sasl.enabled.mechanisms", "PLAIN");
      p.setProperty("sasl.mechanism.inter.broker.protocol", "PLAIN");
      p.setProperty("sasl.mechanism.controller.protocol", "PLAIN");
      for (String listener : List.of(CLIENTS, CONTROLLER)) {
        p.setProperty(
            "listener.name." + listener.toLowerCase(Locale.ROOT) + ".plain.sasl.jaas.config",
            secret.brokerLogin());
      }
    }
  }

  private static void threads(Properties p) {
    p.setProperty("num.network.threads", "1");
    p.setProperty("num.io.threads", "2");
    p.setProperty("background.threads", "2");
    p.setProperty("num.recovery.threads.per.data.dir", "1");
    p.setProperty("num.replica.fetchers", "1");
    p.setProperty("num.replica.alter.log.dirs.threads", "1");
    p.setProperty("group.coordinator.threads", "1");
    p.setProperty("share.coordinator.threads", "1");
  }

  private static void sizes(Properties p) {
    p.setProperty("message.max.bytes", Integer.toString(MAX_ENTRY_BYTES));
    p.setProperty("replica.fetch.max.bytes", Integer.toString(MAX_ENTRY_BYTES));
    p.setProperty("socket.request.max.bytes", Integer.toString(2 * MAX_ENTRY_BYTES));
    p.setProperty("log.segment.bytes", Integer.toString(64 * MIB));
    // What was cut goes in whole segments, and only when the broker looks.
    p.setProperty("log.retention.check.interval.ms", "10000");
    p.setProperty("log.segment.delete.delay.ms", "1000");
    p.setProperty("log.index.size.max.bytes", Integer.toString(2 * MIB));
    p.setProperty("metadata.log.segment.bytes", Integer.toString(16 * MIB));
    p.setProperty("offsets.topic.num.partitions", "1");
    p.setProperty("offsets.topic.replication.factor", "1");
    p.setProperty("transaction.state.log.num.partitions", "1");
    p.setProperty("transaction.state.log.replication.factor", "1");
    p.setProperty("transaction.state.log.min.isr", "1");
    p.setProperty("share.coordinator.state.topic.num.partitions", "1");
    p.setProperty("share.coordinator.state.topic.replication.factor", "1");
    p.setProperty("share.coordinator.state.topic.min.isr", "1");
  }

  private static void leftOut(Properties p) {
    p.setProperty("auto.create.topics.enable", "false");
    p.setProperty("log.cleaner.enable", "false");
    p.setProperty("metric.reporters", "");
    // No empty record, and no flush of the metadata log, twice a second.
    p.setProperty("metadata.max.idle.interval.ms", "0");
    // After a kill the controller, itself just restarted, refuses the broker until its former
    // session has run out.
    p.setProperty("broker.session.timeout.ms", "1500");
    p.setProperty("broker.heartbeat.interval.ms", "300");
  }
}
