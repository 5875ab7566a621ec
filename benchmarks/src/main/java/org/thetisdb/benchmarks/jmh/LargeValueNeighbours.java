package org.thetisdb.benchmarks.jmh;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * What small transactions feel of a neighbour that stores, reads and deletes values of 64 MiB: one
 * connection looks a row up and changes it, again and again; alone, beside the neighbour, and alone
 * again. Takes the address of a running cluster and the seconds of each part. Prints percentiles of
 * a whole transaction, and how fast values went in and out.
 */
public final class LargeValueNeighbours {
  private static final int VALUE_BYTES = 64 << 20;
  private static final int MOST_TIMES = 10_000_000;
  private static final int ROWS = 1_000;

  private final String url;
  private final long partNs;

  private LargeValueNeighbours(String url, int seconds) {
    this.url = url;
    this.partNs = seconds * 1_000_000_000L;
  }

  /** Runs it: address, seconds. */
  public static void main(String[] args) throws Exception {
    new LargeValueNeighbours("jdbc:thetis://" + args[0] + "/", Integer.parseInt(args[1])).run();
  }

  private void run() throws Exception {
    try (Connection connection = DriverManager.getConnection(url)) {
      prepare(connection);
      small("warm-up", connection);
      small("alone", connection);
      AtomicBoolean ended = new AtomicBoolean();
      Thread neighbour = new Thread(() -> large(ended));
      neighbour.start();
      small("beside values of 64 MiB", connection);
      ended.set(true);
      neighbour.join();
      small("alone again", connection);
    }
  }

  private static void prepare(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("DROP TABLE IF EXISTS neighbour");
      statement.execute("DROP TABLE IF EXISTS large");
      statement.execute("CREATE TABLE neighbour (id BIGINT PRIMARY KEY, n BIGINT)");
      statement.execute("CREATE TABLE large (id BIGINT PRIMARY KEY, body BYTEA)");
    }
    try (PreparedStatement insert =
        connection.prepareStatement("INSERT INTO neighbour VALUES (?, 0)")) {
      for (int id = 0; id < ROWS; id++) {
        insert.setInt(1, id);
        insert.addBatch();
      }
      insert.executeBatch();
    }
  }

  private void small(String part, Connection connection) throws SQLException {
    long[] times = new long[MOST_TIMES];
    int count = 0;
    long endNs = System.nanoTime() + partNs;
    try (PreparedStatement select =
            connection.prepareStatement("SELECT n FROM neighbour WHERE id = ?");
        PreparedStatement update =
            connection.prepareStatement("UPDATE neighbour SET n = ? WHERE id = ?")) {
      while (System.nanoTime() < endNs && count < MOST_TIMES) {
        long beginNs = System.nanoTime();
        one(select, update, count % ROWS);
        times[count++] = System.nanoTime() - beginNs;
      }
    }
    Arrays.sort(times, 0, count);
    System.out.printf(
        "%-24s %7d transactions; us: p50 %d, p99 %d, p99.9 %d, most %d%n",
        part,
        count,
        times[count / 2] / 1_000,
        times[(int) (count * 0.99)] / 1_000,
        times[(int) (count * 0.999)] / 1_000,
        times[count - 1] / 1_000);
  }

  private static void one(PreparedStatement select, PreparedStatement update, int id)
      throws SQLException {
    select.setInt(1, id);
    long n;
    try (ResultSet rows = select.executeQuery()) {
      rows.next();
      n = rows.getLong(1);
    }
    update.setLong(1, n + 1);
    update.setInt(2, id);
    update.executeUpdate();
  }

  private void large(AtomicBoolean ended) {
    byte[] content = new byte[VALUE_BYTES];
    long writtenNs = 0;
    long readNs = 0;
    int count = 0;
    try (Connection connection = DriverManager.getConnection(url);
        PreparedStatement insert = connection.prepareStatement("INSERT INTO large VALUES (?, ?)");
        PreparedStatement delete = connection.prepareStatement("DELETE FROM large WHERE id = ?");
        PreparedStatement select =
            connection.prepareStatement("SELECT body FROM large WHERE id = ?")) {
      while (!ended.get()) {
        long beginNs = System.nanoTime();
        insert.setInt(1, count);
        insert.setBinaryStream(2, new ByteArrayInputStream(content));
        insert.executeUpdate();
        long storedNs = System.nanoTime();
        select.setInt(1, count);
        read(select);
        writtenNs += storedNs - beginNs;
        readNs += System.nanoTime() - storedNs;
        delete.setInt(1, count++);
        delete.executeUpdate();
      }
    } catch (SQLException | IOException e) {
      System.out.println("the neighbour ended: " + e.getMessage());
    }
    System.out.printf(
        "%d values; MiB/s: in %.0f, out %.0f%n",
        count, 64.0 * count / (writtenNs / 1e9), 64.0 * count / (readNs / 1e9));
  }

  private static void read(PreparedStatement select) throws SQLException, IOException {
    byte[] part = new byte[64 << 10];
    try (ResultSet rows = select.executeQuery()) {
      rows.next();
      try (InputStream in = rows.getBinaryStream(1)) {
        while (in.read(part) >= 0) {
          // only the time counts
        }
      }
    }
  }
}
