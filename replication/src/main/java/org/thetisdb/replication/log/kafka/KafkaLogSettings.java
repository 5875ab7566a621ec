package org.thetisdb.replication.log.kafka;

import java.util.regex.Pattern;
import org.thetisdb.core.config.SecretProperties;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;

/**
 * Where the site logs are and how they are kept.
 *
 * @param brokers one or more {@code host:port}, separated by commas
 * @param cluster the cluster's name, part of the topics' names
 * @param durability what an acknowledgement means
 * @param connectTimeoutMs how long to look for Kafka before it counts as unreachable
 * @param deliveryTimeoutMs how long an append may wait for Kafka before it fails and the
 *     incarnation ends
 * @param maxEntryBytes length of the longest entry
 * @param readAheadBytes a reader stops to read while more than this was handed over and is not
 *     processed
 * @param security how clients show who they are, by the names of Kafka's clients
 */
public record KafkaLogSettings(
    String brokers,
    String cluster,
    Durability durability,
    int connectTimeoutMs,
    int deliveryTimeoutMs,
    int maxEntryBytes,
    int readAheadBytes,
    SecretProperties security) {
  private static final int MIB = 1024 * 1024;
  private static final int MIN_DELIVERY_MS = 1000;
  private static final int OVERHEAD_BYTES = 16 * 1024;
  private static final Pattern NAME = Pattern.compile("[a-zA-Z0-9_-]{1,100}");

  /** Checks the settings; BAD_SETTING names the one that is wrong. */
  public KafkaLogSettings {
    check(NAME.matcher(cluster).matches(), "cluster", cluster, "use letters, digits, _ and -");
    check(connectTimeoutMs > 0, "log.connect_timeout_ms", connectTimeoutMs, "must be above 0");
    check(
        deliveryTimeoutMs >= MIN_DELIVERY_MS,
        "log.delivery_timeout_ms",
        deliveryTimeoutMs,
        "must be at least " + MIN_DELIVERY_MS);
    check(
        maxEntryBytes > 0 && maxEntryBytes <= 512 * MIB,
        "log.max_entry_bytes",
        maxEntryBytes,
        "must be from 1 to 512 MiB");
    check(readAheadBytes > 0, "log.read_ahead_bytes", readAheadBytes, "must be above 0");
  }

  /** The usual settings. */
  public static KafkaLogSettings of(String brokers, String cluster, Durability durability) {
    return new KafkaLogSettings(
        brokers, cluster, durability, 10_000, 120_000, 24 * MIB, 64 * MIB, SecretProperties.none());
  }

  /** These settings with other time-outs. */
  public KafkaLogSettings withTimeouts(int connectMs, int deliveryMs) {
    return new KafkaLogSettings(
        brokers,
        cluster,
        durability,
        connectMs,
        deliveryMs,
        maxEntryBytes,
        readAheadBytes,
        security);
  }

  /** These settings with another bound on what a reader hands over ahead of its listener. */
  public KafkaLogSettings withReadAheadBytes(int bytes) {
    return new KafkaLogSettings(
        brokers,
        cluster,
        durability,
        connectTimeoutMs,
        deliveryTimeoutMs,
        maxEntryBytes,
        bytes,
        security);
  }

  /** Which names a file of these may have: others are chosen for safety, and stay so. */
  public static boolean isForSecurity(String name) {
    return name.equals("security.protocol") || name.startsWith("ssl.") || name.startsWith("sasl.");
  }

  /** These settings for brokers that ask who comes. */
  public KafkaLogSettings withSecurity(SecretProperties newSecurity) {
    return new KafkaLogSettings(
        brokers,
        cluster,
        durability,
        connectTimeoutMs,
        deliveryTimeoutMs,
        maxEntryBytes,
        readAheadBytes,
        newSecurity);
  }

  /** The name of a site's topic. */
  public String topic(int site) {
    return "thetis." + cluster + ".log." + site;
  }

  /** The longest entry with what Kafka adds to it. */
  int maxMessageBytes() {
    return maxEntryBytes + OVERHEAD_BYTES;
  }

  private static void check(boolean good, String setting, Object value, String why) {
    if (!good) {
      throw new ThetisException(ErrorCode.BAD_SETTING, setting, value, why);
    }
  }
}
