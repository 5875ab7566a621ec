package org.thetisdb.benchmarks.hostile;

import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import org.thetisdb.benchmarks.jdbc.ConnectionSource;

/**
 * Lets kinds of hostile work loose on a cluster, one after the other, while a bystander works and
 * is watched. A cluster that one of them has ended is started again for the next, if that is
 * possible. For one thread.
 */
public final class HostileRun {
  private static final String ROWS_OF_OTHERS = "hostile";

  /** The bystander goes on by itself for a part of each kind's time, so that what stays is seen. */
  private static final int SETTLING_PART = 8;

  private static final long SETTLING_MOST_MS = 3_000;

  private final HostileOptions options;
  private final ClusterUnderTest cluster;
  private final HostileListener listener;
  private final List<KindResult> results = new ArrayList<>();
  private final HostileUsers users = new HostileUsers();
  private BystanderTimes calm;

  /** Nothing runs yet. */
  public HostileRun(HostileOptions options, ClusterUnderTest cluster, HostileListener listener) {
    this.options = options;
    this.cluster = cluster;
    this.listener = listener;
  }

  /**
   * Runs all kinds; returns when they are over.
   *
   * @throws SQLException if the cluster does not serve at the beginning
   */
  public HostileResult run() throws SQLException, InterruptedException, IOException {
    makeTables();
    try (Bystander bystander = Bystander.start(connections(30_000), options.seed())) {
      calm = measureCalm(bystander);
      BystanderTimes first = calm;
      List<HostileKind> rest = new ArrayList<>(options.kinds());
      while (!rest.isEmpty() && serves(bystander)) {
        HostileKind kind = rest.remove(0);
        listener.onStep(kind.name() + ": " + kind.description());
        KindResult result = runAsUser(kind, bystander);
        results.add(result);
        listener.onKind(result);
      }
      return new HostileResult(options, first, results, rest, bystander.finish());
    }
  }

  private BystanderTimes measureCalm(Bystander bystander) throws InterruptedException {
    listener.onStep("The bystander works alone ...");
    TimeUnit.SECONDS.sleep(options.warmUpS());
    BystanderTimes unused = bystander.take();
    TimeUnit.SECONDS.sleep(options.calmS());
    return bystander.take();
  }

  private void makeTables() throws SQLException {
    try (Connection on = connections(30_000).open();
        Statement statement = on.createStatement()) {
      statement.execute("DROP TABLE IF EXISTS " + ROWS_OF_OTHERS);
      statement.execute(
          "CREATE TABLE %s (id INT PRIMARY KEY, v INT, s VARCHAR(200))".formatted(ROWS_OF_OTHERS));
      statement.execute(
          "INSERT INTO %s SELECT g, g, repeat('a', 60) FROM generate_series(1, 2000) AS q(g)"
              .formatted(ROWS_OF_OTHERS));
    }
  }

  private ConnectionSource connections(int timeOutMs) {
    return connections(timeOutMs, new Properties());
  }

  private ConnectionSource connections(int timeOutMs, Properties login) {
    return () ->
        DriverManager.getConnection(
            "jdbc:thetis://%s/?connectTimeoutMs=5000&statementTimeoutMs=%d"
                .formatted(cluster.address(), timeOutMs),
            login);
  }

  private Properties login(HostileKind kind) {
    Properties login = new Properties();
    if (kind.logsIn()) {
      login.setProperty("user", kind.user());
      login.setProperty("password", users.password());
    }
    return login;
  }

  private KindResult runAsUser(HostileKind kind, Bystander bystander)
      throws InterruptedException, SQLException {
    BystanderVerdict verdict = new BystanderVerdict(options.marks(), calm);
    if (!kind.logsIn()) {
      return run(kind, bystander, verdict);
    }
    try (Connection on = connections(30_000).open()) {
      users.make(on, ROWS_OF_OTHERS);
    }
    KindResult result = run(kind, bystander, verdict);
    if (cluster.ended().isEmpty()) {
      try (Connection on = connections(30_000).open()) {
        users.drop(on, ROWS_OF_OTHERS);
      }
    }
    return result;
  }

  private KindResult run(HostileKind kind, Bystander bystander, BystanderVerdict verdict)
      throws InterruptedException {
    ClusterState before = cluster.state();
    BystanderTimes unused = bystander.take();
    long settlingMs = Math.min(SETTLING_MOST_MS, options.kindMs() / SETTLING_PART);
    long forMs = options.kindMs() - settlingMs;
    Attackers attackers =
        Attackers.start(
            kind,
            options.seed(),
            cluster.address(),
            connections((int) Math.max(10_000, 2 * forMs), login(kind)),
            forMs);
    attackers.end(forMs);
    TimeUnit.MILLISECONDS.sleep(settlingMs);
    List<String> missed = new ArrayList<>(changes(before));
    BystanderTimes seen = bystander.take();
    missed.addAll(verdict.missed(seen));
    return new KindResult(kind, attackers.counts(), seen, missed);
  }

  private List<String> changes(ClusterState before) {
    String ended = cluster.ended();
    if (!ended.isEmpty()) {
      return List.of("the process ended: " + ended);
    }
    try {
      String changes = before.changesTo(cluster.state());
      return changes.isEmpty() ? List.of() : List.of(changes);
    } catch (RuntimeException e) {
      return List.of("the cluster does not answer: " + e.getMessage());
    }
  }

  /** Whether the next kind has a cluster that serves; starts it again if it must. */
  private boolean serves(Bystander bystander) throws InterruptedException, IOException {
    if (cluster.ended().isEmpty() && bystander.awaitCalm() && answers()) {
      return true;
    }
    if (!cluster.canRestart()) {
      return false;
    }
    listener.onStep("The cluster does not serve any more, and is started again ...");
    cluster.restart();
    if (!bystander.awaitCalm() || !answers()) {
      return false;
    }
    calm = measureCalm(bystander); // a process that has just begun is slower
    return true;
  }

  private boolean answers() {
    try {
      return !cluster.state().incarnations().isEmpty();
    } catch (RuntimeException e) {
      return false;
    }
  }
}
