package org.thetisdb.client.statement;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReadingTextTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT 1",
        "  (select a from t) union select 2",
        "-- into\nSELECT ' INSERT ', \"update\" FROM t",
        "/* delete */ VALUES (1)",
        "WITH q AS (SELECT 1) SELECT * FROM q",
        "TABLE t"
      })
  void whatOnlyReadsIsKnownByItsText(String sql) {
    assertThat(ReadingText.onlyReads(sql)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "INSERT INTO t VALUES (1)",
        "UPDATE t SET a = 1",
        "SELECT 1 INTO t",
        "WITH q AS (SELECT 1) DELETE FROM t",
        "SELECT * FROM t FOR UPDATE",
        "CALL p(1)",
        "'SELECT'",
        "MERGE INTO t USING q ON 1 = 1 WHEN MATCHED THEN DELETE"
      })
  void whateverElseMayHaveWritten(String sql) {
    assertThat(ReadingText.onlyReads(sql)).isFalse();
  }
}
