package org.thetisdb.replication.log.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.thetisdb.replication.log.kafka.LogProbe.append;
import static org.thetisdb.replication.log.kafka.LogProbe.appendAndWait;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.id.Address;
import org.thetisdb.core.testing.InTurn;
import org.thetisdb.replication.embedded.EmbeddedKafka;
import org.thetisdb.replication.embedded.StandaloneKafka;
import org.thetisdb.replication.log.LogAppender;
import org.thetisdb.replication.log.kafka.LogProbe.Entry;
import org.thetisdb.replication.testing.Inbox;
import org.thetisdb.replication.testing.ServerProcess;

/** Brokers that stop, are killed, and return. */
@Tag("cluster")
@InTurn(oneIn = 6)
final class KafkaLossTest {
  @TempDir Path dir;

  @Test
  void aRestartWithAnotherPortKeepsTheLogAndItGoesOn() {
    try (EmbeddedKafka kafka = EmbeddedKafka.start(dir, Address.ANY_LOOPBACK);
        LogProbe probe = LogProbe.at(kafka.address(), "bank").ensure(1)) {
      assertThat(appendAndWait(probe.appender(1), "a")).isZero();
    }
    try (EmbeddedKafka kafka = EmbeddedKafka.start(dir, Address.ANY_LOOPBACK);
        LogProbe probe = LogProbe.at(kafka.address(), "bank").ensure(1)) {
      assertThat(appendAndWait(probe.appender(1), "b")).isEqualTo(1);
      probe.read(Map.of(1, 0L));
      assertThat(probe.entries.next(2))
          .isEqualTo(List.of(new Entry(1, 0, "a"), new Entry(1, 1, "b")));
    }
  }

  @Test
  void whatWasAcknowledgedOutlivesTheKillingOfTheBroker() throws Exception {
    for (int life = 0; life < 3; life++) {
      try (ServerProcess broker = broker(0);
          LogProbe probe = LogProbe.at(broker.address(), "bank").ensure(1)) {
        assertThat(appendAndWait(probe.appender(1), "life " + life)).isEqualTo(life);
        probe.read(Map.of(1, 0L));
        for (int i = 0; i <= life; i++) {
          assertThat(probe.entries.next()).isEqualTo(new Entry(1, i, "life " + i));
        }
        broker.kill();
      }
    }
  }

  @Test
  void aBrokerThatIsKilledUnderLoadAndReturnsCostsNoEntry() throws Exception {
    int port = ServerProcess.freePort();
    ScheduledExecutorService load = Executors.newSingleThreadScheduledExecutor();
    ServerProcess broker = broker(port);
    try (LogProbe probe = LogProbe.at(broker.address(), "bank").ensure(1)) {
      LogAppender appender = probe.appender(1);
      probe.read(Map.of(1, 0L));
      Inbox<Long> answers = new Inbox<>();
      int count = 8000;
      Load pending = new Load(appender, answers, count);
      var ignored = load.scheduleAtFixedRate(pending, 0, 1, TimeUnit.MILLISECONDS);
      List<Long> offsets = answers.next(1000);
      // The reader may be far behind the appender, and nothing can be read while the broker is
      // away.
      probe.entries.nextThat(entry -> entry.offset() == 900);
      broker.kill();
      broker = broker(port);
      offsets.addAll(answers.next(count - 1000));
      assertThat(offsets).isEqualTo(LongStream.range(0, count).boxed().toList());
      for (int i = 901; i < count; i++) {
        assertThat(probe.entries.next()).isEqualTo(new Entry(1, i, "entry " + i));
      }
    } finally {
      load.shutdownNow();
      broker.close();
    }
  }

  /** An append after an error would be a gap: hazard 4. */
  @Test
  void anAppendThatTimesOutEndsTheAppenderAndLeavesNoGap() throws Exception {
    int port = ServerProcess.freePort();
    ServerProcess broker = broker(port);
    KafkaLogSettings impatient =
        KafkaLogSettings.of(broker.address().toString(), "bank", Durability.PROCESS)
            .withTimeouts(10_000, 2000);
    try (LogProbe probe = new LogProbe(impatient).ensure(1)) {
      LogAppender appender = probe.appender(1);
      assertThat(appendAndWait(appender, "good")).isZero();
      broker.kill();
      Inbox<Long> answers = new Inbox<>();
      for (int i = 0; i < 100; i++) {
        append(appender, "lost " + i, answers);
      }
      long failed = -ErrorCode.LOG_APPEND_FAILED.number();
      assertThat(answers.next(100)).containsOnly(failed);
      broker = broker(port);
      assertThat(appendAndWait(appender, "after")).isEqualTo(failed);
      assertThat(appendAndWait(probe.appender(1), "next life")).isEqualTo(1);
      probe.read(Map.of(1, 0L));
      assertThat(probe.entries.next(2))
          .isEqualTo(List.of(new Entry(1, 0, "good"), new Entry(1, 1, "next life")));
    } finally {
      broker.close();
    }
  }

  @Test
  void appendsAndReadsBeforeTheBrokerIsThereWait() throws Exception {
    int port = ServerProcess.freePort();
    try (ServerProcess first = broker(port);
        LogProbe probe = LogProbe.at(first.address(), "bank")) {
      probe.ensure(1);
      first.kill();
    }
    // How long a broker takes to start is not the matter here, so the appender's time-out stands
    // still.
    try (LogProbe probe = LogProbe.inStillTime(new Address("127.0.0.1", port), "bank")) {
      Inbox<Long> answers = new Inbox<>();
      LogAppender appender = probe.appender(1);
      probe.read(Map.of(1, 0L));
      append(appender, "early", answers);
      append(appender, "bird", answers);
      try (ServerProcess second = broker(port)) {
        assertThat(second.address().port()).isEqualTo(port);
        assertThat(answers.next(2)).containsExactly(0L, 1L);
        assertThat(probe.entries.next(2)).extracting(Entry::text).containsExactly("early", "bird");
      }
    }
  }

  private ServerProcess broker(int port) throws Exception {
    return ServerProcess.start(
        StandaloneKafka.class, "--data-dir", dir.toString(), "--port", Integer.toString(port));
  }

  /** Appends one entry each time it runs. */
  private static final class Load implements Runnable {
    private final LogAppender appender;
    private final Inbox<Long> answers;
    private final int count;
    private int next;

    Load(LogAppender appender, Inbox<Long> answers, int count) {
      this.appender = appender;
      this.answers = answers;
      this.count = count;
    }

    @Override
    public void run() {
      if (next < count) {
        append(appender, "entry " + next++, answers);
      }
    }
  }
}
