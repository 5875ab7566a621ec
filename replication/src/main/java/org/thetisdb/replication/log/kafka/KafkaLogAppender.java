package org.thetisdb.replication.log.kafka;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.time.Scheduler;
import org.thetisdb.replication.log.LogAppender;

/**
 * Appends to one topic through an idempotent producer.
 *
 * <p><b>Never blocks.</b> The producer is set to wait for nothing: where it would have to, because
 * it does not know its broker yet or its memory is full, it says so before it has taken the entry.
 * The entry then waits here, with all that come later, and a thread of ours offers them again until
 * none is left. In the usual case an entry goes from the caller's thread straight to the producer,
 * which saves a change of threads per append. What waits here is bounded by the caller, which
 * bounds what is not acknowledged.
 *
 * <p><b>Never goes on after an error.</b> A producer left alone would take a new identity after an
 * error and write later entries behind the lost one. So the first error is handled where it is
 * first known, on the producer's own thread, and stops the producer for good before it can send
 * again; entries already sent carry sequence numbers that the broker refuses if one before them is
 * missing. The log then holds a prefix of what was appended.
 *
 * <p><b>Others may write, too.</b> Offsets are passed on as they are; that each follows the one
 * before is for {@link org.thetisdb.replication.log.SoleWriter} to check.
 *
 * <p>Thread-safe, though meant for one scheduler. No callback comes after {@link #close()}.
 */
final class KafkaLogAppender implements LogAppender {
  private static final Logger LOG = LoggerFactory.getLogger(KafkaLogAppender.class);

  /** Between two offers; longer and longer, since each wakes the producer, for nothing. */
  private static final long OFFER_AGAIN_MS = 5;

  private static final long LONGEST_OFFER_AGAIN_MS = 80;

  private final KafkaLogSettings settings;
  private final int site;
  private final String topic;
  private final Scheduler scheduler;
  private final Executor jobs;
  private final Consumer<AutoCloseable> onClosed;
  private final Object lock = new Object();

  private volatile boolean closed;
  private final AtomicReference<RuntimeException> failure = new AtomicReference<>();

  private volatile KafkaProducer<byte[], byte[]> producer; // written once, under the lock

  // Guarded by lock.
  private final Queue<PendingAppend> waiting = new ArrayDeque<>();
  private boolean appending = true;

  KafkaLogAppender(
      KafkaLogSettings settings,
      int site,
      Scheduler scheduler,
      Executor jobs,
      Consumer<AutoCloseable> onClosed) {
    this.settings = settings;
    this.site = site;
    this.topic = settings.topic(site);
    this.scheduler = scheduler;
    this.jobs = jobs;
    this.onClosed = onClosed;
  }

  /** Makes the producer, on a thread that ends once it is ready. */
  void start() {
    startAppender();
  }

  @Override
  public void append(byte[] entry, AppendCallback callback) {
    PendingAppend append = new PendingAppend(this, entry, callback, scheduler.clock().nowUs());
    synchronized (lock) {
      if (failure.get() != null || closed) {
        append.fail(failure.get());
      } else if (appending) {
        waiting.add(append);
      } else if (!offer(append)) {
        waiting.add(append);
        appending = true;
        startAppender();
      }
    }
  }

  /** Hands an entry to the producer; false if it was not taken, and may be offered again. */
  private boolean offer(PendingAppend append) {
    try {
      append.beginOffer();
      var ignored = producer.send(new ProducerRecord<>(topic, 0, null, append.entry()), append);
      return !append.refused();
    } catch (RuntimeException e) {
      append.fail(failElsewhere(e));
      return true;
    }
  }

  private void startAppender() {
    KafkaCommitLog.daemon(this::appendWaiting, "thetis-log-appender-" + site).start();
  }

  /** Offers what waits until nothing waits. */
  private void appendWaiting() {
    try {
      KafkaProducer<byte[], byte[]> made = producer();
      long pauseMs = OFFER_AGAIN_MS;
      while (!closed && failure.get() == null && !fed(made)) {
        LockSupport.parkNanos(this, TimeUnit.MILLISECONDS.toNanos(pauseMs));
        pauseMs = Math.min(LONGEST_OFFER_AGAIN_MS, pauseMs * 2);
      }
    } catch (RuntimeException e) {
      failElsewhere(e);
    }
    if (failure.get() != null) {
      failWaiting();
    }
  }

