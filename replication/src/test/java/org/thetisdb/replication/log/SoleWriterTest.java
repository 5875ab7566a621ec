package org.thetisdb.replication.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.testing.VirtualTime;
import org.thetisdb.core.time.Scheduler;

/** Scenarios about incarnation 2 of site 1, which is not alone in its log. */
final class SoleWriterTest {
  private static final int ZOMBIE = 1;
  private static final int SELF = 2;
  private static final int SUCCESSOR = 3;

  private final VirtualTime time = new VirtualTime();
  private final TestLog log = new TestLog();
  private final SoleWriter writer = new SoleWriter(log, 1, SELF, time);
  private final List<String> answers = new ArrayList<>();

  @Test
  void appendsThatFollowEachOtherAreAcknowledgedAtOnce() {
    log.entries.add(fence(ZOMBIE));
    append();
    append();
    assertThat(answers).containsExactly("at 1", "at 2");
    assertThat(log.reads).isZero();
  }

  @Test
  void aZombiesEntryBetweenIsReadBackAndTheAppendIsGood() {
    append();
    log.entries.add(fence(ZOMBIE));
    append();
    append();
    assertThat(answers).containsExactly("at 0", "at 2", "at 3");
    assertThat(log.reads).isEqualTo(1);
    assertThat(log.openReaders).isZero();
  }

  @Test
  void theFenceOfASuccessorBetweenEndsTheWriter() {
    append();
    log.entries.add(fence(ZOMBIE));
    log.entries.add(fence(SUCCESSOR));
    append();
    append();
    assertThat(answers).containsExactly("at 0", "FENCED", "FENCED");
    assertThat(log.openReaders).isZero();
  }

  @Test
  void anEntryThatCannotBeReadEndsTheWriter() {
    append();
    byte[] damaged = fence(ZOMBIE);
    damaged[damaged.length - 1]++;
    log.entries.add(damaged);
    append();
    assertThat(answers).containsExactly("at 0", "FENCED");
  }

  @Test
  void ifTheLogCannotBeReadBackTheAppendIsNotGood() {
    append();
    log.entries.add(fence(ZOMBIE));
    log.failReads = true;
    append();
    append();
    assertThat(answers).containsExactly("at 0", "LOG_CORRUPT", "FENCED");
  }

  @Test
  void nothingIsAnsweredAfterTheEnd() {
    append();
    log.entries.add(fence(ZOMBIE));
    writer.append(fence(SELF), new Answer());
    time.runNext();
    writer.close();
    runAll();
    assertThat(answers).containsExactly("at 0");
    assertThat(log.openReaders).isZero();
  }

  @Test
  void onlyOneAppendMayBeInFlight() {
    writer.append(fence(SELF), new Answer());
    assertThatThrownBy(() -> writer.append(fence(SELF), new Answer()))
        .isInstanceOf(IllegalStateException.class);
  }

  private void append() {
    writer.append(fence(SELF), new Answer());
    runAll();
  }

  private void runAll() {
    time.settle();
  }

  private static byte[] fence(int incarnation) {
    return new LogBatchWriter(1, incarnation).fence();
  }

  private final class Answer implements LogAppender.AppendCallback {
    @Override
    public void onAppended(long offset) {
      answers.add("at " + offset);
    }

    @Override
    public void onFailed(RuntimeException reason) {
      answers.add(((ThetisException) reason).code().name());
    }
  }

  /** One log in memory; others write to it by adding to the list. */
  private final class TestLog implements CommitLog {
    private final List<byte[]> entries = new ArrayList<>();
    private int reads;
    private int openReaders;
    private boolean failReads;

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
    public LogAppender openAppender(int site, Scheduler scheduler) {
      return new LogAppender() {
        @Override
        public void append(byte[] entry, AppendCallback callback) {
          entries.add(entry);
          long offset = entries.size() - 1L;
          time.execute(() -> callback.onAppended(offset));
        }

        @Override
        public void close() {
          // Nothing is held.
        }
      };
    }

    @Override
    public LogReader openReader(Map<Integer, Long> from, Scheduler scheduler, LogListener to) {
      reads++;
      openReaders++;
      time.execute(() -> deliver(Math.toIntExact(from.get(1)), to));
      return new OpenReader();
    }

    private void deliver(int from, LogListener to) {
      if (failReads) {
        to.onFailed(1, new ThetisException(ErrorCode.LOG_CORRUPT, 1, from, "gone"));
      }
      for (int offset = from; offset < entries.size(); offset++) {
        to.onEntry(1, offset, entries.get(offset));
      }
    }

    @Override
    public void trim(
        int site, long beforeOffset, Scheduler scheduler, Consumer<RuntimeException> done) {
      throw new UnsupportedOperationException();
    }

    @Override
    public String durabilityText() {
      return "in a list";
    }

    @Override
    public void close() {
      // Nothing is held.
    }

    private final class OpenReader implements LogReader {
      @Override
      public void add(int site, long fromOffset) {
        throw new UnsupportedOperationException();
      }

      @Override
      public void remove(int site) {
        throw new UnsupportedOperationException();
      }

      @Override
      public void setPaused(int site, boolean paused) {
        throw new UnsupportedOperationException();
      }

      @Override
      public void expedite() {
        // It never rests.
      }

      @Override
      public void close() {
        openReaders--;
      }
    }
  }
}
