package org.thetisdb.client.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.thetisdb.client.jdbc.ScriptedRouter.column;
import static org.thetisdb.client.jdbc.ScriptedRouter.counts;
import static org.thetisdb.client.jdbc.ScriptedRouter.error;
import static org.thetisdb.client.jdbc.ScriptedRouter.rows;

import java.math.BigDecimal;
import java.sql.BatchUpdateException;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLIntegrityConstraintViolationException;
import java.sql.SQLSyntaxErrorException;
import java.sql.Statement;
import java.sql.Types;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.thetisdb.client.jdbc.ScriptedRouter.Answer;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.value.ValueCodec;
import org.thetisdb.core.wire.SqlReply.ColumnInfo;
import org.thetisdb.core.wire.SqlReply.TypeInfo;
import org.thetisdb.core.wire.SqlRequest;
import org.thetisdb.core.wire.SqlRequest.CloseCursor;
import org.thetisdb.core.wire.SqlRequest.Fetch;

/** Statements, prepared and not, calls and batches, and what comes back. */
class StatementsTest {
  private final ScriptedRouter router = new ScriptedRouter();
  private Connection connection;

  @BeforeEach
  void connect() throws SQLException {
    connection = DriverManager.getConnection(router.url());
  }

  @AfterEach
  void close() throws SQLException {
    connection.close();
    router.close();
  }

  @Test
  void rowsAreReadByLabelInAnyCaseAndByNumber() throws SQLException {
    router.on(
        "SELECT id, name FROM t",
        rows(
            List.of(column("id", JdbcType.BIGINT), column("name", JdbcType.VARCHAR)),
            List.of(1L, "one"),
            Arrays.asList(2L, null)));

    try (Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery("SELECT id, name FROM t")) {
      assertThat(result.next()).isTrue();
      assertThat(result.getLong("ID")).isEqualTo(1);
      assertThat(result.getString("Name")).isEqualTo("one");
      assertThat(result.next()).isTrue();
      assertThat(result.getInt(1)).isEqualTo(2);
      assertThat(result.getString(2)).isNull();
      assertThat(result.wasNull()).isTrue();
      assertThat(result.next()).isFalse();
      assertThat(result.isAfterLast()).isTrue();
      assertThatThrownBy(() -> result.getLong("nam"))
          .isInstanceOf(SQLSyntaxErrorException.class)
          .hasMessageContaining("it has id, name");
    }
  }

  @Test
  void parametersTravelInTheirClasses() throws SQLException {
    try (PreparedStatement statement =
        connection.prepareStatement("UPDATE t SET a = ?, b = ?, c = ?, d = ? WHERE id = ?")) {
      statement.setInt(1, 7);
      statement.setBigDecimal(2, new BigDecimal("1.50"));
      statement.setNull(3, 0);
      statement.setFloat(4, 0.1f);
      statement.setObject(5, "12", Types.BIGINT);
      assertThat(statement.executeUpdate()).isEqualTo(1);
    }

    assertThat(router.lastRuns())
        .isEqualTo(List.of(Arrays.asList(7, new BigDecimal("1.50"), null, 0.1, 12L)));
    assertThat(router.last().flags()).isEqualTo(SqlRequest.Statement.AUTO_COMMIT);
  }

