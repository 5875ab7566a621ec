package org.thetisdb.simulation;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.time.Scheduler;
import org.thetisdb.replication.log.CommitLog;
import org.thetisdb.replication.log.LogAppender;
import org.thetisdb.replication.log.LogListener;
import org.thetisdb.replication.log.LogReader;

/** Site logs in one world: appends and reads take a random time; what was acknowledged stays. */
public final class SimulatedLog implements CommitLog {
  private final World world;
  private final RandomGenerator random;
  private final Map<Integer, List<byte[]>> logs = new HashMap<>();
  private final Map<Integer, Long> beginnings = new HashMap<>();
  private final Set<Integer> heldBack = new HashSet<>();
  private final List<Appender> appenders = new ArrayList<>();
  private final List<Reader> readers = new ArrayList<>();
  private final long appendUs;

  /** Logs whose appends take about {@code appendUs}. */
  public SimulatedLog(World world, long appendUs) {
    this.world = world;
    this.appendUs = appendUs;
    this.random = world.newRandom();
  }

  @Override
  public void ensureLog(int site, Scheduler scheduler, Consumer<RuntimeException> done) {
    logs.computeIfAbsent(site, s -> new ArrayList<>());
    scheduler.execute(() -> done.accept(null));
  }

  @Override
  public LogAppender openAppender(int site, Scheduler scheduler) {
    Appender appender = new Appender(site, scheduler);
    appenders.add(appender);
    return appender;
  }

  @Override
  public LogReader openReader(
      Map<Integer, Long> fromOffsets, Scheduler scheduler, LogListener listener) {
    Reader reader = new Reader(scheduler, listener);
    fromOffsets.forEach(reader::add);
    readers.add(reader);
    return reader;
  }

  @Override
  public void trim(
      int site, long beforeOffset, Scheduler scheduler, Consumer<RuntimeException> done) {
    beginnings.merge(site, beforeOffset, Math::max);
    scheduler.execute(() -> done.accept(null));
  }

  /** A site has died: what it was about to append never arrives. */
  public void loseInFlight(int site) {
    appenders.stream().filter(appender -> appender.site == site).forEach(Appender::close);
    appenders.removeIf(appender -> appender.site == site);
  }

  /** From now on nobody gets anything of a log to read, until {@link #release}. */
  public void holdBack(int site) {
    heldBack.add(site);
  }

  /** What was held back of a log is read. */
  public void release(int site) {
    heldBack.remove(site);
    readers.forEach(Reader::poll);
  }

  /** The offset at which a log begins, since those before were trimmed. */
  public long beginning(int site) {
    return beginnings.getOrDefault(site, 0L);
  }

  /** The entries of one log, trimmed ones too; for checks at the end of a run. */
  public List<byte[]> entries(int site) {
    return List.copyOf(logs.getOrDefault(site, List.of()));
  }

  @Override
  public String durabilityText() {
    return "in a simulated log";
  }

  @Override
  public void close() {
    readers.clear();
  }

  private final class Appender implements LogAppender {
    private final int site;
    private final List<byte[]> log;
    private final Scheduler scheduler;
    private long readyUs;
    private boolean closed;

    Appender(int site, Scheduler scheduler) {
      this.site = site;
      this.log = logs.get(site);
      this.scheduler = scheduler;
    }

    @Override
    public void append(byte[] entry, AppendCallback callback) {
      readyUs = Math.max(readyUs + 1, world.nowUs() + random.nextLong(appendUs / 2, appendUs * 2));
      world.at(readyUs, () -> write(entry, callback));
    }

    private void write(byte[] entry, AppendCallback callback) {
      if (closed) {
        return;
      }
      log.add(entry);
      long offset = log.size() - 1L;
      readers.forEach(Reader::poll);
      scheduler.execute(() -> callback.onAppended(offset));
    }

    @Override
    public void close() {
      closed = true;
    }
  }

  private final class Reader implements LogReader {
    private final Scheduler scheduler;
    private final LogListener listener;
    private final Map<Integer, Long> next = new HashMap<>();
    private boolean paused;
    private boolean closed;
    private boolean pollPosted;

    Reader(Scheduler scheduler, LogListener listener) {
      this.scheduler = scheduler;
      this.listener = listener;
    }

    @Override
    public void add(int site, long fromOffset) {
      next.put(site, fromOffset);
      poll();
    }

    @Override
    public void remove(int site) {
      next.remove(site);
    }

    @Override
    public void setPaused(boolean wanted) {
      paused = wanted;
      poll();
    }

    @Override
    public void close() {
      closed = true;
      readers.remove(this);
    }

    void poll() {
      if (!pollPosted && !paused && !closed) {
        pollPosted = true;
        world.at(
            world.nowUs() + random.nextLong(appendUs, 4 * appendUs),
            () -> scheduler.execute(this::deliver));
      }
    }

    private void deliver() {
      pollPosted = false;
      for (int site : List.copyOf(next.keySet())) {
        List<byte[]> log = logs.get(site);
        while (!closed
            && !paused
            && !heldBack.contains(site)
            && next.containsKey(site)
            && next.get(site) < log.size()) {
          long offset = next.get(site);
          if (offset < beginning(site)) {
            next.remove(site);
            listener.onFailed(site, new ThetisException(ErrorCode.LOG_TRIMMED, site, offset));
            break;
          }
          next.put(site, offset + 1);
          listener.onEntry(site, offset, log.get((int) offset));
        }
      }
    }
  }
}
