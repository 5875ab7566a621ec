package org.thetisdb.lab.engines;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.thetisdb.core.time.Scheduler;
import org.thetisdb.core.time.ShortTask;
import org.thetisdb.replication.log.CommitLog;
import org.thetisdb.replication.log.LogAppender;
import org.thetisdb.replication.log.LogListener;
import org.thetisdb.replication.log.LogReader;

/**
 * Site logs in the memory of this process: an append is acknowledged at once, and is lost with the
 * process. Readers rest between entries as those of the real log do. What all readers have read can
 * be forgotten, or a run would fill the memory. Thread-safe.
 */
final class MemoryLog implements CommitLog {
  /** So long a reader lets entries gather that nobody waits for, as the real one does. */
  private static final long REST_US = 4_000;

  /** What comes at a slower pace is read at once, as by the real one. */
  private static final long BUSY_GAP_US = 8_000;

  /** Others on the event loop get their turn behind so many entries. */
  private static final int ENTRIES_AT_ONCE = 64;

  private static final int LEAST_FORGOTTEN = 1_024;

  private final Map<Integer, Entries> logs = new ConcurrentHashMap<>();
  private volatile boolean forgets;

  /** All that will ever read do so now: what they have read is of no more use. */
  void forgetWhatIsRead() {
    forgets = true;
  }

  /** Entries of all logs that are held at this moment. */
  long held() {
    return logs.values().stream().mapToLong(Entries::held).sum();
  }

  private Entries log(int site) {
    return logs.computeIfAbsent(site, any -> new Entries());
  }

  @Override
  public void ensureLog(int site, Scheduler scheduler, Consumer<RuntimeException> done) {
    Entries unused = log(site);
    scheduler.execute(() -> done.accept(null));
  }

  @Override
  public void askIdentity(
      int site, Scheduler scheduler, BiConsumer<String, RuntimeException> done) {
    scheduler.execute(() -> done.accept("memory", null));
  }

  @Override
  public void askEnd(int site, Scheduler scheduler, BiConsumer<Long, RuntimeException> done) {
    long end = log(site).end();
    scheduler.execute(() -> done.accept(end, null));
  }

  @Override
  public LogAppender openAppender(int site, Scheduler scheduler) {
    return new Appender(log(site), scheduler);
  }

  @Override
  public LogReader openReader(
      Map<Integer, Long> fromOffsets, Scheduler scheduler, LogListener listener) {
    Reader reader = new Reader(scheduler, listener);
    fromOffsets.forEach(reader::add);
    return reader;
  }

  @Override
  public void trim(
      int site, long beforeOffset, Scheduler scheduler, Consumer<RuntimeException> done) {
    scheduler.execute(() -> done.accept(null));
  }

  @Override
  public String durabilityText() {
    return "in the memory of one process, and lost with it";
  }

  @Override
  public void close() {
    logs.clear();
  }

  /** One log. */
  private final class Entries {
    private final List<byte[]> held = new ArrayList<>();
    private final Map<Reader, Long> next = new HashMap<>();
    private long first;

    synchronized long end() {
      return first + held.size();
    }

    synchronized long held() {
      return held.size();
    }

    synchronized long append(byte[] entry) {
      held.add(entry);
      next.keySet().forEach(Reader::entryCame);
      return end() - 1;
    }

    synchronized void follow(Reader reader, long fromOffset) {
      next.put(reader, fromOffset);
      reader.entryCame();
    }

    synchronized void leave(Reader reader) {
      next.remove(reader);
    }

    /** The next entry for a reader, or null. */
    synchronized byte[] take(Reader reader, long offset) {
      if (offset >= end()) {
        forgetRead();
        return null;
      }
      next.replace(reader, offset + 1);
      return held.get((int) (offset - first));
    }

    private void forgetRead() {
      long least = next.values().stream().mapToLong(each -> each).min().orElse(end());
      if (forgets && least - first >= LEAST_FORGOTTEN) {
        held.subList(0, (int) (least - first)).clear();
        first = least;
      }
    }
  }

  private record Appender(Entries log, Scheduler scheduler) implements LogAppender {
    @Override
    public void append(byte[] entry, AppendCallback callback) {
      long offset = log.append(entry);
      ShortTask news = () -> callback.onAppended(offset);
      scheduler.execute(news);
    }

    @Override
    public void close() {
      // What was appended is acknowledged already.
    }
  }

  /** All but the hints belongs to the reader's event loop. */
  private final class Reader implements LogReader {
    private final Scheduler scheduler;
    private final LogListener listener;
    private final Map<Integer, Long> offsets = new TreeMap<>();

    /** Whether it is going to look for entries without being notified of them. */
    private final AtomicBoolean awaited = new AtomicBoolean();

    private volatile boolean resting;
    private volatile boolean expedited;
    private Scheduler.Timer rest = () -> {};
    private long countedUs;
    private long entries;
    private final Set<Integer> paused = new HashSet<>();
    private boolean closed;

    Reader(Scheduler scheduler, LogListener listener) {
      this.scheduler = scheduler;
      this.listener = listener;
    }

    /** Any thread. */
    void entryCame() {
      if (!awaited.getAndSet(true)) {
        scheduler.execute(this::read);
      }
    }

    @Override
    public void expedite() {
      expedited = true;
      if (resting) {
        scheduler.execute(this::read);
      }
    }

    @Override
    public void add(int site, long fromOffset) {
      offsets.put(site, fromOffset);
      log(site).follow(this, fromOffset);
    }

    @Override
    public void remove(int site) {
      offsets.remove(site);
      paused.remove(site);
      log(site).leave(this);
    }

    @Override
    public void setPaused(int site, boolean nowPaused) {
      if (nowPaused && offsets.containsKey(site)) {
        paused.add(site);
      } else if (paused.remove(site)) {
        scheduler.execute(this::read);
      }
    }

    private void read() {
      resting = false;
      rest.cancel();
      boolean more = false;
      for (int site : List.copyOf(offsets.keySet())) {
        more |= read(site);
      }
      if (more) {
        scheduler.execute(this::read);
      } else if (!rests()) {
        expedited = false;
        awaited.set(false);
        readWhatCame();
      }
    }

    /**
     * Rests if much comes and nobody waits for more; one that asks for haste meanwhile is heard.
     */
    private boolean rests() {
      long nowUs = scheduler.clock().nowUs();
      boolean busy = nowUs - countedUs < entries * BUSY_GAP_US;
      countedUs = nowUs;
      entries = 0;
      resting = busy;
      if (expedited) {
        resting = false;
      }
      if (resting) {
        rest = scheduler.schedule(REST_US, this::read);
      }
      return resting;
    }

    /** A thread that appended just before this reader stopped looking has not woken it. */
    private void readWhatCame() {
      boolean any = false;
      for (Map.Entry<Integer, Long> each : offsets.entrySet()) {
        any |= !paused.contains(each.getKey()) && log(each.getKey()).end() > each.getValue();
      }
      if (any) {
        entryCame();
      }
    }

    /** Whether there may be more than was read now. */
    private boolean read(int site) {
      for (int i = 0; i < ENTRIES_AT_ONCE; i++) {
        Long offset = offsets.get(site);
        boolean stops = closed || offset == null || paused.contains(site);
        byte[] entry = stops ? null : log(site).take(this, offset);
        if (entry == null) {
          return false;
        }
        offsets.put(site, offset + 1);
        entries++;
        listener.onEntry(site, offset, entry);
      }
      return true;
    }

    @Override
    public void close() {
      closed = true;
      logs.values().forEach(each -> each.leave(this));
    }
  }
}
