package org.thetisdb.replication.log.kafka;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;
import org.thetisdb.core.id.Address;
import org.thetisdb.replication.embedded.EmbeddedKafka;
import org.thetisdb.replication.log.LogAppender;
import org.thetisdb.replication.log.LogListener;
import org.thetisdb.replication.testing.Inbox;
import org.thetisdb.replication.testing.ThreadScheduler;

/**
 * Measures the site logs on an embedded broker in this process: three sites, each appends to its
 * own log and reads all three. Arguments: appends per second and site (0: one at a time, the next
 * when all have read the last), bytes per entry, seconds, durability.
 */
public final class LogBench {
  private static final int SITES = 3;

  private final Histogram acknowledged = new ConcurrentHistogram(60_000_000_000L, 3);
  private final Histogram read = new ConcurrentHistogram(60_000_000_000L, 3);
  private final Inbox<Long> reads = new Inbox<>();
  private final List<LogAppender> appenders = new ArrayList<>();
  private final int bytes;
  private Map<String, Long> before = Map.of();
  private volatile boolean oneAtATime;

  private LogBench(int bytes) {
    this.bytes = bytes;
  }

  public static void main(String[] arguments) throws Exception {
    int rate = Integer.parseInt(arguments[0]);
    LogBench bench = new LogBench(Integer.parseInt(arguments[1]));
    int seconds = Integer.parseInt(arguments[2]);
    Path dir = Files.createTempDirectory("thetis-log-bench");
    long begin = System.nanoTime();
    EmbeddedKafka kafka = EmbeddedKafka.start(dir, Address.ANY_LOOPBACK);
    System.out.printf(Locale.ROOT, "broker ready in %d ms%n", ms(begin));
    bench.open(kafka.address(), Durability.valueOf(arguments[3]));
    bench.round(rate, Math.max(5, seconds / 2), "warm-up");
    for (int i = 0; i < 3; i++) {
      bench.round(rate, seconds, "run " + (i + 1));
    }
    System.exit(0);
  }

  private void open(Address broker, Durability durability) {
    KafkaLogSettings settings = KafkaLogSettings.of(broker.toString(), "bench", durability);
    Map<Integer, Long> all = new HashMap<>();
    for (int site = 1; site <= SITES; site++) {
      all.put(site, 0L);
    }
    for (int site = 1; site <= SITES; site++) {
      LogProbe probe = new LogProbe(settings).ensure(1, 2, 3);
      ThreadScheduler scheduler = probe.scheduler;
      appenders.add(probe.log.openAppender(site, scheduler));
      probe.log.openReader(all, scheduler, new Listener());
    }
  }

  private void round(int rate, int seconds, String name) {
    acknowledged.reset();
    read.reset();
    OperatingSystemMXBean system =
        (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    before = threadTimes(ManagementFactory.getThreadMXBean());
    long cpu = system.getProcessCpuTime();
    long begin = System.nanoTime();
    long end = begin + seconds * 1_000_000_000L;
    oneAtATime = rate == 0;
    long count = rate == 0 ? oneAtATime(end) : atRate(rate, begin, end);
    if (name.equals("run 3")) {
      threads(count);
    }
    double wallS = (System.nanoTime() - begin) / 1e9;
    double cpuUs = (system.getProcessCpuTime() - cpu) / 1e3 / count;
    System.out.printf(
        Locale.ROOT,
        "%s: %.0f appends/s, cpu %.1f us per append, acknowledged us p50 %d p99 %d, read us p50 %d p99 %d%n",
        name,
        count / wallS,
        cpuUs,
        acknowledged.getValueAtPercentile(50) / 1000,
        acknowledged.getValueAtPercentile(99) / 1000,
        read.getValueAtPercentile(50) / 1000,
        read.getValueAtPercentile(99) / 1000);
  }

  /** Where the processor time of the last run went, by the threads' names. */
  private void threads(long count) {
    ThreadMXBean all = ManagementFactory.getThreadMXBean();
    Map<String, Long> now = threadTimes(all);
    now.entrySet().stream()
        .map(e -> Map.entry(e.getKey(), e.getValue() - before.getOrDefault(e.getKey(), 0L)))
        .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
        .limit(16)
        .forEach(
            e ->
                System.out.printf(
                    Locale.ROOT, "  %7.1f us  %s%n", e.getValue() / 1e3 / count, e.getKey()));
  }

  private static Map<String, Long> threadTimes(ThreadMXBean all) {
    Map<String, Long> times = new HashMap<>();
    for (long id : all.getAllThreadIds()) {
      ThreadInfo info = all.getThreadInfo(id);
      if (info != null) {
        times.merge(
            info.getThreadName().replaceAll("[0-9]+", "N"), all.getThreadCpuTime(id), Long::sum);
      }
    }
    return times;
  }

  private long oneAtATime(long end) {
    long count = 0;
    while (System.nanoTime() < end) {
      append(appenders.get((int) (count % SITES)));
      reads.next(SITES);
      count++;
    }
    return count;
  }

  private long atRate(int rate, long begin, long end) {
    long gap = 1_000_000_000L / ((long) rate * SITES);
    long count = 0;
    for (long due = begin; due < end; due += gap) {
      while (System.nanoTime() < due) {
        LockSupport.parkNanos(due - System.nanoTime());
      }
      append(appenders.get((int) (count % SITES)));
      count++;
    }
    return count;
  }

  private void append(LogAppender appender) {
    byte[] entry = new byte[bytes];
    long sent = System.nanoTime();
    ByteBuffer.wrap(entry).putLong(sent);
    appender.append(
        entry,
        new LogAppender.AppendCallback() {
          @Override
          public void onAppended(long offset) {
            acknowledged.recordValue(System.nanoTime() - sent);
          }

          @Override
          public void onFailed(RuntimeException reason) {
            throw reason;
          }
        });
  }

  private static long ms(long begin) {
    return (System.nanoTime() - begin) / 1_000_000;
  }

  /** Takes the time that an entry needed. */
  private final class Listener implements LogListener {
    @Override
    public void onEntry(int site, long offset, byte[] entry) {
      read.recordValue(System.nanoTime() - ByteBuffer.wrap(entry).getLong());
      if (oneAtATime) {
        reads.put(offset);
      }
    }

    @Override
    public void onFailed(int site, RuntimeException reason) {
      throw reason;
    }
  }
}
