package org.thetisdb.replication.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.testing.VirtualTime;
import org.thetisdb.core.time.Scheduler;

/** Scenarios of a log on slow storage. */
final class DelayedCommitLogTest {
  private static final byte[] ENTRY = {1};

  private final VirtualTime timers = new VirtualTime(0);
  private final Below below = new Below();
  private final CommitLog log = new DelayedCommitLog(below, 200);
  private final LogAppender appender = log.openAppender(1, timers);
  private final List<String> heard = new ArrayList<>();

  @Test
  void anAppendIsAcknowledgedLaterAndInOrder() {
    append();
    append();
    below.acknowledge(0);
    advanceTo(100);
    below.acknowledge(1);
    advanceTo(199);
    assertThat(heard).isEmpty();
    advanceTo(200);
    assertThat(heard).containsExactly("at 0");
    advanceTo(300);
    assertThat(heard).containsExactly("at 0", "at 1");
  }

  @Test
  void aFailureIsTold() {
    append();
    below.callbacks.get(0).onFailed(new IllegalStateException("full"));
    advanceTo(200);
    assertThat(heard).containsExactly("failed: full");
  }

  @Test
  void whoHasClosedTheAppenderHearsNothingMore() {
    append();
    below.acknowledge(0);
    appender.close();
    advanceTo(1_000);
    assertThat(heard).isEmpty();
    assertThat(below.closed).isTrue();
  }

  private void advanceTo(long us) {
    timers.pass(us - timers.nowUs());
  }

  private void append() {
    appender.append(
        ENTRY,
        new LogAppender.AppendCallback() {
          @Override
          public void onAppended(long offset) {
            heard.add("at " + offset);
          }

          @Override
          public void onFailed(RuntimeException reason) {
            heard.add("failed: " + reason.getMessage());
          }
        });
  }

  /** A log whose appends the test acknowledges. */
  private static final class Below implements CommitLog, LogAppender {
    private final List<AppendCallback> callbacks = new ArrayList<>();
    private boolean closed;

    void acknowledge(int offset) {
      callbacks.get(offset).onAppended(offset);
    }

    @Override
    public void append(byte[] entry, AppendCallback callback) {
      callbacks.add(callback);
    }

    @Override
    public LogAppender openAppender(int site, Scheduler scheduler) {
      return this;
    }

    @Override
    public void ensureLog(int site, Scheduler scheduler, Consumer<RuntimeException> done) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void askIdentity(
        int site, Scheduler scheduler, BiConsumer<String, RuntimeException> done) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void askEnd(int site, Scheduler scheduler, BiConsumer<Long, RuntimeException> done) {
      throw new UnsupportedOperationException();
    }

    @Override
    public LogReader openReader(
        Map<Integer, Long> fromOffsets, Scheduler scheduler, LogListener listener) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void trim(
        int site, long beforeOffset, Scheduler scheduler, Consumer<RuntimeException> done) {
      throw new UnsupportedOperationException();
    }

    @Override
    public String durabilityText() {
      return "in memory";
    }

    @Override
    public void close() {
      closed = true;
    }
  }
}
