package org.thetisdb.simulation;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.time.Scheduler;
import org.thetisdb.core.time.ShortTask;
import org.thetisdb.replication.log.CommitLog;
import org.thetisdb.replication.log.LogAppender;
import org.thetisdb.replication.log.LogListener;
import org.thetisdb.replication.log.LogReader;

/**
 * Site logs in one world: appends and reads take a random time; what is in a log stays.
 *
 * <p>An append whose process dies on the way is in the log or not. The logs can be out of reach for
 * a while: then appends and reads wait. An append can fail towards its caller, with its entry in
 * the log or not (hazard 4).
 */
public final class SimulatedLog {
  /** How long a reader lets entries gather that nobody waits for. */
  private static final long MOST_REST_US = 4_000;

  private final World world;
  private final RandomGenerator random;
  private final Map<Integer, List<byte[]>> logs = new TreeMap<>();
  private final Map<Integer, Long> beginnings = new HashMap<>();
  private final Set<Integer> heldBack = new HashSet<>();
  private final List<Appender> appenders = new ArrayList<>();
  private final List<Reader> readers = new ArrayList<>();
  private final Set<Integer> failNext = new HashSet<>();
  private final Map<String, Long> lagsUntilUs = new HashMap<>();
  private final Map<Integer, Long> appendsFromUs = new HashMap<>();
  private final long appendUs;
  private long bandwidth;
  private long awayUntilUs;
  private boolean removesLate;
  private String identity = "first";
  private Watcher watcher = (site, entry) -> {};
  private Gate gate = Gate.OPEN;

  /** Hears of each entry in the moment in which it is in a log. */
  @FunctionalInterface
  public interface Watcher {
    /** An entry stands at the end of a site's log. */
    void onEntry(int site, byte[] entry);
  }

  /** Stands where entries come into the logs, for faults at this very point. */
  public interface Gate {
    /** All come in. */
    Gate OPEN =
        new Gate() {
          @Override
          public boolean letsIn(SimulatedProcess writer, int site, byte[] entry) {
            return true;
          }

          @Override
          public void isIn(SimulatedProcess writer, int site, byte[] entry) {}
        };

    /**
     * An entry is about to stand at the end of a site's log; if it does not come in, its writer has
     * been killed.
     */
    boolean letsIn(SimulatedProcess writer, int site, byte[] entry);

    /** It stands there, and its writer does not know yet. */
    void isIn(SimulatedProcess writer, int site, byte[] entry);
  }

  /** Logs whose appends take about {@code appendUs}. */
  public SimulatedLog(World world, long appendUs) {
    this.world = world;
    this.appendUs = appendUs;
    this.random = world.newRandom();
  }

  /** One watcher hears of all entries from now on. */
  public void watch(Watcher newWatcher) {
    watcher = newWatcher;
  }

  /** One gate stands before all logs from now on. */
  public void setGate(Gate newGate) {
    gate = newGate;
  }

  /** The logs as one process sees them. */
  public CommitLog of(SimulatedProcess process) {
    return new ProcessLog(process);
  }

  /** From now on what is on its way from a log that is removed from a reader still arrives. */
  public void removeLate() {
    removesLate = true;
  }

  /** From now on so many bytes in a second go into each log; 0 for as many as there are. */
  public void setBandwidth(long bytesPerS) {
    bandwidth = bytesPerS;
  }

