package org.thetisdb.lab.torture;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.thetisdb.benchmarks.driver.result.StatusView;
import org.thetisdb.client.CallException;
import org.thetisdb.client.ClientOptions;
import org.thetisdb.client.ThetisClient;
import org.thetisdb.lab.process.ProcessCluster;

/**
 * One run: clients work, and one part after the other is broken, with time to recover between. For
 * one use by one thread.
 */
public final class Torture implements AutoCloseable {
  /** Longer than a site takes to start and a commit may wait for it: then something hangs. */
  static final long PATIENCE_MS = 60_000;

  private static final long SLOW_MS = 5_000;
  private static final long LOOK_MS = 1_000;
  private static final long REST_MS = 1_000;
  private static final Duration MOVE_PATIENCE = Duration.ofSeconds(4);
  private static final int OUTAGE_LEASES = 3;

  private final TortureOptions options;
  private final TortureListener listener;
  private final Path directory;
  private final ClusterSetUp setUp;
  private final FaultOrder order;
  private final List<InjectedFault> wounds = new ArrayList<>();
  private final Map<String, String> checks = new LinkedHashMap<>();
  private final List<String> problems = new ArrayList<>();
  private ProcessCluster cluster;
  private FaultInjector breaker;
  private ThetisClient watcher;
  private ClusterHealth whole;
  private Probes probes;
  private Workers workers;
  private RangeMoves migrations;
  private Trespassers trespassers;
  private long beganNs;

  /** A run that keeps what its processes write in {@code directory}. */
  public Torture(TortureOptions options, Path directory, TortureListener listener) {
    this.options = options;
    this.directory = directory;
    this.listener = listener;
    this.setUp = new ClusterSetUp(options);
    this.order = new FaultOrder(setUp.faults(), options.seed());
  }

  /**
   * Starts a cluster, breaks and mends it while clients work, and checks the answers that they got.
   */
  public TortureResult run() throws IOException, InterruptedException {
    start();
    beganNs = System.nanoTime();
    while (problems.isEmpty() && atS() < options.durationS()) {
      round();
    }
    finish();
    return new TortureResult(options, atS(), wounds, whole.inDoubt(), workers.tallies(), checks);
  }

  private void start() throws IOException, InterruptedException {
    if (setUp.faults().size() < options.faults().size()) {
      listener.onStep(
          "Links cannot be cut here (that needs root and network namespaces): it goes on without.");
    }
    listener.onStep(
        "Starting ZooKeeper, Kafka, %d sites and two routers ...".formatted(options.sites()));
    cluster = setUp.start(directory);
    breaker = new FaultInjector(cluster, setUp.network().orElse(null));
    ClientOptions clients = setUp.clients();
    watcher =
        ThetisClient.connect(cluster.routers(), clients.withCallTimeout(Duration.ofSeconds(2)));
    whole = new ClusterHealth(watcher);
    require(whole.await(PATIENCE_MS), "The cluster did not come up: " + whole.seen());
    workers = new Workers(cluster.routers(), clients, options);
    if (setUp.users().isPresent()) {
      permitCalls(setUp.users().get());
    }
    workers.start();
    probes =
        Probes.start(
            cluster.routers(),
            clients,
            options.sites() * options.lanes(),
            ClusterSetUp.partitionKeys());
    if (options.migrates()) {
      migrations =
          new RangeMoves(
              ThetisClient.connect(cluster.routers(), clients.withCallTimeout(MOVE_PATIENCE)),
              options);
      migrations.start();
    }
    if (setUp.users().isPresent()) {
      trespassers = new Trespassers(cluster.routers(), setUp.users().get());
      trespassers.start();
    }
    listener.onStep("Clients work. Each line is one fault.");
  }

  private void permitCalls(TortureUsers users) throws IOException {
    List<String> procedures = new ArrayList<>(workers.procedures());
    procedures.add(Probes.PROCEDURE);
    users.permit(cluster.routers(), procedures);
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
    Victim victim = victim(fault);
    double hitAtS = atS();
    long hitNs = System.nanoTime();
    breaker.hit(fault, victim.parts);
    probes.mark();
    long markNs = System.nanoTime();
    boolean answered = !fault.isStoodInFor() || awaitAnswers(victim.waiting);
    restUntil(hitNs + TimeUnit.MILLISECONDS.toNanos((long) OUTAGE_LEASES * options.leaseMs()));
    breaker.mend(fault, victim.parts);
    long backNs = System.nanoTime();
    answered = answered && awaitAnswers(probes.all());
    if (!answered) {
      problem(fault.describe(victim.name) + ": no commit within " + PATIENCE_MS / 1000 + " s");
    } else if (!whole.await(PATIENCE_MS)) {
      problem(fault.describe(victim.name) + ": not whole again, " + whole.seen());
    } else {
      add(fault, victim, hitAtS, markNs, backNs);
    }
  }

  /** Waits for commits; a reader of the logs should see what was waited for when it takes long. */
  private boolean awaitAnswers(List<Probe> waiting) throws IOException, InterruptedException {
    if (Probes.awaitAnswers(waiting, SLOW_MS)) {
      return true;
    }
    listener.onStep(
        "           no commit for %d s: %s; the processes' logs tell what their threads do"
            .formatted(SLOW_MS / 1_000, Probes.unanswered(waiting)));
    cluster.dumpThreads();
    for (long waitedMs = SLOW_MS; waitedMs < PATIENCE_MS; waitedMs += LOOK_MS) {
      boolean ready = whole.await(0);
      listener.onStep("           " + (ready ? "all parts are ready" : whole.seen()));
      if (Probes.awaitAnswers(waiting, LOOK_MS)) {
        return true;
      }
    }
    return false;
  }

