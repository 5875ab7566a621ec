package org.thetisdb.replication.log;

import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.thetisdb.core.time.Scheduler;

/**
 * A log that takes longer: appends are acknowledged some microseconds after the log below has them,
 * as if they went to slower storage (COCO, section 4.6.3). For comparisons. What is read is not
 * held back. As thread-safe as the log below.
 */
public final class DelayedCommitLog implements CommitLog {
  private final CommitLog below;
  private final long delayUs;

  /**
   * A log.
   *
   * @param below has the entries; closed with this one
   */
  public DelayedCommitLog(CommitLog below, long delayUs) {
    this.below = below;
    this.delayUs = delayUs;
  }

  @Override
  public void ensureLog(int site, Scheduler scheduler, Consumer<RuntimeException> done) {
    below.ensureLog(site, scheduler, done);
  }

  @Override
  public void askIdentity(
      int site, Scheduler scheduler, BiConsumer<String, RuntimeException> done) {
    below.askIdentity(site, scheduler, done);
  }

  @Override
  public void askEnd(int site, Scheduler scheduler, BiConsumer<Long, RuntimeException> done) {
    below.askEnd(site, scheduler, done);
  }

  @Override
  public LogAppender openAppender(int site, Scheduler scheduler) {
    return new Appender(below.openAppender(site, scheduler), scheduler);
  }

  @Override
  public LogReader openReader(
      Map<Integer, Long> fromOffsets, Scheduler scheduler, LogListener listener) {
    return below.openReader(fromOffsets, scheduler, listener);
  }

  @Override
  public void trim(
      int site, long beforeOffset, Scheduler scheduler, Consumer<RuntimeException> done) {
    below.trim(site, beforeOffset, scheduler, done);
  }

  @Override
  public String durabilityText() {
    return below.durabilityText() + ", " + delayUs + " µs later than it could be";
  }

  @Override
  public void close() {
    below.close();
  }

  /** All answers wait equally long on one scheduler, so their order stays. */
  private final class Appender implements LogAppender {
    private final LogAppender inner;
    private final Scheduler scheduler;
    private boolean closed;

    Appender(LogAppender inner, Scheduler scheduler) {
      this.inner = inner;
      this.scheduler = scheduler;
    }

    @Override
    public void append(byte[] entry, AppendCallback callback) {
      inner.append(
          entry,
          new AppendCallback() {
            @Override
            public void onAppended(long offset) {
              later(() -> callback.onAppended(offset));
            }

            @Override
            public void onFailed(RuntimeException reason) {
              later(() -> callback.onFailed(reason));
            }
          });
    }

    private void later(Runnable answer) {
      scheduler.schedule(
          delayUs,
          () -> {
            if (!closed) {
              answer.run();
            }
          });
    }

    @Override
    public void close() {
      closed = true;
      inner.close();
    }
  }
}
