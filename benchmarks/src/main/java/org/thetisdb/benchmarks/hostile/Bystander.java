package org.thetisdb.benchmarks.hostile;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.thetisdb.benchmarks.jdbc.ConnectionSource;

/**
 * A client like any other, who wants nothing of what the hostile ones do: reads and writes by key,
 * and reads by new texts. The first to be heard when something is wrong: each error of his counts,
 * and so does each row that is not as he left it.
 *
 * <p>For one thread; its own threads work until it is closed.
 */
final class Bystander implements AutoCloseable {
  private static final int ROWS = 1_000;
  private static final int TAGS = 3;
  private static final long PATIENCE_MS = 30_000;
  private static final long LOOK_MS = 20;

  private final ConnectionSource source;
  private final SplittableRandom random;

  /** Changes that were acknowledged, and those that began; the loop of writes alone writes them. */
  private final AtomicIntegerArray acknowledged = new AtomicIntegerArray(ROWS);

  private final AtomicIntegerArray begun = new AtomicIntegerArray(ROWS);
  private final Map<BystanderWork, BystanderLoop> loops = new EnumMap<>(BystanderWork.class);
  private final List<Thread> threads = new ArrayList<>();
  private long texts;

  private Bystander(ConnectionSource source, long seed) {
    this.source = source;
    this.random = new SplittableRandom(seed);
  }

  /** Makes its tables anew and begins to work. */
  static Bystander start(ConnectionSource source, long seed) throws SQLException {
    Bystander started = new Bystander(source, seed);
    started.makeTables();
    for (BystanderWork work : BystanderWork.values()) {
      started.begin(work);
    }
    started.threads.forEach(Thread::start);
    return started;
  }

  private void makeTables() throws SQLException {
    try (Connection on = source.open();
        Statement statement = on.createStatement()) {
      statement.execute("DROP TABLE IF EXISTS bystander_tag");
      statement.execute("DROP TABLE IF EXISTS bystander");
      statement.execute(
          "CREATE TABLE bystander (k INT PRIMARY KEY, n INT NOT NULL, s VARCHAR(100))");
      statement.execute(
          "CREATE TABLE bystander_tag (k INT, t INT, s VARCHAR(20), PRIMARY KEY (k, t))");
      statement.execute(
          "INSERT INTO bystander SELECT g, 0, 'row ' || g FROM generate_series(0, %d) AS q(g)"
              .formatted(ROWS - 1));
      statement.execute(
          "INSERT INTO bystander_tag SELECT g / %d, MOD(g, %d), 'tag' FROM generate_series(0, %d) AS q(g)"
              .formatted(TAGS, TAGS, ROWS * TAGS - 1));
    }
  }

  private void begin(BystanderWork work) {
    BystanderLoop loop = new BystanderLoop(source, work.perS(), maker(work));
    Thread thread = new Thread(loop, "bystander " + work.label());
    thread.setDaemon(true);
    loops.put(work, loop);
    threads.add(thread);
  }

  private BystanderLoop.Maker maker(BystanderWork work) {
    SplittableRandom own = random.split();
    return switch (work) {
      case READ -> on -> reading(on, own);
      case WRITE -> on -> writing(on, own);
      case NEW_TEXT -> on -> stating(on, own);
    };
  }

  private BystanderLoop.Step reading(Connection on, SplittableRandom own) throws SQLException {
    PreparedStatement statement = on.prepareStatement("SELECT n, s FROM bystander WHERE k = ?");
    return () -> {
      int key = own.nextInt(ROWS);
      statement.setInt(1, key);
      try (ResultSet row = statement.executeQuery()) {
        if (!row.next() || !row.getString(2).equals("row " + key)) {
          throw new SQLException("row " + key + " is not there", "LOST");
        }
      }
    };
  }

  private BystanderLoop.Step writing(Connection on, SplittableRandom own) throws SQLException {
    PreparedStatement statement = on.prepareStatement("UPDATE bystander SET n = n + 1 WHERE k = ?");
    return () -> {
      int key = own.nextInt(ROWS);
      statement.setInt(1, key);
      begun.incrementAndGet(key);
      if (statement.executeUpdate() != 1) {
        throw new SQLException("row " + key + " cannot be changed", "LOST");
      }
      acknowledged.incrementAndGet(key);
    };
  }

  /** Four of five look up a row; the fifth joins and groups. */
  private BystanderLoop.Step stating(Connection on, SplittableRandom own) throws SQLException {
    Statement statement = on.createStatement();
    return () -> {
      String text = own.nextInt(5) > 0 ? lookUp(own) : join(own);
      try (ResultSet row = statement.executeQuery(text)) {
        if (!row.next()) {
          throw new SQLException("no row from " + text, "LOST");
        }
      }
    };
  }

  private String lookUp(SplittableRandom own) {
    texts++;
    return "SELECT n + %d AS n%d, s FROM bystander WHERE k = %d"
        .formatted(own.nextInt(1_000), texts, own.nextInt(ROWS));
  }

  private String join(SplittableRandom own) {
    texts++;
    return "SELECT b.s, count(*) AS c%d FROM bystander b JOIN bystander_tag t ON t.k = b.k WHERE b.k = %d AND t.t < %d GROUP BY b.s"
        .formatted(texts, own.nextInt(ROWS), 1 + own.nextInt(TAGS));
  }

  /** What he met since the last time that this was asked. */
  BystanderTimes take() {
    return BystanderTimes.of(loops);
  }

  /** Waits until all that he does succeeds again; false if that takes too long. */
  boolean awaitCalm() throws InterruptedException {
    long fromNs = System.nanoTime();
    while (!loops.values().stream().allMatch(loop -> loop.hasSucceededSince(fromNs))) {
      if (System.nanoTime() - fromNs > TimeUnit.MILLISECONDS.toNanos(PATIENCE_MS)) {
        return false;
      }
      TimeUnit.MILLISECONDS.sleep(LOOK_MS);
    }
    return true;
  }

  /** Stops, and compares his rows with what was acknowledged; what is wrong, or empty. */
  String finish() throws InterruptedException {
    close();
    for (Thread thread : threads) {
      thread.join(PATIENCE_MS);
    }
    try (Connection on = source.open();
        Statement statement = on.createStatement();
        ResultSet rows = statement.executeQuery("SELECT k, n FROM bystander ORDER BY k")) {
      int key = 0;
      for (; rows.next(); key++) {
        int changes = rows.getInt(2);
        if (changes < acknowledged.get(key) || changes > begun.get(key)) {
          return "row %d was changed %d times; %d changes were acknowledged, %d begun"
              .formatted(key, changes, acknowledged.get(key), begun.get(key));
        }
      }
      return key == ROWS ? "" : "the bystander has %d rows of %d".formatted(key, ROWS);
    } catch (SQLException e) {
      return "the bystander's rows cannot be read: " + e.getMessage();
    }
  }

  @Override
  public void close() {
    loops.values().forEach(BystanderLoop::stop);
  }
}
