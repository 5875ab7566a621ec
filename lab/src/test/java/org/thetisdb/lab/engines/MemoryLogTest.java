package org.thetisdb.lab.engines;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.time.EngineThread;
import org.thetisdb.replication.log.LogAppender;
import org.thetisdb.replication.log.LogAppender.AppendCallback;
import org.thetisdb.replication.log.LogListener;
import org.thetisdb.replication.log.LogReader;

/** A reader hears all entries in their order, whatever it rests and whatever is forgotten. */
class MemoryLogTest {
  private static final int ENTRIES = 20_000;

  private final MemoryLog log = new MemoryLog();
  private final List<Throwable> faults = new ArrayList<>();
  private final EngineThread writing = new EngineThread("writing", faults::add);
  private final EngineThread reading = new EngineThread("reading", faults::add);
  private final List<Long> read = new ArrayList<>();
  private final CompletableFuture<Void> all = new CompletableFuture<>();
  private LogReader reader;

  @AfterEach
  void closeAll() {
    writing.close();
    reading.close();
    assertThat(faults).isEmpty();
  }

  @Test
  void aReaderHearsAllInOrderAndNothingIsKept() throws Exception {
    log.forgetWhatIsRead();
    open();
    append(ENTRIES);

    all.get(10, TimeUnit.SECONDS);
    assertThat(read)
        .containsExactlyElementsOf(IntStream.range(0, ENTRIES).mapToObj(Long::valueOf).toList());
    assertThat(log.held()).isLessThan(ENTRIES / 2);
  }

  @Test
  void aReaderThatPausesMissesNothing() throws Exception {
    open();
    reading.execute(() -> reader.setPaused(1, true));
    append(ENTRIES);
    reading.execute(() -> reader.setPaused(1, false));

    all.get(10, TimeUnit.SECONDS);
    assertThat(log.held()).isEqualTo(ENTRIES);
  }

  private void open() throws Exception {
    CompletableFuture<Void> opened = new CompletableFuture<>();
    reading.execute(
        () -> {
          reader = log.openReader(Map.of(1, 0L), reading, new Listener());
          opened.complete(null);
        });
    opened.get(10, TimeUnit.SECONDS);
  }

  private void append(int entries) throws Exception {
    CompletableFuture<Long> last = new CompletableFuture<>();
    writing.execute(
        () -> {
          LogAppender appender = log.openAppender(1, writing);
          for (int i = 0; i < entries; i++) {
            appender.append(new byte[] {(byte) i}, new Acknowledged(last, entries));
          }
        });
    assertThat(last.get(10, TimeUnit.SECONDS)).isEqualTo(entries - 1);
  }

  private record Acknowledged(CompletableFuture<Long> last, int entries) implements AppendCallback {
    @Override
    public void onAppended(long offset) {
      if (offset == entries - 1) {
        last.complete(offset);
      }
    }

    @Override
    public void onFailed(RuntimeException reason) {
      last.completeExceptionally(reason);
    }
  }

  private final class Listener implements LogListener {
    @Override
    public void onEntry(int site, long offset, byte[] entry) {
      read.add(offset);
      assertThat(entry[0]).isEqualTo((byte) offset);
      if (offset == ENTRIES - 1) {
        all.complete(null);
      }
    }

    @Override
    public void onFailed(int site, RuntimeException reason) {
      all.completeExceptionally(reason);
    }
  }
}