  private KafkaProducer<byte[], byte[]> producer() {
    if (producer != null) {
      return producer;
    }
    KafkaProducer<byte[], byte[]> made =
        new KafkaProducer<>(
            ClientSettings.producer(settings, site),
            new ByteArraySerializer(),
            new ByteArraySerializer());
    synchronized (lock) {
      producer = made;
      if (closed) {
        closeProducer();
      }
    }
    return made;
  }

  private boolean fed(KafkaProducer<byte[], byte[]> made) {
    if (!knowsPartition(made)) {
      failIfLate();
      return false;
    }
    synchronized (lock) {
      while (!waiting.isEmpty() && offer(waiting.peek())) {
        waiting.remove();
      }
      appending = !waiting.isEmpty();
      return !appending;
    }
  }

  /** What waits here is bound by the same time-out as what the producer has taken. */
  private void failIfLate() {
    synchronized (lock) {
      PendingAppend oldest = waiting.peek();
      long nowUs = scheduler.clock().nowUs();
      if (oldest != null && nowUs - oldest.sinceUs() > settings.deliveryTimeoutMs() * 1000L) {
        failElsewhere(
            new TimeoutException("no broker within " + settings.deliveryTimeoutMs() + " ms"));
      }
    }
  }

  /** Whether the producer knows where the log is; if not, it asks. */
  private boolean knowsPartition(KafkaProducer<byte[], byte[]> made) {
    try {
      return !made.partitionsFor(topic).isEmpty();
    } catch (TimeoutException e) {
      return false;
    }
  }

  private void failWaiting() {
    synchronized (lock) {
      waiting.forEach(append -> append.fail(failure.get()));
      waiting.clear();
    }
  }

  /** An entry is in the log. Called in the order of the log, on the producer's thread. */
  void onAcknowledged(PendingAppend append, long offset) {
    RuntimeException before = failure.get();
    if (before != null) {
      append.fail(before);
      return;
    }
    if (offset < 0) {
      append.fail(failHere(new IllegalStateException("Kafka did not say where the entry is")));
      return;
    }
    append.succeed(offset);
  }

  /** An entry may be in the log or not. Called on the producer's thread. */
  void onError(PendingAppend append, Exception error) {
    append.fail(failHere(error));
  }

  /** The producer will never take an entry. Called on the thread that offered it. */
  void onRefused(PendingAppend append, Exception error) {
    append.fail(failElsewhere(error));
  }

  /** On the producer's thread: stops it before it can send again. */
  private RuntimeException failHere(Exception error) {
    if (keepFirst(error)) {
      Closing.quietly(() -> producer.close(Duration.ZERO));
    }
    return failure.get();
  }

  /** On any other thread, which must not wait for the producer's. */
  private RuntimeException failElsewhere(Exception error) {
    if (keepFirst(error)) {
      closeProducer();
    }
    return failure.get();
  }

  /**
   * Ends this appender for good; whether this was the first reason, which is the one that is kept.
   */
  private boolean keepFirst(Exception error) {
    RuntimeException reason =
        error instanceof ThetisException e
            ? e
            : new ThetisException(ErrorCode.LOG_APPEND_FAILED, site, error.getMessage())
                .causedBy(error);
    boolean first = failure.compareAndSet(null, reason);
    if (first && !closed) {
      LOG.warn("{}", reason.toString());
    }
    return first;
  }

  @Override
  public void close() {
    synchronized (lock) {
      if (closed) {
        return;
      }
      closed = true;
      waiting.clear();
      closeProducer();
    }
    onClosed.accept(this);
  }

  private void closeProducer() {
    KafkaProducer<byte[], byte[]> made = producer;
    if (made == null) {
      return;
    }
    try {
      jobs.execute(() -> made.close(Duration.ZERO));
    } catch (RejectedExecutionException e) {
      KafkaCommitLog.daemon(() -> made.close(Duration.ZERO), "thetis-log-closer").start();
    }
  }

  /** Runs an answer on the caller's scheduler. */
  void answer(Runnable task) {
    if (!closed) {
      scheduler.execute(task);
    }
  }

  boolean isClosed() {
    return closed;
  }
}
