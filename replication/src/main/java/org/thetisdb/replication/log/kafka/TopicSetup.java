package org.thetisdb.replication.log.kafka;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;

/**
 * Makes the topic of a log, and refuses one that could lose entries (hazard 4): whatever made it, a
 * topic that forgets by time or size, or that lets a broker lead which lacks entries, would turn
 * acknowledged commits into lost ones.
 *
 * <p>Nothing here waits: each step starts when Kafka has answered the one before. Thread-safe.
 */
final class TopicSetup {
  private static final String FOREVER = "-1";
  private static final int LOOK_AGAIN_MS = 20;

  private final Admin admin;
  private final KafkaLogSettings settings;

  TopicSetup(Admin admin, KafkaLogSettings settings) {
    this.admin = admin;
    this.settings = settings;
  }

  /** Makes the topic if it is not there, then checks it. */
  CompletionStage<Void> ensure(String topic) {
    return create(topic)
        .thenCompose(made -> inspect(topic, settings.connectTimeoutMs() / LOOK_AGAIN_MS));
  }

  /**
   * A broker may hear of a new topic a little later than the controller says that it is made: then
   * looks again.
   */
  private CompletionStage<Void> inspect(String topic, int triesLeft) {
    return description(topic)
        .thenCombine(config(topic), (found, config) -> check(topic, found, config))
        .handle((none, error) -> cause(error))
        .thenCompose(
            error ->
                error instanceof UnknownTopicOrPartitionException && triesLeft > 0
                    ? later().thenCompose(now -> inspect(topic, triesLeft - 1))
                    : result(error));
  }

  private static CompletionStage<Void> later() {
    return CompletableFuture.runAsync(
        () -> {}, CompletableFuture.delayedExecutor(LOOK_AGAIN_MS, TimeUnit.MILLISECONDS));
  }

  private static Throwable cause(Throwable error) {
    return error instanceof CompletionException ? error.getCause() : error;
  }

  private static CompletionStage<Void> result(Throwable error) {
    return error == null
        ? CompletableFuture.completedFuture(null)
        : CompletableFuture.failedFuture(error);
  }

  private CompletionStage<Void> create(String topic) {
    NewTopic wanted =
        new NewTopic(topic, Optional.of(1), Optional.of(settings.durability().replicas()))
            .configs(wantedConfig());
    return admin
        .createTopics(List.of(wanted))
        .all()
        .toCompletionStage()
        .handle((none, error) -> cause(error))
        .thenCompose(error -> result(error instanceof TopicExistsException ? null : error));
  }

  private Map<String, String> wantedConfig() {
    Map<String, String> config = new HashMap<>();
    config.put(TopicConfig.RETENTION_MS_CONFIG, FOREVER);
    config.put(TopicConfig.RETENTION_BYTES_CONFIG, FOREVER);
    config.put(TopicConfig.CLEANUP_POLICY_CONFIG, TopicConfig.CLEANUP_POLICY_DELETE);
    config.put(TopicConfig.UNCLEAN_LEADER_ELECTION_ENABLE_CONFIG, "false");
    config.put(TopicConfig.MAX_MESSAGE_BYTES_CONFIG, Integer.toString(settings.maxMessageBytes()));
    config.put(
        TopicConfig.MIN_IN_SYNC_REPLICAS_CONFIG, Integer.toString(settings.durability().inSync()));
    // A clock that jumps must not make the broker refuse commits.
    config.put(TopicConfig.MESSAGE_TIMESTAMP_AFTER_MAX_MS_CONFIG, Long.toString(Long.MAX_VALUE));
    if (settings.durability().flushed()) {
      config.put(TopicConfig.FLUSH_MESSAGES_INTERVAL_CONFIG, "1");
    }
    return config;
  }

  private CompletionStage<TopicDescription> description(String topic) {
    return admin
        .describeTopics(List.of(topic))
        .allTopicNames()
        .toCompletionStage()
        .thenApply(map -> map.get(topic));
  }

  private CompletionStage<Config> config(String topic) {
    ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
    return admin
        .describeConfigs(List.of(resource))
        .all()
        .toCompletionStage()
        .thenApply(map -> map.get(resource));
  }

  private Void check(String topic, TopicDescription found, Config config) {
    List<String> wrong = new ArrayList<>();
    checkPlaces(found, wrong);
    same(config, TopicConfig.RETENTION_MS_CONFIG, FOREVER, wrong);
    same(config, TopicConfig.RETENTION_BYTES_CONFIG, FOREVER, wrong);
    same(config, TopicConfig.CLEANUP_POLICY_CONFIG, TopicConfig.CLEANUP_POLICY_DELETE, wrong);
    same(config, TopicConfig.UNCLEAN_LEADER_ELECTION_ENABLE_CONFIG, "false", wrong);
    atLeast(config, TopicConfig.MAX_MESSAGE_BYTES_CONFIG, settings.maxMessageBytes(), wrong);
    atLeast(config, TopicConfig.MIN_IN_SYNC_REPLICAS_CONFIG, settings.durability().inSync(), wrong);
    if (settings.durability().flushed()) {
      same(config, TopicConfig.FLUSH_MESSAGES_INTERVAL_CONFIG, "1", wrong);
    }
    if (!wrong.isEmpty()) {
      throw new ThetisException(ErrorCode.LOG_TOPIC_UNSAFE, topic, String.join(", ", wrong));
    }
    return null;
  }

  private void checkPlaces(TopicDescription found, List<String> wrong) {
    if (found.partitions().size() != 1) {
      wrong.add("it has " + found.partitions().size() + " partitions, not 1");
    }
    int replicas = found.partitions().get(0).replicas().size();
    if (replicas < settings.durability().replicas()) {
      wrong.add("it has " + replicas + " replicas, not " + settings.durability().replicas());
    }
  }

  private static void same(Config config, String name, String wanted, List<String> wrong) {
    String value = value(config, name);
    if (!wanted.equals(value)) {
      wrong.add(name + " is " + value + ", not " + wanted);
    }
  }

  private static void atLeast(Config config, String name, long wanted, List<String> wrong) {
    String value = value(config, name);
    if (value == null || Long.parseLong(value) < wanted) {
      wrong.add(name + " is " + value + ", less than " + wanted);
    }
  }

  private static String value(Config config, String name) {
    ConfigEntry entry = config.get(name);
    return entry == null ? null : entry.value();
  }
}
