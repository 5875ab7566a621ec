package org.thetisdb.benchmarks.jmh;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Statements over JDBC, one after the other on each connection, against a cluster that runs: its
 * URL is a parameter. With {@code -t 32 -bm thrpt} there are 32 connections.
 */
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 5)
@Measurement(iterations = 3, time = 5)
@Fork(value = 1, jvmArgsAppend = "-Xmx512m")
public class JdbcBenchmark {
  private static final int ROWS = 10_000;
  private static final int BATCH = 500;

  /** The cluster with its table. */
  @State(Scope.Benchmark)
  public static class Cluster {
    /** Where it is. */
    @Param("jdbc:thetis://127.0.0.1:7433/")
    public String url;

    /** Fills the table, once. */
    @Setup(Level.Trial)
    public void load() throws SQLException {
      try (Connection connection = DriverManager.getConnection(url);
          Statement statement = connection.createStatement()) {
        statement.execute(
            "CREATE TABLE IF NOT EXISTS bench_account"
                + " (id BIGINT PRIMARY KEY, name VARCHAR(40), balance BIGINT)");
        fill(connection);
      }
    }

    private static void fill(Connection connection) throws SQLException {
      String text = "INSERT INTO bench_account VALUES (?, ?, 100) ON CONFLICT DO NOTHING";
      try (PreparedStatement insert = connection.prepareStatement(text)) {
        for (long id = 0; id < ROWS; id++) {
          insert.setLong(1, id);
          insert.setString(2, "account " + id);
          insert.addBatch();
          if (id % BATCH == BATCH - 1) {
            insert.executeBatch();
          }
        }
      }
    }
  }

  /** One connection. */
  @State(Scope.Thread)
  public static class Session {
    private final SplittableRandom random = new SplittableRandom(Thread.currentThread().getId());
    private Connection connection;
    private PreparedStatement select;
    private PreparedStatement update;

    /** Connects. */
    @Setup(Level.Trial)
    public void open(Cluster cluster) throws SQLException {
      connection = DriverManager.getConnection(cluster.url);
      select = connection.prepareStatement("SELECT name, balance FROM bench_account WHERE id = ?");
      update =
          connection.prepareStatement(
              "UPDATE bench_account SET balance = balance + ? WHERE id = ?");
    }

    /** Disconnects. */
    @TearDown(Level.Trial)
    public void close() throws SQLException {
      connection.close();
    }
  }

  /** A SELECT of one row by primary key. */
  @Benchmark
  public long select(Session session) throws SQLException {
    session.select.setLong(1, session.random.nextInt(ROWS));
    try (ResultSet rows = session.select.executeQuery()) {
      rows.next();
      return rows.getLong(2);
    }
  }

  /** An UPDATE of one row by primary key, acknowledged by the log. */
  @Benchmark
  public int update(Session session) throws SQLException {
    session.update.setLong(1, 1);
    session.update.setLong(2, session.random.nextInt(ROWS));
    return session.update.executeUpdate();
  }
}
