package org.thetisdb.replication.log.kafka;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.time.Scheduler;
import org.thetisdb.core.time.ShortTask;
import org.thetisdb.replication.log.LogListener;
import org.thetisdb.replication.log.LogReader;

/**
 * Reads several logs on one thread of its own.
 *
 * <p>What one poll returns goes to the scheduler as one task. The thread does not poll while more
 * than the set number of bytes was handed over and is not processed; entries then wait in Kafka. So
 * at most that many bytes, one poll's and what the consumer has fetched ahead (one poll's, too) are
 * in memory.
 *
 * <p>Commands wait in a queue, and each wakes the thread, so the queue is as long as the number of
 * calls made while one poll returns.
 *
 * <p>Thread-safe, though meant for one scheduler. Nothing is delivered after {@link #close()}.
 */
final class KafkaLogReader implements LogReader {
  /**
   * Rest after a delivery while entries come one behind the other. A fetch costs broker and reader
   * the same whatever it carries, so it pays to let entries gather. The consumer fetches ahead, so
   * what comes during a rest may be handed over after the next one only. A reader that waits for an
   * entry {@link #expedite() ends the rest}.
   */
  private static final long REST_NS = 4_000_000;

  /** Entries that come closer together than this are let gather; fewer are read as they come. */
  private static final long BUSY_GAP_US = 8_000;

  /** What can be applied in some ten microseconds. */
  private static final int SHORT_BYTES = 8 << 10;

  private static final Logger LOG = LoggerFactory.getLogger(KafkaLogReader.class);

  private final KafkaLogSettings settings;
  private final Scheduler scheduler;
  private final LogListener listener;
  private final Function<String, EntrySource> sources;
  private final Consumer<AutoCloseable> onClosed;
  private final String name;
  private final Thread thread;
  private final Rest rest;
  private final Queue<Consumer<EntrySource>> commands = new ConcurrentLinkedQueue<>();
  private final AtomicLong handedOverBytes = new AtomicLong();

  private volatile boolean closed;
  private volatile EntrySource source; // written once, by the thread
  private long handedOverUs; // only on the thread
  private PolledEntries held =
      new PolledEntries(); // only on the thread: read, and not yet handed over

  /**
   * A reader that is not started.
   *
   * @param sources makes what is read from, by its name, on the reader's thread
   */
  KafkaLogReader(
      KafkaLogSettings settings,
      int number,
      Scheduler scheduler,
      LogListener listener,
      Function<String, EntrySource> sources,
      Consumer<AutoCloseable> onClosed) {
    this.settings = settings;
    this.sources = sources;
    this.scheduler = scheduler;
    this.listener = listener;
    this.onClosed = onClosed;
    this.name = "thetis-log-reader-" + number;
    this.thread = KafkaCommitLog.daemon(this::run, name);
    this.rest = new Rest(thread);
  }

  void start() {
    thread.start();
  }

  @Override
  public void add(int site, long fromOffset) {
    command(from -> from.add(site, fromOffset));
  }

  @Override
  public void remove(int site) {
    command(from -> from.remove(site));
  }

  private void command(Consumer<EntrySource> command) {
    commands.add(command);
    wake();
  }

  @Override
  public void setPaused(int site, boolean paused) {
    command(from -> from.setPaused(site, paused));
  }

  @Override
  public void expedite() {
    rest.end();
  }

  @Override
  public void close() {
    closed = true;
    wake();
    onClosed.accept(this);
  }

  private void wake() {
    EntrySource from = source;
    if (from != null) {
      from.wake();
    }
    LockSupport.unpark(thread);
  }

  private void run() {
    try (EntrySource from = sources.apply(name)) {
      source = from;
      while (!closed) {
        step(from);
      }
    } catch (RuntimeException e) {
      failAll(e);
    }
  }

  private void step(EntrySource from) {
    for (Consumer<EntrySource> c = commands.poll(); c != null; c = commands.poll()) {
      c.accept(from);
    }
    if (mustWait() || (held.isEmpty() && from.isEmpty())) {
      LockSupport.park(this);
    } else if (held.isEmpty()) {
      held = from.poll(scheduler.clock().nowUs());
    } else {
      boolean busy = isBusy(held);
      handOver(held);
      held = new PolledEntries();
      if (busy) {
        rest.take(REST_NS);
      }
    }
  }

  /** Judged by what came since the last delivery. */
  private boolean isBusy(PolledEntries delivery) {
    long nowUs = scheduler.clock().nowUs();
    long sinceUs = nowUs - handedOverUs;
    handedOverUs = nowUs;
    return sinceUs < delivery.entries() * BUSY_GAP_US;
  }

  private boolean mustWait() {
    return handedOverBytes.get() > settings.readAheadBytes();
  }

  private void handOver(PolledEntries delivery) {
    handedOverBytes.addAndGet(delivery.bytes());
    scheduler.execute(new Arrival(delivery));
  }

  /**
   * A little of the log, this thread may apply itself: it would rest or wait for more otherwise.
   */
  private final class Arrival implements ShortTask {
    private final PolledEntries delivery;

    Arrival(PolledEntries delivery) {
      this.delivery = delivery;
    }

    @Override
    public boolean isShort() {
      return delivery.bytes() <= SHORT_BYTES;
    }

    @Override
    public void run() {
      process(delivery);
    }
  }

  /** On the scheduler. */
  private void process(PolledEntries delivery) {
    if (!closed) {
      delivery.to(listener);
    }
    long before = handedOverBytes.getAndAdd(-delivery.bytes());
    if (before > settings.readAheadBytes()) {
      LockSupport.unpark(thread);
    }
  }

  /** An error that cannot be laid to one log ends the reading of all of them. */
  private void failAll(RuntimeException error) {
    if (closed) {
      return;
    }
    LOG.error("Reading the logs at {} ended", settings.brokers(), error);
    PolledEntries last = new PolledEntries();
    EntrySource from = source;
    if (from != null) {
      from.sites().forEach((site, offset) -> last.addFailure(site, corrupt(site, offset, error)));
    }
    handOver(last);
  }

  static ThetisException corrupt(int site, long offset, Exception error) {
    return new ThetisException(ErrorCode.LOG_CORRUPT, site, offset, error.getMessage())
        .causedBy(error);
  }
}
