package org.thetisdb.lab.torture;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.thetisdb.benchmarks.driver.result.StatusView;
import org.thetisdb.client.CallException;
import org.thetisdb.client.ThetisClient;
import org.thetisdb.core.wire.ClientMessage.Migrate;

/**
 * Ranges of the workloads' tables that move from site to site while parts break, and migrations of
 * which some are cancelled (decision 0123). In the end each of them has to be over. A thread of its
 * own asks for them; started and finished by one thread.
 */
final class RangeMoves implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(RangeMoves.class);
  private static final List<String> TABLES = List.of("checking", "savings");
  private static final int KEYS = 2_000;
  private static final int MOST_KEYS = 600;
  private static final long PAUSE_MS = 700;
  private static final int CANCELLED_PART = 4;

  private final ThetisClient client;
  private final int sites;
  private final List<String> ways;
  private final SplittableRandom random;
  private final Thread thread = new Thread(this::run, "torture-migrations");
  private volatile boolean over;
  private final Map<String, Integer> states = new TreeMap<>();
  private int begun;

  /** None moves until {@link #start}; closes the client in the end. */
  RangeMoves(ThetisClient client, TortureOptions options) {
    this.client = client;
    this.sites = options.sites() * options.lanes();
    this.ways =
        options.isPartial()
            ? List.of("ship", "on-demand", "copy", Migrate.ANY_WAY)
            : List.of("promote", "on-demand");
    this.random = new SplittableRandom(options.seed());
    thread.setDaemon(true);
  }

  /** Begins. */
  void start() {
    thread.start();
  }

  private void run() {
    try {
      while (!over) {
        TimeUnit.MILLISECONDS.sleep(PAUSE_MS);
        move();
      }
    } catch (InterruptedException closed) {
      Thread.currentThread().interrupt();
    }
  }

  /** One that a fault keeps from beginning, or that others are in the way of, is left out. */
  private void move() {
    int from = random.nextInt(KEYS);
    String table = TABLES.get(random.nextInt(TABLES.size()));
    String range = table + ":" + from + ".." + (from + random.nextInt(MOST_KEYS));
    String way = ways.get(random.nextInt(ways.size()));
    try {
      String answer = client.migrate(range, 0, 1 + random.nextInt(sites), way, false);
      begun++;
      long id = StatusView.parse(answer).root().path("id").asLong();
      if (random.nextInt(CANCELLED_PART) == 0) {
        client.cancelMigration(id);
      }
    } catch (CallException e) {
      LOG.debug("{} does not move by {}: {}", range, way, e.describe());
    }
  }

  /**
   * Begins no more and waits until those that have begun are over.
   *
   * @return {@code ok}, or those that are not
   */
  String finish(long patienceMs) throws InterruptedException {
    over = true;
    thread.join(patienceMs);
    long deadlineNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(patienceMs);
    String left = left();
    while (!left.isEmpty() && System.nanoTime() < deadlineNs) {
      TimeUnit.MILLISECONDS.sleep(PAUSE_MS);
      left = left();
    }
    return !left.isEmpty() ? left : begun == 0 ? "no migration began" : TortureResult.OK;
  }

  /** How many there were, by their ends, for people. */
  String summary() {
    return "%d migrations began; of those that are known now: %s.".formatted(begun, states);
  }

  /** Those that are under way, or why nobody tells. */
  private String left() {
    try {
      states.clear();
      StringBuilder left = new StringBuilder();
      for (JsonNode each : StatusView.parse(client.migrations()).root().path("migrations")) {
        String state = each.path("state").asText();
        states.merge(state, 1, Integer::sum);
        if (List.of("running", "cancelling", "copying").contains(state)) {
          left.append(each).append(' ');
        }
      }
      return left.toString().stripTrailing();
    } catch (CallException e) {
      return "the migrations are not known: " + e.describe();
    }
  }

  @Override
  public void close() {
    over = true;
    thread.interrupt();
    client.close();
  }
}
