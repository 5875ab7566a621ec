package org.thetisdb.replication.log.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.thetisdb.replication.log.kafka.LogProbe.append;
import static org.thetisdb.replication.log.kafka.LogProbe.appendAndWait;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.id.Address;
import org.thetisdb.replication.embedded.EmbeddedKafka;
import org.thetisdb.replication.log.LogAppender;
import org.thetisdb.replication.log.LogReader;
import org.thetisdb.replication.log.kafka.LogProbe.Entry;
import org.thetisdb.replication.log.kafka.LogProbe.Failure;
import org.thetisdb.replication.testing.Inbox;
import org.thetisdb.replication.testing.ServerProcess;

/** Logs on a real broker, over sockets. Each test has a cluster name of its own. */
@Tag("cluster")
class KafkaCommitLogTest {
  @TempDir static Path dir;
  static EmbeddedKafka kafka;

  @BeforeAll
  static void start() {
    kafka = EmbeddedKafka.start(dir, Address.ANY_LOOPBACK);
  }

  @AfterAll
  static void stop() {
    kafka.close();
  }

  /** How entries come to the broker; null for over sockets. */
  LocalBroker local() {
    return null;
  }

  private LogProbe probe(String cluster) {
    return probe(LogProbe.settings(kafka.address(), cluster));
  }

  private LogProbe probe(KafkaLogSettings settings) {
    return new LogProbe(settings, local());
  }

  @Test
  void entriesAreReadInOrderWithTheOffsetsTheyWereAppendedAt() {
    try (LogProbe probe = probe("order").ensure(1, 2)) {
      LogReader reader = probe.read(Map.of(1, 0L));
      LogAppender one = probe.appender(1);
      Inbox<Long> answers = new Inbox<>();
      int count = 5000;
      for (int i = 0; i < count; i++) {
        append(one, "entry " + i, answers);
      }
      assertThat(answers.next(count)).isEqualTo(LongStream.range(0, count).boxed().toList());
      for (int i = 0; i < count; i++) {
        assertThat(probe.entries.next()).isEqualTo(new Entry(1, i, "entry " + i));
      }
      assertThat(appendAndWait(probe.appender(2), "elsewhere")).isZero();
      reader.close();
    }
  }

  @Test
  void readingStartsAtTheOffsetsThatAreAskedFor() {
    try (LogProbe probe = probe("from").ensure(1, 2)) {
      fill(probe, 1, 5);
      fill(probe, 2, 3);
      probe.read(Map.of(1, 4L, 2, 3L));
      assertThat(probe.entries.next()).isEqualTo(new Entry(1, 4, "1/4"));
      assertThat(appendAndWait(probe.appender(2), "new")).isEqualTo(3);
      assertThat(probe.entries.next()).isEqualTo(new Entry(2, 3, "new"));
    }
  }

  @Test
  void aLargeEntryGoesThrough() {
    try (LogProbe probe = probe("large").ensure(1)) {
      probe.read(Map.of(1, 0L));
      String large = "x".repeat(24 * 1024 * 1024);
      assertThat(appendAndWait(probe.appender(1), large)).isZero();
      assertThat(probe.entries.next().text()).hasSize(large.length());
    }
  }

  @Test
  void anEntryThatIsTooLargeEndsTheAppender() {
    try (LogProbe probe = probe("toolarge").ensure(1)) {
      LogAppender appender = probe.appender(1);
      assertThat(appendAndWait(appender, "good")).isZero();
      long failed = -ErrorCode.LOG_APPEND_FAILED.number();
      assertThat(appendAndWait(appender, "x".repeat(25 * 1024 * 1024))).isEqualTo(failed);
      assertThat(appendAndWait(appender, "later")).isEqualTo(failed);
    }
  }

  @Test
  void offsetsShowThatAnotherWriterCameBetween() {
    try (LogProbe probe = probe("between").ensure(1)) {
      LogAppender older = probe.appender(1);
      LogAppender newer = probe.appender(1);
      assertThat(appendAndWait(older, "a")).isZero();
      assertThat(appendAndWait(newer, "fence")).isEqualTo(1);
      assertThat(appendAndWait(older, "b")).isEqualTo(2);
      assertThat(appendAndWait(newer, "c")).isEqualTo(3);
    }
  }

