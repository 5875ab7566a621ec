package org.thetisdb.client.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.wire.SqlRequest;

/** Each connection has a socket, which its callers write and read. */
class OwnSocketTest {
  private final ScriptedRouter router = new ScriptedRouter();

  @AfterEach
  void close() {
    router.close();
  }

  private Connection connect() throws SQLException {
    return DriverManager.getConnection(router.url());
  }

  private static void run(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  @Test
  void connectionsHaveSocketsOfTheirOwnAndNoThreadButOneForTimers() throws SQLException {
    long before = threads("thetis-timers");
    try (Connection first = connect();
        Connection second = connect()) {
      run(first, "a");
      run(second, "b");
      assertThat(router.connections()).isEqualTo(2);
      assertThat(threads("thetis-timers")).isEqualTo(before + 1);
    }
    assertThat(threads("thetis-timers")).isEqualTo(before);
  }

  @Test
  void aConnectionThatIsRefusedForItsAddressLeavesNoThread() {
    long before = threads("thetis-timers");
    assertThatThrownBy(() -> DriverManager.getConnection("jdbc:thetis://127.0.0.1:no-port"))
        .isInstanceOf(SQLException.class);
    assertThat(threads("thetis-timers")).isEqualTo(before);
  }

  private static long threads(String name) {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().startsWith(name))
        .count();
  }

  @Test
  void lossOfTransactionThatNobodyWaitedForIsToldAtCommit() throws Exception {
    try (Connection connection = connect()) {
      connection.setAutoCommit(false);
      run(connection, "a");
      router.dropConnections();
      Thread.sleep(100);
      assertThatThrownBy(connection::commit)
          .extracting(e -> ((SQLException) e).getSQLState())
          .isEqualTo("40001");
      run(connection, "b");
      connection.commit();
    }
    assertThat(router.texts()).containsExactly("a", "b", "COMMIT");
  }

  @Test
  void statementByItselfGoesOverANewSocketIfTheOldOneWasLost() throws Exception {
    try (Connection connection = connect()) {
      run(connection, "a");
      router.dropConnections();
      run(connection, "b");
      assertThat(router.texts()).startsWith("a", "b");
      assertThat(router.last().flags()).isEqualTo(SqlRequest.Statement.AUTO_COMMIT);
    }
  }

  @Test
  void threadThatWasInterruptedGetsItsAnswerAndKeepsTheMark() throws SQLException {
    try (Connection connection = connect()) {
      Thread.currentThread().interrupt();
      run(connection, "a");
      assertThat(Thread.interrupted()).isTrue();
      run(connection, "b");
      assertThat(router.connections()).isEqualTo(1);
    }
  }

  @Test
  void abortEndsTheWaitOfAnotherThreadAtOnce() throws Exception {
    endsTheWait(connection -> connection.abort(Runnable::run));
  }

  @Test
  void closeEndsTheWaitOfAnotherThreadAtOnce() throws Exception {
    endsTheWait(Connection::close);
  }

  /** What one thread does to a connection over which another one waits. */
  private interface End {
    void of(Connection connection) throws SQLException;
  }

  private void endsTheWait(End end) throws Exception {
    router.silent = true;
    try (Connection connection = connect()) {
      CompletableFuture<Void> waiting =
          CompletableFuture.runAsync(
              () ->
                  assertThatThrownBy(() -> run(connection, "slow"))
                      .isInstanceOf(SQLException.class));
      while (router.statements.isEmpty()) {
        Thread.sleep(5);
      }
      end.of(connection);
      waiting.get(5, TimeUnit.SECONDS);
      assertThat(connection.isClosed()).isTrue();
    }
  }

  @Test
  void silenceOfTheRouterEndsWithTheStatementsTime() throws SQLException {
    router.silent = true;
    try (Connection connection =
        DriverManager.getConnection(router.url() + "?statementTimeoutMs=300")) {
      long beganNs = System.nanoTime();
      assertThatThrownBy(() -> run(connection, "slow")).isInstanceOf(SQLException.class);
      assertThat(System.nanoTime() - beganNs).isBetween(250_000_000L, 3_000_000_000L);
    }
  }
}
