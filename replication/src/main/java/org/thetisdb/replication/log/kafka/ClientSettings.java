package org.thetisdb.replication.log.kafka;

import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;

/**
 * The settings of Kafka's clients, each with the reason why it differs from what Kafka would
 * choose.
 */
final class ClientSettings {
  private static final int KIB = 1024;
  private static final int MIB = 1024 * KIB;
  private static final int REQUEST_TIMEOUT_MS = 10_000;
  private static final long NEVER_MS = Long.MAX_VALUE / 4;

  private ClientSettings() {}

  /** For the client that makes and checks topics. */
  static Map<String, Object> admin(KafkaLogSettings settings) {
    Map<String, Object> map = common(settings, "thetis-log-admin");
    map.put(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, settings.connectTimeoutMs());
    map.put(
        CommonClientConfigs.REQUEST_TIMEOUT_MS_CONFIG,
        Math.min(REQUEST_TIMEOUT_MS, settings.connectTimeoutMs()));
    return map;
  }

  /** For one appender. */
  static Map<String, Object> producer(KafkaLogSettings settings, int site) {
    Map<String, Object> map = common(settings, "thetis-log-appender-" + site);
    map.put(ProducerConfig.ACKS_CONFIG, "all");
    map.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
    // Commits are grouped before they come here; waiting for more would only add a millisecond.
    map.put(ProducerConfig.LINGER_MS_CONFIG, 0);
    // What comes while a request is on its way goes together with the next one: under load that
    // halves the wait.
    map.put(ProducerConfig.MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION, 1);
    map.put(ProducerConfig.COMPRESSION_TYPE_CONFIG, "none");
    map.put(ProducerConfig.BATCH_SIZE_CONFIG, 128 * KIB);
    map.put(ProducerConfig.BUFFER_MEMORY_CONFIG, 4L * settings.maxMessageBytes());
    map.put(ProducerConfig.MAX_REQUEST_SIZE_CONFIG, settings.maxMessageBytes());
    map.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, settings.deliveryTimeoutMs());
    map.put(
        CommonClientConfigs.REQUEST_TIMEOUT_MS_CONFIG,
        Math.min(REQUEST_TIMEOUT_MS, settings.deliveryTimeoutMs()));
    // An append says "not now" instead of waiting: see KafkaLogAppender.
    map.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, 0);
    // A site without updates for some minutes must not have to ask again where its log is.
    map.put(ProducerConfig.METADATA_MAX_IDLE_CONFIG, NEVER_MS);
    map.put(ProducerConfig.PARTITIONER_ADAPTIVE_PARTITIONING_ENABLE_CONFIG, false);
    return map;
  }

  /** For one reader. It belongs to no group: positions are ours. */
  static Map<String, Object> consumer(KafkaLogSettings settings, String name) {
    Map<String, Object> map = common(settings, name);
    map.put(ConsumerConfig.GROUP_PROTOCOL_CONFIG, "classic");
    map.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
    // An offset that is gone is a failure; to go on elsewhere would be a gap.
    map.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "none");
    map.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
    map.put(ConsumerConfig.FETCH_MIN_BYTES_CONFIG, 1);
    map.put(ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG, 500);
    map.put(ConsumerConfig.FETCH_MAX_BYTES_CONFIG, Math.max(32 * MIB, settings.maxMessageBytes()));
    map.put(ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG, settings.maxMessageBytes());
    map.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, 10_000);
    map.put(CommonClientConfigs.REQUEST_TIMEOUT_MS_CONFIG, REQUEST_TIMEOUT_MS);
    return map;
  }

  private static Map<String, Object> common(KafkaLogSettings settings, String name) {
    Map<String, Object> map = new HashMap<>(settings.security().values());
    map.put(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, settings.brokers());
    map.put(CommonClientConfigs.CLIENT_ID_CONFIG, name);
    map.put(CommonClientConfigs.METRIC_REPORTER_CLASSES_CONFIG, "");
    map.put(CommonClientConfigs.ENABLE_METRICS_PUSH_CONFIG, false);
    // A broker that is back should be found at once; ten tries a second cost nothing.
    map.put(CommonClientConfigs.RECONNECT_BACKOFF_MS_CONFIG, 20L);
    map.put(CommonClientConfigs.RECONNECT_BACKOFF_MAX_MS_CONFIG, 200L);
    map.put(CommonClientConfigs.RETRY_BACKOFF_MS_CONFIG, 20L);
    map.put(CommonClientConfigs.RETRY_BACKOFF_MAX_MS_CONFIG, 200L);
    map.put(CommonClientConfigs.SEND_BUFFER_CONFIG, -1);
    map.put(CommonClientConfigs.RECEIVE_BUFFER_CONFIG, -1);
    return map;
  }
}