  @Test
  void aLogIsReadWhileAnotherOneIsPaused() {
    try (LogProbe probe = probe("pauseofone").ensure(1).ensure(2)) {
      LogReader reader = probe.read(Map.of(1, 0L, 2, 0L));
      reader.setPaused(1, true);
      appendAndWait(probe.appender(1), "paused");
      appendAndWait(probe.appender(2), "read");
      assertThat(probe.entries.next().text()).isEqualTo("read");
      reader.setPaused(1, false);
      assertThat(probe.entries.next().text()).isEqualTo("paused");
    }
  }

  @Test
  void nothingIsDeliveredWhileALogIsPaused() {
    try (LogProbe probe = probe("pause").ensure(1)) {
      LogAppender appender = probe.appender(1);
      LogReader reader = probe.read(Map.of(1, 0L));
      appendAndWait(appender, "before");
      assertThat(probe.entries.next().text()).isEqualTo("before");
      reader.setPaused(1, true);
      for (int i = 0; i < 100; i++) {
        appendAndWait(appender, "later " + i);
      }
      probe.entries.staysEmpty(300);
      reader.setPaused(1, false);
      for (int i = 0; i < 100; i++) {
        assertThat(probe.entries.next().text()).isEqualTo("later " + i);
      }
    }
  }

  @Test
  void logsAreAddedAndRemovedWhileReading() {
    try (LogProbe probe = probe("add").ensure(1, 2)) {
      LogReader reader = probe.read(Map.of());
      fill(probe, 1, 2);
      reader.add(1, 1);
      assertThat(probe.entries.next()).isEqualTo(new Entry(1, 1, "1/1"));
      reader.add(2, 0);
      fill(probe, 2, 1);
      assertThat(probe.entries.next()).isEqualTo(new Entry(2, 0, "2/0"));
      reader.remove(1);
      appendAndWait(probe.appender(1), "unread");
      appendAndWait(probe.appender(2), "read");
      assertThat(probe.entries.nextThat(entry -> entry.site() == 2).text()).isEqualTo("read");
      probe.entries.staysEmpty(300);
    }
  }

  @Test
  void aSlowListenerIsNotSwampedAndLosesNothing() {
    KafkaLogSettings settings =
        KafkaLogSettings.of(kafka.address().toString(), "slow", Durability.PROCESS)
            .withReadAheadBytes(10_000);
    try (LogProbe probe = probe(settings).ensure(1)) {
      fill(probe, 1, 500);
      probe.read(Map.of(1, 0L));
      for (int i = 0; i < 500; i++) {
        assertThat(probe.entries.next().offset()).isEqualTo(i);
      }
    }
  }

  @Test
  void aTrimmedLogIsReadFromWhereItBeginsAndWhoNeedsMoreHearsSo() {
    try (LogProbe probe = probe("gone").ensure(1, 2)) {
      fill(probe, 1, 3);
      fill(probe, 2, 3);
      assertThat(probe.trim(1, 2)).isNull();
      assertThat(probe.trim(1, 1)).isNull();
      probe.read(Map.of(1, 2L));
      assertThat(probe.entries.next()).isEqualTo(new Entry(1, 2, "1/2"));
      probe.read(Map.of(1, 0L, 2, 0L));
      assertThat(probe.failures.next()).isEqualTo(new Failure(1, ErrorCode.LOG_TRIMMED));
      assertThat(probe.entries.next(3)).extracting(Entry::site).containsOnly(2);
      assertThat(appendAndWait(probe.appender(1), "goes on")).isEqualTo(3);
    }
  }

  @Test
  void eachLogHasAnIdentityThatStays() {
    try (LogProbe probe = probe("identity").ensure(1, 2)) {
      String first = probe.identity(1);
      assertThat(first).isNotEqualTo(probe.identity(2));
      fill(probe, 1, 3);
      assertThat(probe.ensure(1).identity(1)).isEqualTo(first);
    }
  }

