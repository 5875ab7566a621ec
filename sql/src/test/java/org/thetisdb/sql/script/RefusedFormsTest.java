package org.thetisdb.sql.script;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.thetisdb.core.error.ThetisException;

/** What is refused is refused by a sentence about the form, and never by a fault of the planner. */
class RefusedFormsTest {
  private final ScriptDatabase database = new ScriptDatabase();

  @BeforeEach
  void tables() {
    database.run("CREATE TABLE t (id INT PRIMARY KEY, a INT, s VARCHAR(20))");
    database.run("CREATE TABLE r (k INT, v INT)");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT (1, ROW(2, 3)) = ALL (SELECT 1)",
        "SELECT * FROM t TABLESAMPLE SYSTEM (10)",
        "SELECT ARRAY[[1, 2], [3, 4]]",
        "SELECT * FROM ROWS FROM (generate_series(1, 2)) AS x (a)",
        "SELECT substring(s SIMILAR 'a' ESCAPE '#') FROM t",
        "COPY t TO STDOUT",
        "FETCH 1 FROM c",
        "LISTEN x",
        "DO $$ BEGIN END $$",
        "INSERT INTO t (id) VALUES (1) RETURNING (SELECT count(*) FROM t)",
        "SELECT * FROM t JOIN r USING (id) AS j",
        "SELECT upper(VARIADIC ARRAY['a'])",
        "UPDATE t SET a[1:2] = '{1,2}'",
        "SELECT sum(a) OVER (ORDER BY s RANGE BETWEEN '1 month 1 day' PRECEDING AND CURRENT ROW) FROM t",
        "INSERT INTO t (id, a) VALUES (1, (SELECT 1)), (2, DEFAULT)",
        "SELECT array_fill(0, ARRAY[2, 2])",
        "SELECT CASE WHEN a > 1 THEN generate_series(1, 2) END FROM t",
        "SELECT DISTINCT a + 1 FROM t ORDER BY 1 LIMIT (SELECT 1)",
        "CREATE MATERIALIZED VIEW m AS SELECT * FROM t",
        "REFRESH MATERIALIZED VIEW m",
        "DROP MATERIALIZED VIEW IF EXISTS m",
        "ALTER MATERIALIZED VIEW m RENAME TO n",
        "SELECT sum(a) OVER (ORDER BY a GROUPS a PRECEDING) FROM t",
        "MERGE INTO t USING r ON t.id = r.k WHEN NOT MATCHED BY SOURCE THEN DELETE"
      })
  void theMessageNamesTheForm(String sql) {
    Throwable thrown = catchThrowable(() -> database.run(sql));
    assertThat(thrown).isInstanceOf(ThetisException.class);
    assertThat(thrown.getMessage())
        .doesNotContain("A statement of this form", "org.", "java", "Exception", "RecordType")
        .doesNotContainPattern("\\b(Rex|Rel|Sql|Logical|Enumerable)[A-Z]")
        .endsWith(".");
  }
}
