package org.thetisdb.replication.log.kafka;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.RetriableException;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.time.Scheduler;
import org.thetisdb.replication.log.CommitLog;
import org.thetisdb.replication.log.LogAppender;
import org.thetisdb.replication.log.LogListener;
import org.thetisdb.replication.log.LogReader;

/**
 * Site logs as topics of one partition each. Entries go over sockets, or straight into the files of
 * a broker that runs in this process; topics are made, checked and cut over a socket in both cases.
 *
 * <p>Thread-safe; no call blocks. Owns one thread for short jobs that may wait, one thread per
 * reader and one per appender. The queue of jobs holds at most one per call of {@link #ensureLog},
 * {@link #askIdentity}, {@link #askEnd} and {@link #trim} and per appender that is closed.
 */
public final class KafkaCommitLog implements CommitLog {
  private final KafkaLogSettings settings;

  /** Null if all goes over sockets. */
  private final LocalBroker local;

  private final ExecutorService jobs =
      Executors.newSingleThreadExecutor(task -> daemon(task, "thetis-log-jobs"));
  private final Set<AutoCloseable> open = ConcurrentHashMap.newKeySet();
  private final AtomicInteger readers = new AtomicInteger();
  private final EndQuestions ends;

  /** Logs with these settings. Kafka is first talked to when a log is asked for. */
  public KafkaCommitLog(KafkaLogSettings settings) {
    this(settings, null);
  }

  /**
   * Logs with these settings whose entries need no socket.
   *
   * @param local the broker that the settings name, in this process; null if it is elsewhere
   */
  public KafkaCommitLog(KafkaLogSettings settings, LocalBroker local) {
    this.settings = settings;
    this.local = local;
    this.ends = new EndQuestions(settings, jobs, this::explain);
  }

  @Override
  public void ensureLog(int site, Scheduler scheduler, Consumer<RuntimeException> done) {
    jobs.execute(() -> ensure(site, error -> scheduler.execute(() -> done.accept(error))));
  }

  private void ensure(int site, Consumer<RuntimeException> done) {
    ask(admin -> new TopicSetup(admin, settings).ensure(settings.topic(site)), done);
  }

  /** Kafka gives each topic an id of its own when it is made. */
  @Override
  public void askIdentity(
      int site, Scheduler scheduler, BiConsumer<String, RuntimeException> done) {
    String topic = settings.topic(site);
    String[] identity = new String[1];
    jobs.execute(
        () ->
            ask(
                admin ->
                    admin
                        .describeTopics(List.of(topic))
                        .allTopicNames()
                        .toCompletionStage()
                        .thenAccept(found -> identity[0] = found.get(topic).topicId().toString()),
                error -> scheduler.execute(() -> done.accept(identity[0], error))));
  }

  @Override
  public void askEnd(int site, Scheduler scheduler, BiConsumer<Long, RuntimeException> done) {
    ends.ask(
        new TopicPartition(settings.topic(site), 0),
        (end, error) -> scheduler.execute(() -> done.accept(end, error)));
  }

  @Override
  public void trim(
      int site, long beforeOffset, Scheduler scheduler, Consumer<RuntimeException> done) {
    Map<TopicPartition, RecordsToDelete> below =
        Map.of(
            new TopicPartition(settings.topic(site), 0),
            RecordsToDelete.beforeOffset(beforeOffset));
    jobs.execute(
        () ->
            ask(
                admin -> admin.deleteRecords(below).all().toCompletionStage(),
                error -> scheduler.execute(() -> done.accept(error))));
  }

  /** Asks with a client that lives for this question only. On the thread for jobs. */
  private void ask(Function<Admin, CompletionStage<?>> question, Consumer<RuntimeException> done) {
    try {
      Admin admin = Admin.create(ClientSettings.admin(settings));
      question
          .apply(admin)
          .whenComplete(
              (none, error) -> {
                done.accept(error == null ? null : explain(error));
                jobs.execute(() -> admin.close(Duration.ZERO));
              });
    } catch (RuntimeException e) {
      done.accept(explain(e));
    }
  }

  private RuntimeException explain(Throwable error) {
    Throwable cause = error instanceof CompletionException ? error.getCause() : error;
    if (cause instanceof ThetisException e) {
      return e;
    }
    String why =
        cause instanceof RetriableException
            ? "no answer within " + settings.connectTimeoutMs() + " ms" + aboutLogin()
            : cause instanceof AuthenticationException
                ? "it refuses the login of kafka.security_file"
                : rootMessage(cause);
    return new ThetisException(ErrorCode.KAFKA_UNREACHABLE, settings.brokers(), why)
        .causedBy(cause);
  }

  /** A broker that asks for a login ends connections without one, and does not say why. */
  private String aboutLogin() {
    return settings.security().values().isEmpty()
        ? "; if it asks for a login, name a file with one in kafka.security_file"
        : "";
  }

  private static String rootMessage(Throwable error) {
    Throwable root = error;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    return root.getMessage();
  }

  @Override
  public LogAppender openAppender(int site, Scheduler scheduler) {
    if (local != null) {
      LocalLogAppender appender =
          new LocalLogAppender(settings, local, site, scheduler, open::remove);
      open.add(appender);
      appender.start();
      return appender;
    }
    KafkaLogAppender appender = new KafkaLogAppender(settings, site, scheduler, jobs, open::remove);
    open.add(appender);
    appender.start();
    return appender;
  }

  @Override
  public LogReader openReader(
      Map<Integer, Long> fromOffsets, Scheduler scheduler, LogListener listener) {
    KafkaLogReader reader =
        new KafkaLogReader(
            settings,
            readers.incrementAndGet(),
            scheduler,
            listener,
            name ->
                local == null ? new LogSource(settings, name) : new LocalSource(settings, local),
            open::remove);
    open.add(reader);
    fromOffsets.forEach(reader::add);
    reader.start();
    return reader;
  }

  @Override
  public String durabilityText() {
    return settings.durability().text();
  }

  @Override
  public void close() {
    for (AutoCloseable closeable : open) {
      Closing.quietly(closeable);
    }
    if (!jobs.isShutdown()) {
      jobs.execute(ends::close);
      jobs.shutdown();
    }
  }

  static Thread daemon(Runnable task, String name) {
    Thread thread = new Thread(task, name);
    thread.setDaemon(true);
    return thread;
  }
}