  @Test
  void theEndOfALogIsBehindItsLastEntryAlsoWhenOthersWereTrimmed() {
    try (LogProbe probe = probe("askEnd").ensure(1)) {
      assertThat(probe.end(1)).isZero();
      fill(probe, 1, 3);
      assertThat(probe.end(1)).isEqualTo(3);
      assertThat(probe.trim(1, 3)).isNull();
      assertThat(probe.end(1)).isEqualTo(3);
    }
  }

  @Test
  void anOffsetBehindTheEndOfALogIsNotATrimmedOne() {
    try (LogProbe probe = probe("end").ensure(1)) {
      fill(probe, 1, 3);
      probe.read(Map.of(1, 9L));
      assertThat(probe.failures.next()).isEqualTo(new Failure(1, ErrorCode.LOG_CORRUPT));
    }
  }

  @Test
  void aTopicThatCouldLoseEntriesIsRefused() throws Exception {
    Map<String, String> good = new HashMap<>();
    good.put("retention.ms", "-1");
    good.put("retention.bytes", "-1");
    good.put("max.message.bytes", "30000000");
    try (Admin admin = admin();
        LogProbe probe = probe("unsafe")) {
      makeTopic(admin, "thetis.unsafe.log.1", 1, good);
      makeTopic(admin, "thetis.unsafe.log.2", 1, Map.of());
      makeTopic(admin, "thetis.unsafe.log.3", 2, good);
      good.put("unclean.leader.election.enable", "true");
      makeTopic(admin, "thetis.unsafe.log.4", 1, good);
      assertThat(probe.tryEnsure(1)).isNull();
      assertRefused(probe.tryEnsure(2), "retention.ms");
      assertRefused(probe.tryEnsure(3), "2 partitions");
      assertRefused(probe.tryEnsure(4), "unclean.leader.election.enable");
    }
  }

  @Test
  void aTopicWhoseEntriesAreNotFlushedIsRefusedWhenTheyMustBe() {
    KafkaLogSettings disk =
        KafkaLogSettings.of(kafka.address().toString(), "disk", Durability.DISK);
    try (LogProbe weak = probe("disk").ensure(1);
        LogProbe strong = probe(disk)) {
      assertRefused(strong.tryEnsure(1), "flush.messages");
      assertThat(strong.tryEnsure(2)).isNull();
      assertThat(weak.tryEnsure(2)).isNull();
      assertThat(appendAndWait(strong.appender(2), "flushed")).isZero();
    }
  }

  @Test
  void aBrokerThatIsNotThereIsNamedInTime() throws Exception {
    Address nobody = new Address("127.0.0.1", ServerProcess.freePort());
    KafkaLogSettings settings =
        KafkaLogSettings.of(nobody.toString(), "nobody", Durability.PROCESS)
            .withTimeouts(1000, 2000);
    try (LogProbe probe = probe(settings)) {
      long begin = System.nanoTime();
      ThetisException error = (ThetisException) probe.tryEnsure(1);
      assertThat(error.code()).isEqualTo(ErrorCode.KAFKA_UNREACHABLE);
      assertThat(error.getMessage()).contains(nobody.toString());
      assertThat(System.nanoTime() - begin).isLessThan(5_000_000_000L);
    }
  }

  private static void assertRefused(RuntimeException error, String why) {
    assertThat(error).isInstanceOf(ThetisException.class).hasMessageContaining(why);
    assertThat(((ThetisException) error).code()).isEqualTo(ErrorCode.LOG_TOPIC_UNSAFE);
  }

  private static void fill(LogProbe probe, int site, int count) {
    try (LogAppender appender = probe.appender(site)) {
      for (int i = 0; i < count; i++) {
        appendAndWait(appender, site + "/" + i);
      }
    }
  }

  private static Admin admin() {
    return Admin.create(Map.of("bootstrap.servers", kafka.address().toString()));
  }

  private static void makeTopic(
      Admin admin, String name, int partitions, Map<String, String> config) throws Exception {
    admin
        .createTopics(List.of(new NewTopic(name, partitions, (short) 1).configs(config)))
        .all()
        .get();
  }
}
