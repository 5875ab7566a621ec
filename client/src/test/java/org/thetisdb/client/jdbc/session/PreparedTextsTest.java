package org.thetisdb.client.jdbc.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PreparedTextsTest {
  private final PreparedTexts texts = new PreparedTexts();
  private final List<String> checked = new ArrayList<>();

  private String run(String sql) throws SQLException {
    return texts.run(sql, checked::add);
  }

  @Test
  void executeIsTheStatementWithItsValues() throws SQLException {
    assertThat(run("PREPARE q (int, text) AS SELECT $1 + 1, $2, $1")).isNull();
    assertThat(run("EXECUTE q (1, 'it''s, ($2)')"))
        .isEqualTo(" SELECT CAST((1) AS int) + 1, CAST(('it''s, ($2)') AS text), CAST((1) AS int)");
    assertThat(checked)
        .containsExactly(" SELECT CAST(? AS int) + 1, CAST(? AS text), CAST(? AS int)");
  }

  @Test
  void typesMayBeLeftOut() throws SQLException {
    run("PREPARE p AS SELECT * FROM t WHERE a = $1 AND s = '$1' AND \"$1\" = $2 -- $3\n LIMIT $2");
    assertThat(run("execute P (f(1, 2), ARRAY[3, 4]);"))
        .isEqualTo(
            " SELECT * FROM t WHERE a = (f(1, 2)) AND s = '$1' AND \"$1\" = (ARRAY[3, 4]) -- $3\n"
                + " LIMIT (ARRAY[3, 4])");
    assertThat(checked).isEmpty();
  }

  @Test
  void aNameIsTakenOnceAndFreeAfterDeallocate() throws SQLException {
    run("PREPARE p AS VALUES (1)");
    run("PREPARE \"P\" AS VALUES (2)");
    assertThatThrownBy(() -> run("PREPARE p AS VALUES (3)"))
        .isInstanceOfSatisfying(
            SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("42P05"));
    run("DEALLOCATE PREPARE p");
    run("PREPARE p AS VALUES (3)");
    assertThat(run("EXECUTE p")).isEqualTo(" VALUES (3)");
    assertThat(run("EXECUTE \"P\"")).isEqualTo(" VALUES (2)");
    run("DEALLOCATE ALL");
    for (String sql : List.of("EXECUTE p", "EXECUTE \"P\"", "DEALLOCATE p")) {
      assertThatThrownBy(() -> run(sql))
          .isInstanceOfSatisfying(
              SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("26000"));
    }
  }

  @Test
  void asManyValuesAreGivenAsThereAreParameters() throws SQLException {
    run("PREPARE p (int) AS SELECT $2");
    assertThat(run("EXECUTE p (1, 2)")).isEqualTo(" SELECT (2)");
    for (String sql : List.of("EXECUTE p", "EXECUTE p (1)", "EXECUTE p (1, 2, 3)")) {
      assertThatThrownBy(() -> run(sql))
          .isInstanceOfSatisfying(
              SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("42601"));
    }
  }

  @Test
  void parametersOfTheClientSuccessorTheirOrder() throws SQLException {
    run("PREPARE p (int) AS SELECT $1 WHERE 1 < $2");
    assertThat(run("EXECUTE p (?, ? + 1)")).isEqualTo(" SELECT CAST((?) AS int) WHERE 1 < (? + 1)");
    run("PREPARE q AS SELECT $2, $1");
    assertThatThrownBy(() -> run("EXECUTE q (?, ?)")).hasMessageContaining("in its order");
  }

  @Test
  void aStatementThatCannotRunIsNotPrepared() {
    assertThatThrownBy(
            () ->
                texts.run(
                    "PREPARE p AS SELECT * FROM nowhere",
                    sql -> {
                      throw new SQLException("no table", "42P01");
                    }))
        .isInstanceOfSatisfying(
            SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("42P01"));
    assertThatThrownBy(() -> run("EXECUTE p")).hasMessageContaining("no prepared statement");
    assertThatThrownBy(() -> run("PREPARE p AS DROP TABLE t")).hasMessageContaining("alone");
  }

  @Test
  void otherStatementsStayAsTheyAre() throws SQLException {
    assertThat(PreparedTexts.mayBe("SELECT 1")).isFalse();
    assertThat(PreparedTexts.mayBe("PREPARED")).isFalse();
    assertThat(PreparedTexts.mayBe(" -- a comment\n/* and */ execute p")).isTrue();
    assertThat(run("PREPARE TRANSACTION 'x'")).isEqualTo("PREPARE TRANSACTION 'x'");
  }

  @Test
  void whatAStatementGivesIsAskedWithoutDoingIt() throws SQLException {
    assertThat(texts.described("PREPARE p (int) AS SELECT $1 + 1 AS n")).isNull();
    assertThatThrownBy(() -> texts.described("EXECUTE p (2)")).hasMessageContaining("\"p\"");
    run("PREPARE p (int) AS SELECT $1 + 1 AS n");
    assertThat(texts.described("EXECUTE p (2)")).isEqualTo(" SELECT CAST((2) AS int) + 1 AS n");
    assertThat(texts.described("DEALLOCATE p")).isNull();
    assertThat(run("EXECUTE p (2)")).isEqualTo(" SELECT CAST((2) AS int) + 1 AS n");
    assertThat(texts.described("SELECT 1")).isEqualTo("SELECT 1");
  }
}
