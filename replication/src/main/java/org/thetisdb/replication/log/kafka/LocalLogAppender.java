package org.thetisdb.replication.log.kafka;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.apache.kafka.common.errors.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.time.Scheduler;
import org.thetisdb.core.time.ShortTask;
import org.thetisdb.replication.log.LogAppender;

/**
 * Appends to the files of a broker in this process, on a thread of its own, one entry after the
 * other. An append that failed is the last one: the entry may be in the log or not (hazard 4).
 *
 * <p>What waits is bounded by the caller, which bounds what is not acknowledged. Thread-safe,
 * though meant for one scheduler. No callback comes after {@link #close()}.
 */
final class LocalLogAppender implements LogAppender {
  private static final Logger LOG = LoggerFactory.getLogger(LocalLogAppender.class);
  private static final long LOOK_AGAIN_NS = TimeUnit.MILLISECONDS.toNanos(5);

  private final KafkaLogSettings settings;
  private final LocalBroker broker;
  private final int site;
  private final String topic;
  private final Scheduler scheduler;
  private final Consumer<AutoCloseable> onClosed;
  private final Thread thread;
  private final Queue<Append> waiting = new ConcurrentLinkedQueue<>();
  private volatile boolean idle;
  private volatile boolean closed;

  // Only on the thread.
  private boolean leads;
  private RuntimeException failure;

  private record Append(byte[] entry, AppendCallback callback, long sinceUs) {}

  LocalLogAppender(
      KafkaLogSettings settings,
      LocalBroker broker,
      int site,
      Scheduler scheduler,
      Consumer<AutoCloseable> onClosed) {
    this.settings = settings;
    this.broker = broker;
    this.site = site;
    this.topic = settings.topic(site);
    this.scheduler = scheduler;
    this.onClosed = onClosed;
    this.thread = KafkaCommitLog.daemon(this::run, "thetis-log-appender-" + site);
  }

  void start() {
    thread.start();
  }

  @Override
  public void append(byte[] entry, AppendCallback callback) {
    waiting.add(new Append(entry, callback, scheduler.clock().nowUs()));
    if (idle) {
      LockSupport.unpark(thread);
    }
  }

  private void run() {
    while (!closed) {
      Append next = waiting.poll();
      if (next != null) {
        append(next);
      } else {
        rest();
      }
    }
  }

  /** A thread that adds an entry behind the second look sees that this thread rests. */
  private void rest() {
    idle = true;
    if (waiting.isEmpty() && !closed) {
      LockSupport.park(this);
    }
    idle = false;
  }

  private void append(Append next) {
    if (failure == null) {
      try {
        awaitLeadership(next);
        if (closed) {
          return;
        }
        long offset = broker.append(topic, next.entry);
        answer(() -> next.callback.onAppended(offset));
        return;
      } catch (RuntimeException e) {
        fail(e);
      }
    }
    RuntimeException reason = failure;
    answer(() -> next.callback.onFailed(reason));
  }

  /** A broker that has just started, or has just heard of the topic, is waited for. */
  private void awaitLeadership(Append next) {
    while (!leads && !closed) {
      leads = broker.leads(topic);
      if (!leads) {
        long waitedUs = scheduler.clock().nowUs() - next.sinceUs;
        if (waitedUs > settings.deliveryTimeoutMs() * 1000L) {
          throw new TimeoutException(
              "the broker does not lead it within " + settings.deliveryTimeoutMs() + " ms");
        }
        LockSupport.parkNanos(this, LOOK_AGAIN_NS);
      }
    }
  }

  private void fail(RuntimeException error) {
    failure =
        error instanceof ThetisException
            ? error
            : new ThetisException(ErrorCode.LOG_APPEND_FAILED, site, error.getMessage())
                .causedBy(error);
    if (!closed) {
      LOG.warn("{}", failure.toString());
    }
  }

  /**
   * This thread has nothing better to do than to bring the news, for what waits for it comes next.
   */
  private void answer(Runnable answer) {
    ShortTask news =
        () -> {
          if (!closed) {
            answer.run();
          }
        };
    scheduler.execute(news);
  }

  @Override
  public void close() {
    closed = true;
    LockSupport.unpark(thread);
    onClosed.accept(this);
  }
}
