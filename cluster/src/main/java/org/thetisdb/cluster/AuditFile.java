package org.thetisdb.cluster;

import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.Locale;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.thetisdb.core.id.Address;
import org.thetisdb.core.time.SystemClock;
import org.thetisdb.router.login.AuditLog;

/**
 * Writes who did what to a file, a line each, on a thread of its own. The file is begun with the
 * first line; when it is long, older ones move on, and the oldest goes. Whoever notes something
 * never waits: if more comes than the disk takes, a line says how much is missing. Thread-safe.
 */
final class AuditFile implements AuditLog, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(AuditFile.class);
  private static final int MOST_WAITING = 10_000;
  private static final long LONGEST_BYTES = 16L << 20;
  private static final int MOST_FILES = 8;
  private static final int MOST_CHARS = 500;
  private static final long POLL_MS = 200;
  private static final long CLOSE_MS = 2_000;

  private final Path file;
  private final long longestBytes;
  private final SystemClock clock = SystemClock.INSTANCE;
  private final BlockingQueue<String> waiting = new ArrayBlockingQueue<>(MOST_WAITING);
  private final AtomicLong missing = new AtomicLong();
  private final Thread thread = new Thread(this::run, "audit");
  private volatile boolean closed;

  private AuditFile(Path file, long longestBytes) {
    this.file = file;
    this.longestBytes = longestBytes;
  }

  /** Begins to take down; nothing is written before there is something. */
  static AuditFile start(Path file) {
    return start(file, LONGEST_BYTES);
  }

  static AuditFile start(Path file, long longestBytes) {
    AuditFile audit = new AuditFile(file, longestBytes);
    audit.thread.setDaemon(true);
    audit.thread.start();
    return audit;
  }

  @Override
  public void note(Event event, String user, Address from, String what) {
    String line =
        "%s %s user=\"%s\" from=%s %s%n"
            .formatted(
                Instant.ofEpochMilli(clock.wallMs()),
                event.name().toLowerCase(Locale.ROOT),
                shown(user),
                from,
                shown(what));
    if (!waiting.offer(line)) {
      missing.incrementAndGet();
    }
  }

  /** One line, however it was written. */
  private static String shown(String text) {
    String bounded = text.length() > MOST_CHARS ? text.substring(0, MOST_CHARS) : text;
    return bounded.replaceAll("\\p{Cntrl}+", " ");
  }

  private void run() {
    try {
      while (!closed || !waiting.isEmpty()) {
        String line = waiting.poll(POLL_MS, TimeUnit.MILLISECONDS);
        if (line != null) {
          write(line);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void write(String first) {
    try {
      makeRoom();
      Files.createDirectories(file.toAbsolutePath().getParent());
      try (Writer out =
          Files.newBufferedWriter(
              file, StandardCharsets.UTF_8, StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
        int most = MOST_WAITING;
        for (String line = first; line != null && most-- > 0; line = waiting.poll()) {
          out.write(line);
        }
        long gone = missing.getAndSet(0);
        if (gone > 0) {
          out.write("%d lines are missing: the disk was too slow%n".formatted(gone));
        }
      }
    } catch (IOException e) {
      LOG.error("The audit log {} cannot be written.", file, e);
    }
  }

  private void makeRoom() throws IOException {
    if (!Files.exists(file) || Files.size(file) < longestBytes) {
      return;
    }
    for (int i = MOST_FILES - 1; i > 0; i--) {
      Path from = i == 1 ? file : numbered(i - 1);
      if (Files.exists(from)) {
        Files.move(from, numbered(i), StandardCopyOption.REPLACE_EXISTING);
      }
    }
  }

  private Path numbered(int number) {
    return file.resolveSibling(file.getFileName() + "." + number);
  }

  @Override
  public void close() {
    closed = true;
    try {
      thread.join(CLOSE_MS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
