package org.thetisdb.benchmarks.jmh;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.HdrHistogram.Histogram;
import org.thetisdb.core.id.Address;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.core.net.Connection;
import org.thetisdb.core.net.ConnectionListener;
import org.thetisdb.core.net.Transport;
import org.thetisdb.core.net.Transport.Server;
import org.thetisdb.core.net.TransportOptions;
import org.thetisdb.core.net.inprocess.InProcessNetwork;
import org.thetisdb.core.net.netty.NettyTransport;
import org.thetisdb.core.time.EngineThread;
import org.thetisdb.core.time.Scheduler;
import org.thetisdb.core.time.UncaughtHandler;
import org.thetisdb.core.wire.ClientMessage.Call;
import org.thetisdb.core.wire.Message;
import org.thetisdb.core.wire.RouterToClient.CallResult;

/**
 * What the transport costs: calls of about 100 bytes go over loopback and are answered, with a
 * fixed number under way on each connection. Both ends are in this process. Shown are round trips
 * per second, processor time per message, and the latency of round trips.
 *
 * <p>Not JMH: its threads would compete with the event loops for the cores. Arguments: seconds per
 * run (3), runs (5).
 */
public final class TransportBenchmark {
  private static final UncaughtHandler FAIL =
      failure -> {
        failure.printStackTrace();
        Runtime.getRuntime().halt(1);
      };

  /** What runs the two ends. */
  private enum Ends {
    /** No transport at all: {@link BareSockets}. */
    BARE,
    /** Both listeners live on one event loop: one thread does everything. */
    ONE_LOOP,
    /** Each listener lives on its own event loop, as a client and a router do. */
    TWO_LOOPS,
    /** The server is an engine thread behind an event loop, the client an event loop. */
    ENGINE,
    /** Two engine threads, as a router and a site of two processes are. */
    TWO_ENGINES,
    /** The same in one process, without sockets. */
    NEIGHBOURS;

    boolean clientIsEngine() {
      return this == TWO_ENGINES || this == NEIGHBOURS;
    }

    boolean serverIsEngine() {
      return this == ENGINE || clientIsEngine();
    }
  }

  private record Case(Ends ends, int connections, int outstanding) {}

  private record Result(double perSecond, double cpuUsPerMessage, Histogram latencyNs) {}

  private TransportBenchmark() {}

  /** Runs all cases in turn, several times, and prints medians. */
  public static void main(String[] args) throws InterruptedException {
    int seconds = args.length > 0 ? Integer.parseInt(args[0]) : 3;
    int runs = args.length > 1 ? Integer.parseInt(args[1]) : 5;
    List<Case> cases = new ArrayList<>();
    for (Ends ends : Ends.values()) {
      cases.add(new Case(ends, 1, 1));
      cases.add(new Case(ends, 1, 64));
      if (ends != Ends.BARE) {
        cases.add(new Case(ends, 8, 8));
        cases.add(new Case(ends, 64, 1));
      }
    }
    List<List<Result>> results = new ArrayList<>();
    cases.forEach(each -> results.add(new ArrayList<>()));
    for (int run = -1; run < runs; run++) {
      for (int i = 0; i < cases.size(); i++) {
        Result result = run(cases.get(i), seconds);
        if (run >= 0) {
          results.get(i).add(result);
        }
      }
    }
    print(cases, results);
  }

  private static Result run(Case setup, int seconds) throws InterruptedException {
    return setup.ends == Ends.BARE ? runBare(setup, seconds) : runTransport(setup, seconds);
  }

  private static Result runBare(Case setup, int seconds) throws InterruptedException {
    try (BareSockets sockets = new BareSockets(setup.outstanding)) {
      Stretch stretch = Stretch.measure(seconds, sockets::done);
      return stretch.with(sockets.stop());
    }
  }

  private static Result runTransport(Case setup, int seconds) throws InterruptedException {
    TransportOptions options = TransportOptions.defaults(setup.ends == Ends.ONE_LOOP ? 1 : 2);
    NettyTransport sockets = new NettyTransport(options);
    Transport transport =
        setup.ends == Ends.NEIGHBOURS
            ? new InProcessNetwork().transport(sockets, options)
            : sockets;
    EngineThread engine = new EngineThread("engine", FAIL);
    EngineThread other = new EngineThread("other", FAIL);
    Scheduler clientSide = setup.ends.clientIsEngine() ? other : sockets.eventLoopScheduler(FAIL);
    Scheduler serverSide = setup.ends.serverIsEngine() ? engine : sockets.eventLoopScheduler(FAIL);
    Server server = transport.listen(Address.ANY_LOOPBACK, serverSide, c -> new Answerer());
    List<Caller> callers = new ArrayList<>();
    for (int i = 0; i < setup.connections; i++) {
      Caller caller = new Caller(setup.outstanding);
      transport.connect(server.address(), clientSide, caller);
      callers.add(caller);
    }
    Stretch stretch = Stretch.measure(seconds, () -> total(callers));
    Histogram latency = stop(clientSide, callers);
    transport.close();
    engine.close();
    other.close();
    return stretch.with(latency);
  }

