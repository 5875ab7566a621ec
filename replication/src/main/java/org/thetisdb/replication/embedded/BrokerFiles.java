package org.thetisdb.replication.embedded;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import kafka.server.ReplicaManager;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicIdPartition;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.compress.Compression;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.common.record.internal.Record;
import org.apache.kafka.common.record.internal.SimpleRecord;
import org.apache.kafka.server.LogAppendResult;
import org.apache.kafka.server.storage.log.FetchIsolation;
import org.apache.kafka.storage.internals.log.AppendOrigin;
import org.apache.kafka.storage.internals.log.UnifiedLog;
import org.thetisdb.replication.log.kafka.LocalBroker;
import scala.Option;
import scala.jdk.javaapi.CollectionConverters;

/**
 * The logs of the broker in this process, by the calls that Kafka's own coordinators use. With one
 * replica, what the leader has appended is acknowledged and can be read.
 */
final class BrokerFiles implements LocalBroker {
  private static final short ALL = -1;

  private final ReplicaManager replicas;
  private final List<Runnable> listeners = new CopyOnWriteArrayList<>();

  BrokerFiles(ReplicaManager replicas) {
    this.replicas = replicas;
  }

  @Override
  public boolean leads(String topic) {
    Option<kafka.cluster.Partition> partition = replicas.onlinePartition(partition(topic));
    return partition.isDefined() && partition.get().isLeader();
  }

  @Override
  public long append(String topic, byte[] entry) {
    TopicIdPartition log = replicas.topicIdPartition(partition(topic));
    MemoryRecords records = MemoryRecords.withRecords(Compression.NONE, new SimpleRecord(entry));
    LogAppendResult result =
        replicas
            .appendRecordsToLeader(
                ALL,
                false,
                AppendOrigin.CLIENT,
                CollectionConverters.asScala(Map.of(log, records)),
                replicas.appendRecordsToLeader$default$5(),
                replicas.appendRecordsToLeader$default$6(),
                replicas.appendRecordsToLeader$default$7(),
                replicas.appendRecordsToLeader$default$8())
            .apply(log);
    if (result.exception().isPresent()) {
      throw new KafkaException(result.exception().get().getMessage(), result.exception().get());
    }
    replicas.tryCompleteActions(); // whoever fetches over a socket
    listeners.forEach(Runnable::run);
    return result.logAppendSummary().firstOffset();
  }

  @Override
  public long end(String topic) {
    UnifiedLog log = log(topic);
    return log == null ? 0 : log.highWatermark();
  }

  @Override
  public long beginning(String topic) {
    UnifiedLog log = log(topic);
    return log == null ? 0 : log.logStartOffset();
  }

  @Override
  public void read(String topic, long fromOffset, int mostBytes, List<Entry> into) {
    UnifiedLog log = log(topic);
    if (log == null) {
      return;
    }
    try {
      for (Record record :
          log.read(fromOffset, mostBytes, FetchIsolation.HIGH_WATERMARK, true).records.records()) {
        // A batch that several clients' entries share may begin before the offset.
        if (record.offset() >= fromOffset) {
          into.add(new Entry(record.offset(), bytes(record)));
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static byte[] bytes(Record record) {
    ByteBuffer value = record.value();
    if (value == null) {
      return null;
    }
    byte[] bytes = new byte[value.remaining()];
    value.get(bytes);
    return bytes;
  }

  private UnifiedLog log(String topic) {
    Option<UnifiedLog> log = replicas.getLog(partition(topic));
    return log.isDefined() ? log.get() : null;
  }

  private static TopicPartition partition(String topic) {
    return new TopicPartition(topic, 0);
  }

  @Override
  public void addListener(Runnable action) {
    listeners.add(action);
  }

  @Override
  public void removeListener(Runnable action) {
    listeners.remove(action);
  }
}
