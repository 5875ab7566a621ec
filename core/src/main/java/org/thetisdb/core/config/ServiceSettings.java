package org.thetisdb.core.config;

import java.util.List;

/** The services that a cluster stands on: Kafka has the log, ZooKeeper the members. */
public final class ServiceSettings {
  /** Where Kafka is. */
  public static final Setting<String> KAFKA_ADDRESS =
      Setting.ofText("kafka.address", "127.0.0.1:9092", "Kafka's host:port, several by commas");

  /** Where ZooKeeper is. */
  public static final Setting<String> ZOOKEEPER_ADDRESS =
      Setting.ofText(
          "zookeeper.address", "127.0.0.1:2181", "ZooKeeper's host:port, several by commas");

  /** How Kafka's clients show who they are. */
  public static final Setting<String> KAFKA_SECURITY_FILE =
      Setting.ofText(
          "kafka.security_file",
          "",
          "File of lines name=value for Kafka's clients: security.protocol, ssl.* and sasl.*");

  /** How the client of ZooKeeper shows who it is. */
  public static final Setting<String> ZOOKEEPER_SECURITY_FILE =
      Setting.ofText(
          "zookeeper.security_file",
          "",
          "File of lines name=value for ZooKeeper's client: digest=user:password, which also closes"
              + " the cluster's nodes to others, auth=user:password, which does not, zookeeper.ssl.*, zookeeper.client.secure and"
              + " zookeeper.clientCnxnSocket");

  /** How long a silent member is believed to live. */
  public static final Setting<Integer> MEMBERSHIP_SESSION_TIMEOUT_MS =
      Setting.ofInt(
          "membership.session_timeout_ms",
          1_000,
          200,
          600_000,
          "After this silence a site or router counts as lost");

  /** These, in the order in which people should see them. */
  static final List<Setting<?>> ALL =
      List.of(
          KAFKA_ADDRESS,
          KAFKA_SECURITY_FILE,
          ZOOKEEPER_ADDRESS,
          ZOOKEEPER_SECURITY_FILE,
          MEMBERSHIP_SESSION_TIMEOUT_MS);

  private ServiceSettings() {}
}
