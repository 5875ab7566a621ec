package org.thetisdb.client.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.thetisdb.client.jdbc.ScriptedRouter.error;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLRecoverableException;
import java.sql.SQLTimeoutException;
import java.sql.SQLTransactionRollbackException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.util.Arrays;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.wire.SqlRequest;
import org.thetisdb.core.wire.SqlRequest.Cancel;

/** Connections: their URL, modes, transactions, and their end. */
class ConnectionsTest {
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
  void urlNamesTheDatabaseOrLeavesItOut() throws SQLException {
    DriverManager.getConnection(router.url() + "test").close();
    assertThatThrownBy(() -> DriverManager.getConnection(router.url() + "other"))
        .hasMessage("There is no database \"other\" here; it is \"test\".");
    assertThat(new ThetisDriver().connect("jdbc:other://x/", null)).isNull();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "jdbc:thetis:127.0.0.1|is not a URL of Thetis",
        "jdbc:thetis:///|is not a URL of Thetis",
        "jdbc:thetis://h:1/?readonly=true|Did you mean \"readOnly\"?",
        "jdbc:thetis://h:1/?readOnly|has no value",
        "jdbc:thetis://h:1/?connectTimeoutMs=soon|milliseconds",
        "jdbc:thetis://h:x/|is not an address"
      })
  void wrongUrlIsExplained(String url, String sentence) {
    assertThatThrownBy(() -> DriverManager.getConnection(url))
        .isInstanceOf(SQLNonTransientConnectionException.class)
        .hasMessageContaining(sentence);
  }

  @Test
  void optionsAreShownAsAConnectionWouldTakeThem() throws SQLException {
    Properties properties = new Properties();
    properties.setProperty("user", "ada");
    properties.setProperty("readOnly", "true");
    assertThat(options("jdbc:thetis://h/?readOnly=false&token=t%26", properties))
        .containsEntry("user", "ada")
        .containsEntry("readOnly", "false")
        .containsEntry("token", "t&")
        .containsEntry("connectTimeoutMs", "10000");
    assertThat(options(null, properties)).containsEntry("readOnly", "true");
    assertThat(options("jdbc:other://h/", null)).containsEntry("readOnly", "false");
    assertThatThrownBy(() -> options("jdbc:thetis://h/?colour=red", null))
        .hasMessageContaining("There is no option \"colour\"");
  }

  private static Map<String, String> options(String url, Properties properties)
      throws SQLException {
    return Arrays.stream(new ThetisDriver().getPropertyInfo(url, properties))
        .collect(Collectors.toMap(option -> option.name, option -> option.value));
  }

  @Test
  void nobodyThereIsToldInTime() {
    assertThatThrownBy(
            () -> DriverManager.getConnection("jdbc:thetis://127.0.0.1:1/?connectTimeoutMs=200"))
        .isInstanceOf(SQLNonTransientConnectionException.class)
        .hasMessageContaining("No router can be reached at 127.0.0.1:1");
  }

  @Test
  void modesTravelWithEachStatement() throws SQLException {
    try (Connection connection = connect()) {
      run(connection, "a");
      assertThat(router.last().flags()).isEqualTo(SqlRequest.Statement.AUTO_COMMIT);
      connection.setAutoCommit(false);
      connection.setReadOnly(true);
      connection.setTransactionIsolation(Connection.TRANSACTION_SERIALIZABLE);
      run(connection, "b");
      assertThat(router.last().flags())
          .isEqualTo(SqlRequest.Statement.READ_ONLY | SqlRequest.Statement.SERIALIZABLE);
      assertThatThrownBy(() -> connection.setReadOnly(false))
          .hasMessageContaining("while a transaction is open");
      connection.rollback();
      connection.setReadOnly(false);
    }
  }

  @Test
  void commitAndRollbackAreSentOnlyWhereSomethingIsOpen() throws SQLException {
    try (Connection connection = connect()) {
      connection.setAutoCommit(false);
      connection.commit();
      connection.rollback();
      run(connection, "a");
      connection.commit();
      run(connection, "b");
      connection.rollback();
      run(connection, "c");
      connection.setAutoCommit(true);
      assertThatThrownBy(connection::commit).hasMessageContaining("auto-commit");
    }
    assertThat(router.texts()).containsExactly("a", "COMMIT", "b", "ROLLBACK", "c", "COMMIT");
  }

  @Test
  void savepointsAreStatements() throws SQLException {
    try (Connection connection = connect()) {
      connection.setAutoCommit(false);
      Savepoint plain = connection.setSavepoint();
      Savepoint named = connection.setSavepoint("my \"point\"");
      connection.rollback(named);
      connection.releaseSavepoint(plain);
      assertThat(named.getSavepointName()).isEqualTo("my \"point\"");
      assertThat(plain.getSavepointId()).isEqualTo(1);
    }
    assertThat(router.texts())
        .containsExactly(
            "SAVEPOINT \"jdbc_savepoint_1\"",
            "SAVEPOINT \"my \"\"point\"\"\"",
            "ROLLBACK TO SAVEPOINT \"my \"\"point\"\"\"",
            "RELEASE SAVEPOINT \"jdbc_savepoint_1\"");
  }

  @Test
  void aLostTransactionIsA40001AndTheConnectionGoesOn() throws SQLException {
    try (Connection connection = connect()) {
      connection.setAutoCommit(false);
      run(connection, "a");
      router.dropConnections();
      // The next round trip is on a new wire.
      assertThat(connection.isValid(5)).isTrue();

      SQLException lost = catchThrowableOfType(SQLException.class, connection::commit);
      assertThat((Throwable) lost).isInstanceOf(SQLTransactionRollbackException.class);
      assertThat(lost.getSQLState()).isEqualTo("40001");
      assertThat(lost.getErrorCode()).isZero();
      run(connection, "a");
      connection.commit();
    }
    assertThat(router.texts()).containsExactly("a", "a", "COMMIT");
  }

  @Test
  void rollbackOfLostTransactionIsNoError() throws SQLException {
    try (Connection connection = connect()) {
      connection.setAutoCommit(false);
      run(connection, "a");
      router.dropConnections();
      assertThat(connection.isValid(5)).isTrue();
      connection.rollback();
      run(connection, "b");
    }
    assertThat(router.texts()).containsExactly("a", "b");
  }

  @Test
  void serializationFailureAtCommitHasVendorCodeZero() throws SQLException {
    router.on("COMMIT", error(ErrorCode.SERIALIZATION_FAILURE, "somebody was faster"));
    try (Connection connection = connect()) {
      connection.setAutoCommit(false);
      run(connection, "a");
      SQLException failure = catchThrowableOfType(SQLException.class, connection::commit);
      assertThat(failure.getSQLState()).isEqualTo("40001");
      assertThat(failure.getErrorCode()).isZero();
    }
  }

  @Test
  void unknownOutcomeOfCommitIs08007() throws SQLException {
    router.on("COMMIT", statement -> null);
    try (Connection connection =
        DriverManager.getConnection(router.url() + "?statementTimeoutMs=300")) {
      connection.setAutoCommit(false);
      run(connection, "a");
      assertThatThrownBy(connection::commit)
          .isInstanceOf(SQLNonTransientConnectionException.class)
          .extracting(e -> ((SQLException) e).getSQLState())
          .isEqualTo("08007");
    }
  }

  @Test
  void queryTimeoutIsToldToTheClusterInFull() throws SQLException {
    router.on("slow", error(ErrorCode.TIMED_OUT, 2_000));
    try (Connection connection = connect();
        Statement statement = connection.createStatement()) {
      statement.setQueryTimeout(2);
      assertThatThrownBy(() -> statement.execute("slow")).isInstanceOf(SQLTimeoutException.class);
      assertThat(router.last().timeoutMs()).isBetween(1_900, 2_000);
    }
  }

  @Test
  void timeOfAConnectionIsToldToTheClusterInFull() throws SQLException {
    router.on("SELECT slow", statement -> null);
    try (Connection connection =
            DriverManager.getConnection(router.url() + "?statementTimeoutMs=400");
        Statement statement = connection.createStatement()) {
      assertThatThrownBy(() -> statement.execute("SELECT slow")).hasMessageContaining("400 ms");
      assertThat(router.last().timeoutMs()).isBetween(300, 400);
      statement.execute("SET statement_timeout = '600ms'");
      assertThatThrownBy(() -> statement.execute("SELECT slow")).hasMessageContaining("600 ms");
      assertThat(router.last().timeoutMs()).isBetween(500, 600);
    }
  }

  @Test
  void cancelComesFromAnotherThread() throws Exception {
    CompletableFuture<Void> arrived = new CompletableFuture<>();
    router.on(
        "slow",
        statement -> {
          arrived.complete(null);
          return null;
        });
    try (Connection connection = connect();
        Statement statement = connection.createStatement()) {
      CompletableFuture<Void> run =
          CompletableFuture.runAsync(
              () ->
                  assertThatThrownBy(() -> statement.execute("slow"))
                      .isInstanceOf(SQLException.class)
                      .hasMessageContaining("closed"));
      arrived.get(5, TimeUnit.SECONDS);
      statement.cancel();
      assertThat(connection.isValid(5)).isTrue();
      assertThat(router.others).contains(new Cancel(router.last().requestId()));
      connection.abort(Runnable::run);
      run.get(5, TimeUnit.SECONDS);
      assertThat(connection.isClosed()).isTrue();
    }
  }

  @Test
  void networkTimeoutClosesTheConnection() throws SQLException {
    router.silent = true;
    try (Connection connection = connect()) {
      connection.setAutoCommit(false);
      connection.setNetworkTimeout(Runnable::run, 100);
      assertThatThrownBy(() -> run(connection, "a")).isInstanceOf(SQLRecoverableException.class);
      assertThat(connection.isClosed()).isTrue();
      assertThat(connection.isValid(1)).isFalse();
    }
  }

  @Test
  void dataSourceOpensConnections() throws SQLException {
    ThetisDataSource source = new ThetisDataSource(router.url());
    try (Connection connection = source.getConnection("me", "secret")) {
      assertThat(connection.getMetaData().getUserName()).isEqualTo("me");
      assertThat(connection.unwrap(ThetisConnection.class)).isSameAs(connection);
      assertThat(connection.isWrapperFor(String.class)).isFalse();
    }
  }
}