  /** Parts that are hit, their name for people, and the clients that need them. */
  private record Victim(String name, List<String> parts, List<Probe> waiting) {
    static Victim of(String part, List<Probe> waiting) {
      return new Victim(part, List.of(part), waiting);
    }
  }

  private Victim victim(Fault fault) {
    return switch (fault.target()) {
      case SITE -> site();
      case LEADER -> Victim.of(leader(), probes.all());
      case MACHINE -> machine();
      case REPLICA -> Victim.of(cluster.otherRouter(leaderAddress()), probes.all());
      case KAFKA, ZOOKEEPER -> Victim.of(fault.onlyPart().orElseThrow(), probes.all());
      case ALL -> new Victim(fault.onlyPart().orElseThrow(), cluster.all(), probes.all());
    };
  }

  private String leader() {
    return cluster.routerAt(leaderAddress());
  }

  private String leaderAddress() {
    return whole.status().text("leader");
  }

  /** A site, and the router that leads. */
  private Victim machine() {
    List<String> parts = List.of(site().name, leader());
    return new Victim(String.join(", ", parts), parts, probes.all());
  }

  /** A site of those that master rows of probes; it may be one site that masters all. */
  private Victim site() {
    StatusView status = whole.status();
    List<Integer> masters = new ArrayList<>();
    for (int site = 1; site <= options.sites(); site++) {
      if (!masteredBy(site, status).isEmpty()) {
        masters.add(site);
      }
    }
    int site = order.oneOf(masters);
    return Victim.of("site " + site, masteredBy(site, status));
  }

  /** The probes that write to any of a site's lanes. */
  private List<Probe> masteredBy(int site, StatusView status) {
    List<Probe> written = new ArrayList<>();
    for (int lane = 1; lane <= options.lanes(); lane++) {
      written.addAll(probes.masteredBy((site - 1) * options.lanes() + lane, status));
    }
    return written;
  }

  private static void restUntil(long untilNs) throws InterruptedException {
    TimeUnit.NANOSECONDS.sleep(Math.max(0, untilNs - System.nanoTime()));
  }

  private void add(Fault fault, Victim victim, double hitAtS, long markNs, long backNs) {
    long nowNs = System.nanoTime();
    List<Probe> waiting = victim.waiting;
    long lastNs = waiting.stream().mapToLong(Probe::answeredNs).max().orElseThrow();
    long longestNs =
        waiting.stream().mapToLong(probe -> probe.longestWaitNs(nowNs)).max().orElseThrow();
    InjectedFault wound =
        new InjectedFault(
            fault,
            victim.name,
            hitAtS,
            TimeUnit.NANOSECONDS.toMillis(lastNs - markNs),
            TimeUnit.NANOSECONDS.toMillis(longestNs),
            TimeUnit.NANOSECONDS.toMillis(Math.max(0, lastNs - backNs)),
            TimeUnit.NANOSECONDS.toMillis(nowNs - markNs));
    wounds.add(wound);
    listener.onWound(
        hitAtS, fault.describe(victim.name), wound.pauseMs(), wound.longestMs(), wound.wholeMs());
  }

  private void problem(String what) {
    problems.add(what);
    listener.onProblem(atS(), what);
  }

  /** Everything is whole; the clients end, and what they saw is checked. */
  private void finish() throws IOException, InterruptedException {
    TimeUnit.MILLISECONDS.sleep(REST_MS);
    listener.onStep("The clients rest. What they were told is checked ...");
    checks.put(
        "every fault was recovered from", problems.isEmpty() ? TortureResult.OK : problems.get(0));
    if (migrations != null) {
      checks.put("each migration is over", migrations.finish(PATIENCE_MS));
      listener.onStep(migrations.summary());
    }
    if (trespassers != null) {
      checks.put("nobody does what they may not", trespassers.finish(PATIENCE_MS));
      listener.onStep(trespassers.summary());
    }
    String probed = probes.finish(PATIENCE_MS);
    checks.put("each call ran once", probed.isEmpty() ? TortureResult.OK : probed);
    checks.putAll(workers.finish());
    // On a busy machine a site may just have been taken for lost, though nothing was broken.
    boolean comparable = whole.await(PATIENCE_MS);
    checks.put("replicas are equal", comparable ? compareReplicas() : whole.seen());
  }

  /** Every row at every site, as of one cut. */
  private String compareReplicas() {
    ClientOptions patient = setUp.clients().withCallTimeout(Duration.ofMillis(PATIENCE_MS));
    try (ThetisClient client = ThetisClient.connect(cluster.routers(), patient)) {
      JsonNode answer = StatusView.parse(client.compareReplicas()).root();
      return answer.path("equal").asBoolean()
          ? TortureResult.OK
          : answer.path("problem").asText() + answer.path("differences");
    } catch (CallException e) {
      return "could not be compared: " + e.describe();
    }
  }

  @Override
  public void close() {
    if (probes != null) {
      probes.close();
    }
    if (migrations != null) {
      migrations.close();
    }
    if (trespassers != null) {
      trespassers.close();
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
    setUp.close();
  }
}