  /** A site has died: what it was about to append never arrives. */
  public void loseInFlight(int site) {
    appenders.stream().filter(a -> a.site == site).forEach(appender -> appender.lost = true);
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

  /** One entry of a log; null if there is none. */
  public byte[] entry(int site, long offset) {
    List<byte[]> log = logs.getOrDefault(site, List.of());
    return offset < log.size() ? log.get((int) offset) : null;
  }

  /** All logs are gone, and others will be made in their place. */
  public void deleteAll() {
    logs.clear();
    beginnings.clear();
    identity = "anew";
  }

  /** Nobody reaches the logs for a while. */
  public void goAway(long durationUs) {
    awayUntilUs = Math.max(awayUntilUs, world.nowUs() + durationUs);
  }

  /** One process reads nothing for a while; it can append. */
  public void lag(String process, long durationUs) {
    lagsUntilUs.merge(process, world.nowUs() + durationUs, Math::max);
  }

  /** What is appended to one log does not arrive for a while; the others go on. */
  public void delayAppends(int site, long durationUs) {
    appendsFromUs.merge(site, world.nowUs() + durationUs, Math::max);
  }

  /** The next append to a site's log fails. */
  public void failNextAppend(int site) {
    failNext.add(site);
  }

  /** No append fails any more that was to fail and has not been made. */
  public void failNoMore() {
    failNext.clear();
  }

  private long backAtUs() {
    return Math.max(awayUntilUs, world.nowUs());
  }

  private final class ProcessLog implements CommitLog {
    private final SimulatedProcess process;

    ProcessLog(SimulatedProcess process) {
      this.process = process;
    }

    @Override
    public void ensureLog(int site, Scheduler scheduler, Consumer<RuntimeException> done) {
      world.at(
          backAtUs() + appendUs,
          () -> {
            logs.computeIfAbsent(site, s -> new ArrayList<>());
            scheduler.execute(() -> done.accept(null));
          });
    }

    @Override
    public void askIdentity(
        int site, Scheduler scheduler, BiConsumer<String, RuntimeException> done) {
      world.at(backAtUs() + appendUs, () -> scheduler.execute(() -> done.accept(identity, null)));
    }

    /** While the logs are away the question is asked again and again, like those to a broker. */
    @Override
    public void askEnd(int site, Scheduler scheduler, BiConsumer<Long, RuntimeException> done) {
      world.at(
          backAtUs() + random.nextLong(appendUs, 4 * appendUs),
          () -> {
            if (awayUntilUs > world.nowUs()) {
              askEnd(site, scheduler, done);
            } else {
              long end = logs.get(site).size();
              scheduler.execute(() -> done.accept(end, null));
            }
          });
    }

    @Override
    public LogAppender openAppender(int site, Scheduler scheduler) {
      Appender appender = new Appender(site, process, scheduler);
      appenders.add(appender);
      return appender;
    }

    @Override
    public void trim(
        int site, long beforeOffset, Scheduler scheduler, Consumer<RuntimeException> done) {
      world.at(
          backAtUs() + appendUs,
          () -> {
            beginnings.merge(site, beforeOffset, Math::max);
            scheduler.execute(() -> done.accept(null));
          });
    }

    @Override
    public LogReader openReader(
        Map<Integer, Long> fromOffsets, Scheduler scheduler, LogListener listener) {
      Reader reader = new Reader(process, scheduler, listener);
      fromOffsets.forEach(reader::add);
      readers.add(reader);
      return reader;
    }

    @Override
    public String durabilityText() {
      return "in a simulated log";
    }

    @Override
    public void close() {
      readers.removeIf(reader -> reader.process == process);
    }
  }

  private final class Appender implements LogAppender {
    private final int site;
    private final List<byte[]> log;
    private final SimulatedProcess process;
    private final Scheduler scheduler;
    private long readyUs;
    private long linkFreeNs;
    private boolean failed;
    private boolean closed;
    private boolean lost;

    Appender(int site, SimulatedProcess process, Scheduler scheduler) {
      this.site = site;
      this.log = logs.get(site);
      this.process = process;
      this.scheduler = scheduler;
    }

    @Override
    public void append(byte[] entry, AppendCallback callback) {
      long tookUs = random.nextLong(appendUs / 2, appendUs * 2) + sendingUs(entry.length);
      readyUs = Math.max(readyUs + 1, backAtUs() + world.spentUs() + tookUs);
      world.at(readyUs, () -> arrive(entry, callback));
    }

    /** How long this entry is on its way behind those before it. */
    private long sendingUs(int bytes) {
      if (bandwidth == 0) {
        return 0;
      }
      long nowNs = world.nowUs() * 1_000;
      linkFreeNs = Math.max(nowNs, linkFreeNs) + bytes * 1_000_000_000L / bandwidth;
      return (linkFreeNs - nowNs) / 1_000;
    }

    private void arrive(byte[] entry, AppendCallback callback) {
      long takenFromUs = Math.max(awayUntilUs, appendsFromUs.getOrDefault(site, 0L));
      if (takenFromUs > world.nowUs()) {
        readyUs = Math.max(readyUs + 1, takenFromUs);
        world.at(readyUs, () -> arrive(entry, callback));
        return;
      }
      boolean sent = !lost && ((process.isAlive() && !closed) || random.nextBoolean());
      if (failed || !sent) {
        fail(callback, "the appender has ended");
      } else if (failNext.remove(site)) {
        failed = true;
        if (random.nextBoolean()) {
          add(entry);
        }
        fail(callback, "the append got no answer in time");
      } else {
        write(entry, callback);
      }
    }

    private void write(byte[] entry, AppendCallback callback) {
      if (!gate.letsIn(process, site, entry)) {
        lost = true;
        fail(callback, "the writer has ended");
        return;
      }
      long offset = add(entry);
      gate.isIn(process, site, entry);
      ShortTask news = () -> callback.onAppended(offset);
      scheduler.execute(news);
    }

    private long add(byte[] entry) {
      log.add(entry);
      world.note(entry);
      watcher.onEntry(site, entry);
      readers.forEach(Reader::poll);
      return log.size() - 1L;
    }

    private void fail(AppendCallback callback, String why) {
      scheduler.execute(() -> callback.onFailed(new IllegalStateException(why)));
    }

    @Override
    public void close() {
      closed = true;
      appenders.remove(this);
    }
  }

  private final class Reader implements LogReader {
    private final SimulatedProcess process;
    private final Scheduler scheduler;
    private final LogListener listener;
    private final Map<Integer, Long> next = new TreeMap<>();
    private final Map<Integer, Long> leaving = new TreeMap<>();
    private final Set<Integer> paused = new HashSet<>();
    private boolean closed;
    private boolean pollPosted;
    private boolean resting;
    private boolean expedited;
    private long polls;

    Reader(SimulatedProcess process, Scheduler scheduler, LogListener listener) {
      this.process = process;
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
      paused.remove(site);
      Long offset = next.remove(site);
      if (removesLate && offset != null) {
        leaving.put(site, offset);
      }
    }

    /** What is on its way from logs that were removed. */
    private void deliverLate() {
      Map<Integer, Long> late = new TreeMap<>(leaving);
      leaving.clear();
      late.forEach(
          (site, from) -> {
            List<byte[]> log = logs.get(site);
            for (long o = Math.max(from, beginning(site)); o < log.size() && !closed; o++) {
              listener.onEntry(site, o, log.get((int) o));
            }
          });
    }

    @Override
    public void setPaused(int site, boolean wanted) {
      if (wanted && next.containsKey(site)) {
        paused.add(site);
      } else if (paused.remove(site)) {
        poll();
      }
    }

    @Override
    public void close() {
      closed = true;
      readers.remove(this);
    }

    @Override
    public void expedite() {
      if (resting) {
        pollPosted = false;
        poll(0);
      } else {
        expedited = true;
      }
    }

    /**
     * Now and then the reader lets entries gather first. Without timers a rest ends only if
     * somebody asks for it; so one is taken after each delivery, unless demand was asked for before
     * it.
     */
    void poll() {
      boolean rests = random.nextInt(8) == 0;
      if (!process.holdsTimers()) {
        poll(rests ? MOST_REST_US : 0);
      } else if (!resting) {
        poll(0);
      }
    }

    private void poll(long restUs) {
      if (!pollPosted && !closed && process.isAlive()) {
        pollPosted = true;
        resting = restUs > 0;
        long number = ++polls;
        world.at(
            Math.max(backAtUs(), lagsUntilUs()) + random.nextLong(appendUs, 4 * appendUs) + restUs,
            () -> scheduler.execute((ShortTask) () -> deliver(number)));
      }
    }

    private long lagsUntilUs() {
      return lagsUntilUs.getOrDefault(process.name(), 0L);
    }

    /** Delivers some logs to their ends, others not yet: they are read independently. */
    private void deliver(long number) {
      if (number < polls) {
        return; // the rest before it was ended
      }
      pollPosted = false;
      resting = false;
      if (Math.max(awayUntilUs, lagsUntilUs()) > world.nowUs()) {
        poll();
        return;
      }
      deliverLate();
      boolean left = false;
      boolean any = false;
      for (int site : List.copyOf(next.keySet())) {
        if (random.nextInt(4) == 0) {
          left = true;
        } else {
          any |= deliver(site);
        }
      }
      resting = any && process.holdsTimers() && !expedited;
      expedited &= !any;
      if (left) {
        poll();
      }
    }

    /** Whether there was anything. */
    private boolean deliver(int site) {
      List<byte[]> log = logs.get(site);
      boolean any = false;
      while (!closed
          && !paused.contains(site)
          && !heldBack.contains(site)
          && next.containsKey(site)
          && next.get(site) < log.size()) {
        long offset = next.get(site);
        if (offset < beginning(site)) {
          next.remove(site);
          listener.onFailed(site, new ThetisException(ErrorCode.LOG_TRIMMED, site, offset));
          return true;
        }
        next.put(site, offset + 1);
        any = true;
        listener.onEntry(site, offset, log.get((int) offset));
      }
      return any;
    }
  }
}
