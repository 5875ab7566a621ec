package org.thetisdb.relational.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SqlRulesTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "UPDATE t SET a = /* now() */ 1 -- random()\n WHERE b = 'now() '' random()'",
        "UPDATE t SET \"now\" = ? WHERE c = $x$ random() $x$",
        "INSERT INTO s.t (a) VALUES (E'it\\'s now()')",
        "DELETE FROM t WHERE renowned = 1;",
        "WITH x AS (SELECT 1) INSERT INTO t SELECT * FROM x",
      })
  void whatOnlyLooksLikeADrawnValueIsTaken(String sql) {
    assertThat(SqlRules.of(sql).writes()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "UPDATE t SET a = Now()",
        "INSERT INTO t VALUES ('now'::timestamp)",
        "DELETE FROM t WHERE a < CURRENT_DATE",
        "WITH x AS (DELETE FROM t RETURNING *) SELECT random() FROM x",
        "SELECT nextval('s')",
        "SELECT * INTO u FROM t",
        "UPDATE t SET a = $x$ y $x$ || gen_random_uuid()",
        "SELECT 1; DELETE FROM t",
        "COMMIT",
        "",
      })
  void whatCannotBeRepeatedIsRefused(String sql) {
    assertThatThrownBy(() -> SqlRules.of(sql))
        .isInstanceOfSatisfying(
            DatabaseException.class, e -> assertThat(e.sqlState()).isEqualTo("0A000"));
  }

  @Test
  void readsMayLookAtTheClock() {
    assertThatCode(() -> SqlRules.of("SELECT now(), random() FROM t FOR UPDATE"))
        .doesNotThrowAnyException();
    assertThat(SqlRules.of("SELECT now()").writes()).isFalse();
  }

  @Test
  void anInsertNamesItsColumns() {
    SqlRules insert = SqlRules.of("INSERT INTO public.\"Note\" (Id, what) SELECT a, (b) FROM t");
    assertThat(insert.insertedTable()).isEqualTo("\"Note");
    assertThat(insert.names("ID")).isTrue();
    assertThat(insert.names("b")).isFalse();
    assertThat(SqlRules.of("INSERT INTO t VALUES (id)").names("id")).isFalse();
  }
}
