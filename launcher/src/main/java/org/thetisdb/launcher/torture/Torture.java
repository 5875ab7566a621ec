package org.thetisdb.launcher.torture;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.thetisdb.client.ClientOptions;
import org.thetisdb.client.ThetisClient;
import org.thetisdb.launcher.process.ProcessCluster;

/**
 * One run: clients work, and one part after the other is broken, with time to recover between. For
 * one use by one thread.
 */
public final class Torture implements AutoCloseable {
  /** Longer than a site takes to start and a commit may wait for it: then something hangs. */
  static final long PATIENCE_MS = 60_000;

  private static final long REST_MS = 1_000;
  private static final int OUTAGE_LEASES = 3;

  private final TortureOptions options;
  private final TortureListener listener;
  private final Path directory;
  private final FaultOrder order;
  private final List<Wound> wounds = new ArrayList<>();
  private final Map<String, String> checks = new LinkedHashMap<>();
  private final List<String> problems = new ArrayList<>();
  private ProcessCluster cluster;
  private Breaker breaker;
  private ThetisClient watcher;
  private Whole whole;
  private Probes probes;
  private Workers workers;
  private long beganNs;

  /** A run that keeps what its processes write in {@code directory}. */
  public Torture(TortureOptions options, Path directory, TortureListener listener) {
    this.options = options;
    this.directory = directory;
    this.listener = listener;
    this.order = new FaultOrder(options.faults(), options.seed());
  }

  /** Starts a cluster, breaks and mends it while clients work, and checks what they were told. */
  public TortureResult run() throws IOException, InterruptedException {
    start();
    beganNs = System.nanoTime();
    while (problems.isEmpty() && atS() < options.durationS()) {
      round();
    }
    finish();
    return new TortureResult(options, atS(), wounds, workers.tallies(), checks);
  }

  private void start() throws IOException, InterruptedException {
    listener.onStep("Starting ZooKeeper, Kafka, %d sites and two routers ...".formatted(options.sites()));
    cluster = ProcessCluster.start(directory, ClusterSetUp.plan(options), Map.of());
    breaker = new Breaker(cluster);
    ClientOptions clients = ClientOptions.defaults();
    watcher =
        ThetisClient.connect(cluster.routers(), clients.withCallTimeout(Duration.ofSeconds(2)));
    whole = new Whole(watcher);
    require(whole.await(PATIENCE_MS), "The cluster did not come up: " + whole.seen());
    workers = new Workers(cluster.routers(), clients, options);
    workers.start();
    probes =
        Probes.start(
            cluster.routers(), clients, options.sites(), ClusterSetUp.partitionKeys());
    listener.onStep("Clients work. Each line is one fault.");
  }

  private double atS() {
    return (System.nanoTime() - beganNs) / 1e9;
  }

  private static void require(boolean good, String otherwise) {
    if (!good) {
      throw new IllegalStateException(otherwise);
    }
  }

  /** Rest, one fault, and recovery from it. */
  private void round() throws IOException, InterruptedException {
    TimeUnit.MILLISECONDS.sleep(REST_MS);
    Fault fault = order.next();
    if (!probes.moveOn(PATIENCE_MS)) {
      problem("commits stand still while nothing is broken");
      return;
    }
    String part = part(fault);
    double hitAtS = atS();
    long hitNs = System.nanoTime();
    breaker.hit(fault, part);
    probes.mark();
    long markNs = System.nanoTime();
    List<Probe> waiting = waiting(fault, part);
    boolean answered = !fault.isStoodInFor() || Probes.awaitAnswers(waiting, PATIENCE_MS);
    restUntil(hitNs + TimeUnit.MILLISECONDS.toNanos(OUTAGE_LEASES * options.leaseMs()));
    breaker.mend(fault, part);
    long backNs = System.nanoTime();
    answered = answered && Probes.awaitAnswers(probes.all(), PATIENCE_MS);
    if (!answered) {
      problem(fault.describe(part) + ": no commit within " + PATIENCE_MS / 1000 + " s");
    } else if (!whole.await(PATIENCE_MS)) {
      problem(fault.describe(part) + ": not whole again, " + whole.seen());
    } else {
      add(fault, part, hitAtS, markNs, backNs, waiting);
    }
  }

  private String part(Fault fault) {
    return fault
        .onlyPart()
        .orElseGet(
            () ->
                fault.target() == Fault.Target.SITE
                    ? "site " + order.site(options.sites())
                    : cluster.routerAt(whole.leader()));
  }

  private List<Probe> waiting(Fault fault, String part) {
    return fault.target() == Fault.Target.SITE
        ? probes.of(Integer.parseInt(part.substring("site ".length())))
        : probes.all();
  }

  private static void restUntil(long untilNs) throws InterruptedException {
    TimeUnit.NANOSECONDS.sleep(Math.max(0, untilNs - System.nanoTime()));
  }

  private void add(
      Fault fault, String part, double hitAtS, long markNs, long backNs, List<Probe> waiting) {
    long lastNs = waiting.stream().mapToLong(Probe::answeredNs).max().orElseThrow();
    long wholeMs = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - markNs);
    long pauseMs = TimeUnit.NANOSECONDS.toMillis(lastNs - markNs);
    long behindMs = TimeUnit.NANOSECONDS.toMillis(Math.max(0, lastNs - backNs));
    wounds.add(new Wound(fault, part, hitAtS, pauseMs, behindMs, wholeMs));
    listener.onWound(hitAtS, fault.describe(part), pauseMs, wholeMs);
  }

  private void problem(String what) {
    problems.add(what);
    listener.onProblem(atS(), what);
  }

  /** Everything is whole; the clients end, and what they saw is checked. */
  private void finish() throws IOException, InterruptedException {
    TimeUnit.MILLISECONDS.sleep(REST_MS);
    listener.onStep("The clients rest. What they were told is checked ...");
    checks.put("every fault was recovered from", problems.isEmpty() ? TortureResult.OK : problems.get(0));
    String probed = probes.finish(PATIENCE_MS);
    checks.put("each call ran once", probed.isEmpty() ? TortureResult.OK : probed);
    checks.putAll(workers.finish());
    if (checks.values().stream().anyMatch(verdict -> !verdict.equals(TortureResult.OK))) {
      Files.writeString(directory.resolve("output.txt"), cluster.output());
    }
  }

  @Override
  public void close() {
    if (probes != null) {
      probes.close();
    }
    if (workers != null) {
      workers.close();
    }
    if (watcher != null) {
      watcher.close();
    }
    if (cluster != null) {
      cluster.close();
    }
  }
}
