package org.thetisdb.replication.log.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.thetisdb.replication.log.kafka.LogProbe.appendAndWait;

import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.replication.log.LogAppender;
import org.thetisdb.replication.log.kafka.LogProbe.Entry;

/** The same logs, straight in the files of the broker; and both ways beside each other. */
@Tag("cluster")
final class LocalCommitLogTest extends KafkaCommitLogTest {
  @Override
  LocalBroker local() {
    return kafka.local();
  }

  @Test
  void appendsOverASocketAreReadWithoutOneAndViceVersa() {
    KafkaLogSettings settings = LogProbe.settings(kafka.address(), "both");
    try (LogProbe sockets = new LogProbe(settings, null).ensure(1);
        LogProbe direct = new LogProbe(settings, kafka.local())) {
      sockets.read(Map.of(1, 0L));
      direct.read(Map.of(1, 0L));
      assertThat(appendAndWait(sockets.appender(1), "over a socket")).isZero();
      assertThat(appendAndWait(direct.appender(1), "without one")).isEqualTo(1);
      for (LogProbe reader : new LogProbe[] {sockets, direct}) {
        assertThat(reader.entries.next()).isEqualTo(new Entry(1, 0, "over a socket"));
        assertThat(reader.entries.next()).isEqualTo(new Entry(1, 1, "without one"));
      }
    }
  }

  @Test
  void aBrokerThatHasStoppedTakesNothingMoreAndSaysSo() {
    try (LogProbe probe = new LogProbe(LogProbe.settings(kafka.address(), "stopped"), local())) {
      LocalBroker gone = new GoneBroker(kafka.local());
      try (LogProbe stopped = new LogProbe(LogProbe.settings(kafka.address(), "stopped"), gone)) {
        probe.ensure(1);
        LogAppender appender = stopped.appender(1);
        assertThat(appendAndWait(appender, "lost"))
            .isEqualTo(-ErrorCode.LOG_APPEND_FAILED.number());
        assertThat(appendAndWait(appender, "later"))
            .isEqualTo(-ErrorCode.LOG_APPEND_FAILED.number());
        assertThat(probe.end(1)).isZero();
      }
    }
  }
}
