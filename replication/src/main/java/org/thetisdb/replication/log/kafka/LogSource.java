package org.thetisdb.replication.log.kafka;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.CorruptRecordException;
import org.apache.kafka.common.errors.RecordDeserializationException;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;

/**
 * A consumer behind a reader. An entry that is not the next one ends the reading of its log,
 * whatever Kafka says.
 *
 * <p>Belongs to the reader's thread, but for {@link #wake()}.
 */
final class LogSource implements EntrySource {
  private static final Duration POLL = Duration.ofSeconds(1);

  private final KafkaLogSettings settings;
  private final Consumer<byte[], byte[]> consumer;
  private final ConnectionWatch watch;
  private final Map<TopicPartition, Position> positions = new HashMap<>();

  LogSource(KafkaLogSettings settings, String name) {
    this.settings = settings;
    this.consumer =
        new KafkaConsumer<>(
            ClientSettings.consumer(settings, name),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer());
    this.watch = new ConnectionWatch(consumer.metrics(), settings.brokers());
  }

  @Override
  public void wake() {
    consumer.wakeup();
  }

  @Override
  public boolean isEmpty() {
    return positions.isEmpty();
  }

  @Override
  public Map<Integer, Long> sites() {
    Map<Integer, Long> sites = new HashMap<>();
    positions.values().forEach(position -> sites.put(position.site, position.next));
    return sites;
  }

  @Override
  public void add(int site, long fromOffset) {
    TopicPartition partition = partition(site);
    positions.put(partition, new Position(site, fromOffset));
    consumer.assign(positions.keySet());
    consumer.seek(partition, fromOffset);
  }

  @Override
  public void remove(int site) {
    drop(partition(site));
  }

  @Override
  public void setPaused(int site, boolean paused) {
    TopicPartition partition = partition(site);
    if (!positions.containsKey(partition)) {
      return;
    }
    if (paused) {
      consumer.pause(List.of(partition));
    } else {
      consumer.resume(List.of(partition));
    }
  }

  private void drop(TopicPartition partition) {
    if (positions.remove(partition) != null) {
      consumer.assign(positions.keySet());
    }
  }

  private TopicPartition partition(int site) {
    return new TopicPartition(settings.topic(site), 0);
  }

  @Override
  public PolledEntries poll(long nowUs) {
    PolledEntries delivery = new PolledEntries();
    try {
      ConsumerRecords<byte[], byte[]> records = consumer.poll(POLL);
      for (TopicPartition partition : records.partitions()) {
        take(partition, records.records(partition), delivery);
      }
    } catch (WakeupException e) {
      // a command waits
    } catch (OffsetOutOfRangeException e) {
      e.offsetOutOfRangePartitions()
          .keySet()
          .forEach(partition -> outOfRange(partition, e, delivery));
    } catch (RecordDeserializationException e) {
      fail(e.topicPartition(), e, delivery);
    }
    watch.check(nowUs);
    return delivery;
  }

  private void take(
      TopicPartition partition,
      List<ConsumerRecord<byte[], byte[]>> entries,
      PolledEntries delivery) {
    Position position = positions.get(partition);
    if (position == null) {
      return;
    }
    long first = position.next;
    int good = position.advance(entries);
    if (good > 0) {
      List<byte[]> values = new ArrayList<>(good);
      entries.subList(0, good).forEach(entry -> values.add(entry.value()));
      delivery.addRun(position.site, first, values);
    }
    if (good < entries.size()) {
      String text = "offset " + entries.get(good).offset() + " came, or an entry without bytes";
      fail(partition, new CorruptRecordException(text), delivery);
    }
  }

  private void fail(TopicPartition partition, Exception error, PolledEntries delivery) {
    Position position = positions.get(partition);
    if (position != null) {
      fail(partition, KafkaLogReader.corrupt(position.site, position.next, error), delivery);
    }
  }

  /** Either the log was cut, or it has lost entries: only the first is in order. */
  private void outOfRange(TopicPartition partition, Exception error, PolledEntries delivery) {
    Position position = positions.get(partition);
    if (position == null) {
      return;
    }
    if (position.next < consumer.beginningOffsets(List.of(partition)).get(partition)) {
      ThetisException trimmed =
          new ThetisException(ErrorCode.LOG_TRIMMED, position.site, position.next);
      fail(partition, trimmed.causedBy(error), delivery);
    } else {
      fail(partition, error, delivery);
    }
  }

  private void fail(TopicPartition partition, ThetisException reason, PolledEntries delivery) {
    delivery.addFailure(positions.get(partition).site, reason);
    drop(partition);
  }

  @Override
  public void close() {
    consumer.close(org.apache.kafka.clients.consumer.CloseOptions.timeout(Duration.ZERO));
  }

  /** Where reading stands in one log. */
  private static final class Position {
    final int site;
    long next;

    Position(int site, long next) {
      this.site = site;
      this.next = next;
    }

    /** Moves on over the entries that follow; their number. */
    int advance(List<ConsumerRecord<byte[], byte[]>> entries) {
      int good = 0;
      for (ConsumerRecord<byte[], byte[]> entry : entries) {
        if (entry.offset() != next || entry.value() == null) {
          break;
        }
        next++;
        good++;
      }
      return good;
    }
  }
}
