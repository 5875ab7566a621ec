package org.thetisdb.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.Socket;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.thetisdb.core.bytes.ByteWriter;
import org.thetisdb.core.net.socket.FrameCodec;
import org.thetisdb.core.testing.InTurn;
import org.thetisdb.core.wire.ClientMessage.ClientHello;
import org.thetisdb.core.wire.ClientMessage.StatusRequest;
import org.thetisdb.core.wire.Message;

/**
 * Many clients at once, of whom most behave badly; another one goes on as if they were not there.
 */
@Tag("cluster")
@Timeout(180)
@ExtendWith(SharedCluster.class)
@InTurn(oneIn = 4, whole = true)
final class CrowdsTest {
  private static final int CROWD = 200;

  /** Generous: the machine may have other work. What is ruled out are waits for somebody's end. */
  private static final long LONGEST_MS = 5_000;

  private final EmbeddedCluster cluster;
  private final List<AutoCloseable> opened = new ArrayList<>();
  private Connection bystander;

  CrowdsTest(EmbeddedCluster cluster) {
    this.cluster = cluster;
  }

  private Connection connect() throws SQLException {
    return DriverManager.getConnection("jdbc:thetis://" + cluster.clientAddress() + "/");
  }

  @BeforeEach
  void aTable() throws SQLException {
    bystander = connect();
    try (Statement statement = bystander.createStatement()) {
      statement.execute("DROP TABLE IF EXISTS crowd");
      statement.execute("CREATE TABLE crowd (id INT PRIMARY KEY, n INT)");
      statement.execute("INSERT INTO crowd SELECT g, 0 FROM generate_series(0, 999) AS s(g)");
    }
  }

  @AfterEach
  void allGo() throws Exception {
    for (AutoCloseable each : opened) {
      each.close();
    }
    try (Statement statement = bystander.createStatement()) {
      statement.execute("DROP TABLE crowd");
    }
    bystander.close();
  }

  private Socket socket() throws IOException {
    Socket socket = new Socket(cluster.clientAddress().host(), cluster.clientAddress().port());
    opened.add(socket);
    return socket;
  }

  private static byte[] frame(Message message) {
    ByteWriter out = new ByteWriter();
    FrameCodec.encode(message, out, FrameCodec.DEFAULT_LIMIT_BYTES);
    return out.toByteArray();
  }

  /** The bystander reads and writes, each in its time. */
  private void assertServed() throws SQLException {
    for (int i = 0; i < 50; i++) {
      long beganNs = System.nanoTime();
      try (PreparedStatement write =
              bystander.prepareStatement("UPDATE crowd SET n = n + 1 WHERE id = ?");
          PreparedStatement read = bystander.prepareStatement("SELECT n FROM crowd WHERE id = ?")) {
        write.setInt(1, 900 + i);
        assertThat(write.executeUpdate()).isEqualTo(1);
        read.setInt(1, 900 + i);
        try (ResultSet row = read.executeQuery()) {
          assertThat(row.next()).isTrue();
        }
      }
      assertThat(TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - beganNs)).isLessThan(LONGEST_MS);
    }
  }

  @Test
  void clientsThatAreKilledLeaveNoLocks() throws Exception {
    List<Connection> victims = new ArrayList<>();
    for (int i = 0; i < CROWD; i++) {
      Connection victim = connect();
      victims.add(victim);
      victim.setAutoCommit(false);
      try (Statement statement = victim.createStatement()) {
        statement.execute("UPDATE crowd SET n = n + 1 WHERE id = " + i);
      }
    }
    for (Connection victim : victims) {
      victim.abort(Runnable::run);
    }
    long beganNs = System.nanoTime();
    try (Statement statement = bystander.createStatement()) {
      assertThat(statement.executeUpdate("UPDATE crowd SET n = 1 WHERE n = 0 AND id < " + CROWD))
          .isEqualTo(CROWD);
    }
    assertThat(TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - beganNs)).isLessThan(LONGEST_MS);
    assertServed();
  }

  @Test
  void silentSocketsAndGarbageDisturbNobody() throws Exception {
    SplittableRandom random = new SplittableRandom(1);
    byte[] hello = frame(new ClientHello(""));
    for (int i = 0; i < 3 * CROWD; i++) {
      Socket socket = socket();
      if (i % 3 == 1) {
        byte[] garbage = new byte[1 + random.nextInt(10_000)];
        random.nextBytes(garbage);
        socket.getOutputStream().write(garbage);
      } else if (i % 3 == 2) {
        socket.getOutputStream().write(hello);
        socket.getOutputStream().write(hello, 0, hello.length - 1);
      }
    }
    assertServed();
  }

  @Test
  void questionsWithoutEndWhoseAnswersNobodyReadsDisturbNobody() throws Exception {
    byte[] question = frame(new StatusRequest(1));
    ByteWriter many = new ByteWriter();
    many.putBytes(frame(new ClientHello("")));
    for (int i = 0; i < 1_000; i++) {
      many.putBytes(question);
    }
    for (int i = 0; i < CROWD; i++) {
      socket().getOutputStream().write(many.toByteArray());
    }
    assertServed();
  }

  @Test
  void aBatchOfManyRowsAndAnAnswerThatIsReadSlowlyDisturbNobody() throws Exception {
    Connection reader = connect();
    opened.add(reader);
    reader.setAutoCommit(false);
    Statement slow = reader.createStatement();
    slow.setFetchSize(10);
    ResultSet rows =
        slow.executeQuery("SELECT g, repeat('r', 1000) FROM generate_series(1, 900000) AS s(g)");
    assertThat(rows.next()).isTrue();
    Thread writer = new Thread(this::writeMany);
    writer.start();
    while (writer.isAlive()) {
      assertServed();
      assertThat(rows.next()).isTrue();
    }
    assertThat(rows.getString(2)).hasSize(1_000);
  }

  private void writeMany() {
    try (Connection on = connect();
        PreparedStatement insert = on.prepareStatement("INSERT INTO crowd VALUES (?, 0)")) {
      for (int i = 0; i < 100_000; i++) {
        insert.setInt(1, 1_000 + i);
        insert.addBatch();
      }
      insert.executeBatch();
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }
}