  @Test
  void parameterThatWasForgottenIsNamed() throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement("SELECT ? + ?")) {
      statement.setInt(1, 7);
      assertThatThrownBy(statement::executeQuery).hasMessage("Parameter 2 has no value.");
      assertThatThrownBy(() -> statement.setInt(3, 1))
          .hasMessage("There is no parameter 3; the statement has 2.");
    }
    assertThat(router.statements).isEmpty();
  }

  @Test
  void convertIsCast() throws SQLException {
    assertThat(
            connection.nativeSQL(
                "SELECT {fn CONVERT(a, SQL_INTEGER)}, {fn convert( (b), double )}"))
        .isEqualTo("SELECT CAST(a AS INTEGER), CAST( (b) AS DOUBLE )");
    assertThat(
            connection.nativeSQL(
                "{fn CONVERT({fn CONCAT(f(a, ','), {fn CONVERT(?, VARCHAR)})}, SQL_DECIMAL)}, c"))
        .isEqualTo("CAST(CONCAT(f(a, ','), CAST(? AS VARCHAR)) AS DECIMAL), c");
    assertThatThrownBy(() -> connection.nativeSQL("{fn CONVERT(a, b)}"))
        .isInstanceOf(SQLSyntaxErrorException.class)
        .hasMessageContaining("\"b\"");
    assertThatThrownBy(() -> connection.nativeSQL("{fn CONVERT(a, SQL_INTEGER, 3)}"))
        .isInstanceOf(SQLSyntaxErrorException.class);
  }

  @Test
  void charsHaveTheirBlanks() throws SQLException {
    router.on(
        "SELECT c FROM t",
        rows(
            List.of(
                new ColumnInfo("c", new TypeInfo(JdbcType.CHAR.code(), 4, 0), true, false, "", "")),
            List.of("a\uD83E\uDD86"),
            Arrays.asList((Object) null),
            List.of("abcd")));

    try (Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery("SELECT c FROM t")) {
      assertThat(result.next()).isTrue();
      assertThat(result.getString(1)).isEqualTo("a\uD83E\uDD86  ");
      assertThat(result.getObject(1)).isEqualTo("a\uD83E\uDD86  ");
      assertThat(result.next()).isTrue();
      assertThat(result.getString(1)).isNull();
      assertThat(result.next()).isTrue();
      assertThat(result.getString(1)).isEqualTo("abcd");
    }
  }

  @Test
  void escapesOfJdbcBecomePlainSql() throws SQLException {
    assertThat(connection.nativeSQL("SELECT {fn UCASE({fn LCASE(x)})}, {d '2026-01-31'} FROM t"))
        .isEqualTo("SELECT UCASE(LCASE(x)), DATE '2026-01-31' FROM t");
    assertThat(connection.nativeSQL("SELECT * FROM {oj a LEFT JOIN b ON a.x = b.x} {limit 5}"))
        .isEqualTo("SELECT * FROM a LEFT JOIN b ON a.x = b.x LIMIT 5");
    assertThat(connection.nativeSQL("x LIKE '{%' {escape '|'}"))
        .isEqualTo("x LIKE '{%' ESCAPE '|'");
    assertThatThrownBy(() -> connection.nativeSQL("{fn X("))
        .isInstanceOf(SQLSyntaxErrorException.class);
    assertThatThrownBy(() -> connection.nativeSQL("{what x}")).hasMessageContaining("{what");
  }

  @Test
  void largeResultIsFetchedInPiecesAndTheRestGivenUp() throws SQLException {
    router.on(
        "SELECT n FROM t",
        rows(
            List.of(column("n", JdbcType.INTEGER)),
            List.of(1),
            List.of(2),
            List.of(3),
            List.of(4),
            List.of(5)));
    try (Statement statement = connection.createStatement()) {
      statement.setFetchSize(2);
      ResultSet result = statement.executeQuery("SELECT n FROM t");
      int sum = 0;
      while (result.next()) {
        sum += result.getInt(1);
        assertThat(result.getRow()).isEqualTo(result.getInt(1));
        assertThat(result.isLast()).isEqualTo(result.getInt(1) == 5);
      }
      assertThat(sum).isEqualTo(15);
      assertThat(router.others).hasSize(2).allMatch(Fetch.class::isInstance);

      ResultSet given = statement.executeQuery("SELECT n FROM t");
      given.next();
      given.close();
      assertThat(connection.isValid(5)).isTrue();
      assertThat(router.others).anyMatch(CloseCursor.class::isInstance);
    }
  }

  @Test
  void scrollableResultGoesBothWays() throws SQLException {
    router.on(
        "SELECT n FROM t",
        rows(List.of(column("n", JdbcType.INTEGER)), List.of(1), List.of(2), List.of(3)));
    try (Statement statement =
        connection.createStatement(ResultSet.TYPE_SCROLL_INSENSITIVE, ResultSet.CONCUR_READ_ONLY)) {
      statement.setFetchSize(1);
      ResultSet result = statement.executeQuery("SELECT n FROM t");
      assertThat(result.last()).isTrue();
      assertThat(result.getRow()).isEqualTo(3);
      assertThat(result.previous()).isTrue();
      assertThat(result.getInt(1)).isEqualTo(2);
      assertThat(result.absolute(-3)).isTrue();
      assertThat(result.isFirst()).isTrue();
      assertThat(result.relative(5)).isFalse();
      assertThat(result.isAfterLast()).isTrue();
      result.beforeFirst();
      assertThat(result.next()).isTrue();
      assertThat(result.getInt(1)).isEqualTo(1);
    }
  }

  @Test
  void forwardOnlyResultSaysHowToScroll() throws SQLException {
    router.on("SELECT n FROM t", rows(List.of(column("n", JdbcType.INTEGER)), List.of(1)));
    try (Statement statement = connection.createStatement()) {
      ResultSet result = statement.executeQuery("SELECT n FROM t");
      assertThatThrownBy(result::last).hasMessageContaining("TYPE_SCROLL_INSENSITIVE");
      assertThatThrownBy(() -> result.getInt(1)).hasMessageContaining("call next() first");
    }
  }

  @Test
  void batchTravelsInOneMessage() throws SQLException {
    router.on("INSERT INTO t VALUES (?)", counts(1, 1, 1));
    try (PreparedStatement statement = connection.prepareStatement("INSERT INTO t VALUES (?)")) {
      for (int i = 0; i < 3; i++) {
        statement.setInt(1, i);
        statement.addBatch();
      }
      assertThat(statement.executeBatch()).containsExactly(1, 1, 1);
      assertThat(statement.executeBatch()).isEmpty();
    }
    assertThat(router.statements).hasSize(1);
    assertThat(router.lastRuns()).isEqualTo(List.of(List.of(0), List.of(1), List.of(2)));
  }

  @Test
  void longBatchIsCutAndStopsAtTheFirstFailure() throws SQLException {
    router.on(
        "INSERT INTO t VALUES (?)",
        sent -> {
          int runs = ((List<?>) ValueCodec.decode(sent.arguments())).size();
          return runs == 1_000
              ? counts(new long[1_000])
              : error(ErrorCode.UNIQUE_VIOLATION, "t_pkey", "t", "(5)");
        });
    try (PreparedStatement statement = connection.prepareStatement("INSERT INTO t VALUES (?)")) {
      for (int i = 0; i < 2_500; i++) {
        statement.setInt(1, i);
        statement.addBatch();
      }
      BatchUpdateException failure =
          catchThrowableOfType(BatchUpdateException.class, statement::executeBatch);
      assertThat(failure.getUpdateCounts()).hasSize(2_500);
      assertThat(failure.getUpdateCounts()[1_999]).isZero();
      assertThat(Arrays.stream(failure.getUpdateCounts()).skip(2_000))
          .as("what was sent with the one that failed was not done either")
          .containsOnly(Statement.EXECUTE_FAILED);
      assertThat(failure.getSQLState()).isEqualTo("23505");
      assertThat(failure.getCause()).isInstanceOf(SQLIntegrityConstraintViolationException.class);
    }
    assertThat(router.statements).hasSize(3);
  }

  @Test
  void generatedKeysComeWithTheCount() throws SQLException {
    router.on(
        "INSERT INTO t (name) VALUES (?)",
        new Answer(
            0, "", List.of(1L), List.of(column("id", JdbcType.BIGINT)), List.of(List.of(42L))));
    try (PreparedStatement statement =
        connection.prepareStatement(
            "INSERT INTO t (name) VALUES (?)", Statement.RETURN_GENERATED_KEYS)) {
      statement.setString(1, "x");
      assertThat(statement.executeUpdate()).isEqualTo(1);
      ResultSet keys = statement.getGeneratedKeys();
      assertThat(keys.next()).isTrue();
      assertThat(keys.getLong("id")).isEqualTo(42);
    }
    assertThat(router.last().flags() & SqlRequest.Statement.GENERATED_KEYS).isNotZero();
  }

  @Test
  void callReturnsItsResultAsRowsAndAsParameter() throws SQLException {
    router.on(
        "CALL transfer(?,?)",
        rows(List.of(column("result", JdbcType.DECIMAL)), List.of(new BigDecimal("12.5"))));
    try (CallableStatement call = connection.prepareCall("{? = call transfer(?,?)}")) {
      call.registerOutParameter(1, Types.DECIMAL);
      call.setLong(2, 1);
      call.setLong(3, 2);
      assertThat(call.execute()).isTrue();
      assertThat(call.getBigDecimal(1)).isEqualByComparingTo("12.5");
      assertThat(call.getResultSet().next()).isTrue();
    }
    assertThat(router.lastRuns()).isEqualTo(List.of(List.of(1L, 2L)));
  }

  @Test
  void errorsHaveClassStateAndSentence() throws SQLException {
    router.on("a", error(ErrorCode.SQL_SYNTAX, 1, 8, "expected a name"));
    router.on("b", error(ErrorCode.UNIQUE_VIOLATION, "pk", "t", "(1)"));
    try (Statement statement = connection.createStatement()) {
      assertThatThrownBy(() -> statement.execute("a"))
          .isInstanceOf(SQLSyntaxErrorException.class)
          .hasMessage("T8001: Syntax error at line 1, column 8: expected a name");
      SQLException broken = catchThrowableOfType(SQLException.class, () -> statement.execute("b"));
      assertThat(broken.getSQLState()).isEqualTo("23505");
      assertThat(broken.getErrorCode()).isEqualTo(8012);
      assertThat((Throwable) broken).isInstanceOf(SQLIntegrityConstraintViolationException.class);
    }
  }

  @Test
  void noticeOfTheServerIsWarning() throws SQLException {
    router.on("ddl", new Answer(0, "NOT ENFORCED", List.of(0L), List.of(), List.of()));
    try (Statement statement = connection.createStatement()) {
      statement.execute("ddl");
      assertThat((Throwable) statement.getWarnings()).hasMessage("NOT ENFORCED");
      statement.execute("other");
      assertThat((Throwable) statement.getWarnings()).isNull();
    }
  }

  @Test
  void closedObjectsSayThatTheyAreClosed() throws SQLException {
    Statement statement = connection.createStatement();
    connection.close();
    assertThat(statement.isClosed()).isTrue();
    assertThatThrownBy(() -> statement.execute("x")).hasMessage("The statement is closed.");
    assertThatThrownBy(() -> connection.createStatement())
        .hasMessage("The connection is closed.")
        .extracting(e -> ((SQLException) e).getSQLState())
        .isEqualTo("08003");
  }

  @Test
  void aBatchOfTextsStopsAtTheFirstThatFails() throws SQLException {
    router.on("UPDATE t SET a = 1", counts(3));
    router.on("UPDATE t SET a = 2", error(ErrorCode.UNIQUE_VIOLATION, "t_pkey", "t", "(5)"));
    router.on("UPDATE t SET a = 3", counts(4));
    try (Statement statement = connection.createStatement()) {
      for (int i = 1; i <= 3; i++) {
        statement.addBatch("UPDATE t SET a = " + i);
      }
      BatchUpdateException failure =
          catchThrowableOfType(BatchUpdateException.class, statement::executeBatch);
      assertThat(failure.getUpdateCounts())
          .containsExactly(3, Statement.EXECUTE_FAILED, Statement.EXECUTE_FAILED);
      assertThat(failure.getSQLState()).isEqualTo("23505");
    }
  }

  @Test
  void theKeysOfALongBatchAreThoseOfAllItsRuns() throws SQLException {
    int[] next = {0};
    router.on(
        "INSERT INTO t (a) VALUES (?)",
        sent -> {
          int runs = ((List<?>) ValueCodec.decode(sent.arguments())).size();
          List<List<Object>> keys = new ArrayList<>();
          for (int i = 0; i < runs; i++) {
            keys.add(List.of((long) next[0]++));
          }
          Answer made = rows(List.of(column("id", JdbcType.BIGINT)), keys.toArray(List[]::new));
          return new Answer(0, "", Collections.nCopies(runs, 1L), made.columns(), made.rows());
        });
    try (PreparedStatement statement =
        connection.prepareStatement(
            "INSERT INTO t (a) VALUES (?)", Statement.RETURN_GENERATED_KEYS)) {
      for (int round = 0; round < 2; round++) {
        for (int i = 0; i < 3_300; i++) {
          statement.setInt(1, i);
          statement.addBatch();
        }
        assertThat(statement.executeBatch()).hasSize(3_300);
        ResultSet keys = statement.getGeneratedKeys();
        for (long key = 3_300L * round; key < 3_300L * (round + 1); key++) {
          assertThat(keys.next()).isTrue();
          assertThat(keys.getLong("id")).isEqualTo(key);
        }
        assertThat(keys.next()).isFalse();
      }
    }
  }

  @Test
  void anEmptyTextDoesNothing() throws SQLException {
    try (Statement statement = connection.createStatement()) {
      for (String text : List.of("", "  ;\n ", "-- nothing", "/* nothing */ ;")) {
        assertThat(statement.execute(text)).isFalse();
        assertThat(statement.getUpdateCount()).isZero();
        assertThat(statement.executeUpdate(text)).isZero();
        assertThatThrownBy(() -> statement.executeQuery(text))
            .isInstanceOfSatisfying(
                SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("02000"));
      }
    }
    Statement closed = connection.createStatement();
    closed.close();
    assertThatThrownBy(() -> closed.execute(""))
        .isInstanceOfSatisfying(
            SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("55000"));
    try (PreparedStatement statement = connection.prepareStatement("")) {
      assertThat(statement.execute()).isFalse();
      assertThat(statement.executeUpdate()).isZero();
    }
    assertThat(router.statements).isEmpty();
  }
}
