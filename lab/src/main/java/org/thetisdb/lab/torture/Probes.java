package org.thetisdb.lab.torture;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import org.thetisdb.benchmarks.driver.result.StatusView;
import org.thetisdb.benchmarks.touch.Touch;
import org.thetisdb.client.ClientOptions;
import org.thetisdb.client.ThetisClient;
import org.thetisdb.procedures.runtime.ProcedureJar;

/**
 * Some probes on rows of each site, over several connections. Before each fault they go to rows
 * that nobody has written, because it is known which site masters them: the first placement puts
 * partition <i>i</i> at site <i>i mod n + 1</i>, and the router reports what has just moved. For
 * one thread.
 */
final class Probes implements AutoCloseable {
  /** What they call. */
  static final String PROCEDURE = "Touch";

  private static final String TABLE = "touched";
  private static final int PER_SITE = 2;
  private static final int SETTLED_TIMES = 3;
  private static final long LOOK_MS = 2;
  private static final Duration CALL_PATIENCE = Duration.ofSeconds(90);

  private final int sites;
  private final long partitionKeys;
  private final List<ThetisClient> clients = new ArrayList<>();
  private final List<Probe> probes = new ArrayList<>();
  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(Probes::daemon);
  private long round;

  private Probes(int sites, long partitionKeys) {
    this.sites = sites;
    this.partitionKeys = partitionKeys;
  }

  private static Thread daemon(Runnable task) {
    Thread thread = new Thread(task, "torture-probes");
    thread.setDaemon(true);
    return thread;
  }

  /** Connects to the routers and begins. */
  static Probes start(String routers, ClientOptions options, int sites, long partitionKeys) {
    Probes started = new Probes(sites, partitionKeys);
    try {
      started.begin(routers, options.withCallTimeout(CALL_PATIENCE));
      return started;
    } catch (RuntimeException e) {
      started.close();
      throw e;
    }
  }

  private void begin(String routers, ClientOptions options) {
    for (int i = 0; i < PER_SITE; i++) {
      clients.add(ThetisClient.connect(routers, options));
    }
    clients.get(0).uploadJar("touch", ProcedureJar.pack(Touch.class));
    for (int i = 0; i < sites * PER_SITE; i++) {
      probes.add(new Probe(clients.get(i / sites).session(), timer, key(i)));
    }
    round++;
    probes.forEach(Probe::next);
  }

  /** A key that no round had before, in a partition whose first master is site i mod n + 1. */
  private long key(int probe) {
    return (round * sites * PER_SITE + probe) * partitionKeys;
  }

  /** Goes on to new rows; false if some of them get no commits in time. */
  boolean moveOn(long patienceMs) throws InterruptedException {
    for (int i = 0; i < probes.size(); i++) {
      probes.get(i).moveTo(key(i));
    }
    round++;
    return await(patienceMs, () -> probes.stream().allMatch(p -> p.isSettled(SETTLED_TIMES)));
  }

  /** All probes. */
  List<Probe> all() {
    return List.copyOf(probes);
  }

  /** Those whose rows a site masters, as the router reports. */
  List<Probe> masteredBy(int site, StatusView status) {
    return probes.stream().filter(probe -> master(probe, status) == site).toList();
  }

  private int master(Probe probe, StatusView status) {
    long partition = probe.key() / partitionKeys;
    for (JsonNode move : status.root().path("recent_moves")) {
      if (move.path("table").asText().equals(TABLE)
          && move.path("partition").asLong() == partition) {
        return move.path("to").asInt(); // the newest comes first
      }
    }
    return (int) (partition % sites) + 1;
  }

  /** Commits from now on are answers. */
  void mark() {
    long nowNs = System.nanoTime();
    probes.forEach(probe -> probe.mark(nowNs));
  }

  /** Waits until all of these have committed since the mark; false if the time is over. */
  static boolean awaitAnswers(List<Probe> some, long patienceMs) throws InterruptedException {
    return await(patienceMs, () -> some.stream().allMatch(Probe::isAnswered));
  }

  /** What those ask for that have no answer since the mark. */
  static String unanswered(List<Probe> some) {
    return some.stream()
        .filter(probe -> !probe.isAnswered())
        .map(Probe::state)
        .collect(Collectors.joining(", "));
  }

  private static boolean await(long patienceMs, BooleanSupplier condition)
      throws InterruptedException {
    long deadlineNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(patienceMs);
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > deadlineNs) {
        return false;
      }
      TimeUnit.MILLISECONDS.sleep(LOOK_MS);
    }
    return true;
  }

  /** Ends the calls; what cannot be, or empty. */
  String finish(long patienceMs) throws InterruptedException {
    probes.forEach(Probe::stop);
    if (!await(patienceMs, () -> probes.stream().allMatch(Probe::isResting))) {
      return "no answer came: "
          + probes.stream().filter(probe -> !probe.isResting()).map(Probe::state).toList();
    }
    return probes.stream().map(Probe::wrong).filter(text -> !text.isEmpty()).findFirst().orElse("");
  }

  @Override
  public void close() {
    timer.shutdownNow();
    clients.forEach(ThetisClient::close);
  }
}