  private static long total(List<Caller> callers) {
    return callers.stream().mapToLong(caller -> caller.done.get()).sum();
  }

  /** A stretch of time in which things were done. */
  private record Stretch(double done, double elapsedNs, double cpuNs) {
    static Stretch measure(int seconds, LongSupplier done) throws InterruptedException {
      Thread.sleep(300);
      long fromNs = System.nanoTime();
      long fromCpuNs = TransportBenchmark.cpuNs();
      long from = done.getAsLong();
      Thread.sleep(seconds * 1_000L);
      return new Stretch(
          done.getAsLong() - from,
          System.nanoTime() - fromNs,
          TransportBenchmark.cpuNs() - fromCpuNs);
    }

    Result with(Histogram latencyNs) {
      return new Result(done * 1e9 / elapsedNs, cpuNs / 1_000 / (2 * done), latencyNs);
    }
  }

  private static long cpuNs() {
    return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
        .getProcessCpuTime();
  }

  private static Histogram stop(Scheduler line, List<Caller> callers) throws InterruptedException {
    Histogram all = new Histogram(3);
    CountDownLatch added = new CountDownLatch(1);
    line.execute(
        () -> {
          callers.forEach(caller -> all.add(caller.stop()));
          added.countDown();
        });
    added.await();
    return all;
  }

  private static void print(List<Case> cases, List<List<Result>> results) {
    System.out.printf(
        "JDK %s, %d cores%n",
        System.getProperty("java.version"), Runtime.getRuntime().availableProcessors());
    System.out.println(
        "| ends | connections | outstanding on each | round trips/s (lowest, highest) | CPU µs per"
            + " message | p50 µs | p99 µs | p99.9 µs |");
    System.out.println("|---|---|---|---|---|---|---|---|");
    for (int i = 0; i < cases.size(); i++) {
      print(cases.get(i), results.get(i));
    }
  }

  private static void print(Case setup, List<Result> results) {
    double[] rates = results.stream().mapToDouble(Result::perSecond).sorted().toArray();
    double[] cpu = results.stream().mapToDouble(Result::cpuUsPerMessage).sorted().toArray();
    System.out.printf(
        Locale.ROOT,
        "| %s | %d | %d | %,.0f (%,.0f, %,.0f) | %.2f | %.0f | %.0f | %.0f |%n",
        setup.ends.name().toLowerCase(Locale.ROOT).replace('_', ' '),
        setup.connections,
        setup.outstanding,
        median(rates),
        rates[0],
        rates[rates.length - 1],
        median(cpu),
        medianLatencyUs(results, 50),
        medianLatencyUs(results, 99),
        medianLatencyUs(results, 99.9));
  }

  private static double medianLatencyUs(List<Result> results, double percentile) {
    return median(
        results.stream()
            .mapToDouble(result -> result.latencyNs.getValueAtPercentile(percentile) / 1e3)
            .sorted()
            .toArray());
  }

  private static double median(double[] sorted) {
    return sorted[sorted.length / 2];
  }

  /** Answers every call. */
  private static final class Answerer implements ConnectionListener {
    private static final VersionVector VECTOR = VersionVector.of(1_000_000, 1_000_001, 999_999);
    private final byte[] value = new byte[16];

    @Override
    public void onMessage(Connection connection, Message message) {
      Call call = (Call) message;
      connection.send(new CallResult(call.requestId(), 0, "", VECTOR, value));
    }

    @Override
    public void onClosed(Connection connection, String reason) {}
  }

  /** Keeps a number of calls under way. */
  private static final class Caller implements ConnectionListener {
    private final AtomicLong done = new AtomicLong();
    private final Histogram latencyNs = new Histogram(3);
    private final long[] sentNs;
    private final byte[] arguments = new byte[40];
    private boolean stopped;

    Caller(int outstanding) {
      sentNs = new long[outstanding];
      Arrays.fill(arguments, (byte) 7);
    }

    @Override
    public void onConnected(Connection connection) {
      for (int i = 0; i < sentNs.length; i++) {
        call(connection, i);
      }
    }

    private void call(Connection connection, int slot) {
      sentNs[slot] = System.nanoTime();
      connection.send(
          new Call(
              slot, 123_456, 1, false, 10_000, Answerer.VECTOR, "SmallBank.transfer", arguments));
    }

    @Override
    public void onMessage(Connection connection, Message message) {
      int slot = (int) ((CallResult) message).requestId();
      latencyNs.recordValue(System.nanoTime() - sentNs[slot]);
      done.lazySet(done.get() + 1);
      if (!stopped) {
        call(connection, slot);
      }
    }

    Histogram stop() {
      stopped = true;
      return latencyNs;
    }

    @Override
    public void onClosed(Connection connection, String reason) {
      if (!stopped) {
        throw new IllegalStateException(reason);
      }
    }
  }
}
