package org.thetisdb.replication.log.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.id.Address;
import org.thetisdb.replication.log.LogAppender;
import org.thetisdb.replication.log.LogListener;
import org.thetisdb.replication.log.LogReader;
import org.thetisdb.replication.testing.Inbox;
import org.thetisdb.replication.testing.ThreadScheduler;

/** One client of the logs, with what it heard. */
final class LogProbe implements AutoCloseable {
  final ThreadScheduler scheduler;
  final KafkaCommitLog log;
  final Inbox<Entry> entries = new Inbox<>();
  final Inbox<Failure> failures = new Inbox<>();

  LogProbe(KafkaLogSettings settings) {
    this(settings, (LocalBroker) null);
  }

  LogProbe(KafkaLogSettings settings, LocalBroker local) {
    this(new KafkaCommitLog(settings, local), new ThreadScheduler("probe"));
  }

  private LogProbe(KafkaCommitLog log, ThreadScheduler scheduler) {
    this.scheduler = scheduler;
    this.log = log;
  }

  static LogProbe at(Address broker, String cluster) {
    return new LogProbe(settings(broker, cluster));
  }

  /** A client whose own time-outs never come. */
  static LogProbe inStillTime(Address broker, String cluster) {
    return new LogProbe(
        new KafkaCommitLog(settings(broker, cluster)),
        new ThreadScheduler("probe", ThreadScheduler.StillClock.INSTANCE));
  }

  static KafkaLogSettings settings(Address broker, String cluster) {
    return KafkaLogSettings.of(broker.toString(), cluster, Durability.PROCESS)
        .withTimeouts(10_000, 60_000);
  }

  /** What was read. */
  record Entry(int site, long offset, String text) {}

  /** What failed. */
  record Failure(int site, ErrorCode code) {}

  LogProbe ensure(int... sites) {
    for (int site : sites) {
      assertThat(tryEnsure(site)).isNull();
    }
    return this;
  }

  RuntimeException tryEnsure(int site) {
    Inbox<RuntimeException> answer = new Inbox<>();
    log.ensureLog(site, scheduler, answer::put);
    return answer.next();
  }

  RuntimeException trim(int site, long beforeOffset) {
    Inbox<RuntimeException> answer = new Inbox<>();
    log.trim(site, beforeOffset, scheduler, answer::put);
    return answer.next();
  }

  long end(int site) {
    Inbox<Long> answer = new Inbox<>();
    log.askEnd(
        site,
        scheduler,
        (end, error) -> {
          assertThat(error).isNull();
          answer.put(end);
        });
    return answer.next();
  }

  String identity(int site) {
    Inbox<String> answer = new Inbox<>();
    log.askIdentity(
        site,
        scheduler,
        (identity, error) -> {
          assertThat(error).isNull();
          answer.put(identity);
        });
    return answer.next();
  }

  LogReader read(Map<Integer, Long> from) {
    return log.openReader(
        from,
        scheduler,
        new LogListener() {
          @Override
          public void onEntry(int site, long offset, byte[] entry) {
            entries.put(new Entry(site, offset, new String(entry, StandardCharsets.UTF_8)));
          }

          @Override
          public void onFailed(int site, RuntimeException reason) {
            failures.put(new Failure(site, ((ThetisException) reason).code()));
          }
        });
  }

  LogAppender appender(int site) {
    return log.openAppender(site, scheduler);
  }

  /** Appends; the answer is an offset, or an error as a negative number. */
  static void append(LogAppender appender, String text, Inbox<Long> answers) {
    appender.append(
        text.getBytes(StandardCharsets.UTF_8),
        new LogAppender.AppendCallback() {
          @Override
          public void onAppended(long offset) {
            answers.put(offset);
          }

          @Override
          public void onFailed(RuntimeException reason) {
            answers.put((long) -((ThetisException) reason).code().number());
          }
        });
  }

  static long appendAndWait(LogAppender appender, String text) {
    Inbox<Long> answer = new Inbox<>();
    append(appender, text, answer);
    return answer.next();
  }

  @Override
  public void close() {
    log.close();
    scheduler.close();
  }
}
