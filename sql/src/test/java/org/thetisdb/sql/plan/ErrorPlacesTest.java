package org.thetisdb.sql.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.thetisdb.core.wire.SearchPath;
import org.thetisdb.sql.script.ScriptDatabase;

/**
 * An error tells the place in the statement as it was written, whatever Calcite is given for it.
 */
class ErrorPlacesTest {
  private final ScriptDatabase database = new ScriptDatabase();

  ErrorPlacesTest() {
    database.run("CREATE TABLE t (id INT PRIMARY KEY, a TEXT)");
  }

  /** The statement has a {@code ^} before the place. */
  private void assertError(String marked, String message) {
    String text = marked.replace("^", "");
    String place = "line 1, column " + (marked.indexOf('^') + 1);
    for (String sent : new String[] {text, SearchPath.of(text).appendTo(text)}) {
      assertThatThrownBy(() -> database.run(sent))
          .as(marked)
          .hasMessageContaining(message)
          .hasMessageContaining(place);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "SELECT 1 WHERE 1 IN (^)",
        "SELECT 'it''s' WHERE 1 IN (^)",
        "SELECT a::text WHERE id IN (^)",
        "SELECT * FROM t WHERE id = 1 AND a IN (^) ORDER BY id",
        "SELECT a,^, id FROM t",
        "SELECT id =^= 1 FROM t",
        "SELECT a id ^x FROM t",
        "SELECT ^`id` FROM t",
        "SELECT id FROM t WHERE a = ^“x”",
        "SELECT id FROM t WHERE id = 1 ^§ 2",
        "SELECT id FROM ^[t]",
        "SELECT ^FROM WHERE",
        "SELECT count(^FROM t",
        "SELECT 1^; SELECT 2"
      })
  void aTokenThatIsWrongIsNamed(String marked) {
    int at = marked.indexOf('^') + 1;
    String token = marked.startsWith("FROM", at) ? "FROM" : marked.substring(at, at + 1);
    assertError(marked, '"' + token + "\" is not expected here");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "SELECT^",
        "SELECT 1 +^",
        "SELECT (1^",
        "SELECT 1::^",
        "SELECT * FROM^",
        "SELECT * FROM t WHERE^",
        "SELECT * FROM t WHERE id =^",
        "SELECT * FROM t ORDER^",
        "SELECT * FROM t ORDER BY^",
        "SELECT * FROM t LIMIT^",
        "SELECT id FROM t WHERE a LIKE^",
        "SELECT CASE WHEN 1=1 THEN 2^",
        "INSERT INTO t VALUES (1, 'a',^",
        "UPDATE t SET^",
        "DELETE FROM^",
        "DELETE FROM t WHERE^;",
        "VALUES^"
      })
  void aStatementThatIsNotWholeEndsTooEarly(String marked) {
    assertError(marked, "the statement ends ");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "SELECT ^nope WHERE 1 = 1",
        "SELECT a::varchar, ^nope FROM t WHERE a ~ 'x'",
        "SELECT a FROM t WHERE a IS DISTINCT FROM ^nope AND 1e3 = id",
        "SELECT DISTINCT ON (id) ^nope FROM t ORDER BY id",
        "SELECT interval '1 day', ^nope FROM t LIMIT 5 OFFSET 2",
        "SELECT (SELECT 1 WHERE ^nope = 2)",
        "UPDATE t SET a = ^nope FROM t b WHERE t.id = b.id",
        "INSERT INTO t VALUES (1, 'a') ON CONFLICT (id) DO UPDATE SET a = ^nope",
        "DELETE FROM t RETURNING lower(^nope)",
        "WITH w AS (UPDATE t SET a = 'x' WHERE ^nope = 1 RETURNING id) SELECT * FROM w",
        "WITH w AS (INSERT INTO t VALUES (1, ^nope) RETURNING id) SELECT * FROM w",
        "WITH w AS (DELETE FROM t RETURNING ^nope) SELECT id FROM w",
        "WITH w AS (DELETE FROM t RETURNING id) SELECT ^nope FROM w",
        "MERGE INTO t USING t s ON t.id = ^nope WHEN MATCHED THEN DELETE",
        "MERGE INTO t USING t s ON t.id = s.id WHEN MATCHED AND ^nope THEN DELETE",
        "MERGE INTO t USING t s ON t.id = s.id WHEN MATCHED THEN UPDATE SET a = ^nope",
        "MERGE INTO t USING t s ON t.id = s.id WHEN NOT MATCHED THEN INSERT VALUES (s.id, ^nope)",
        "MERGE INTO t USING (SELECT ^nope FROM t) s ON true WHEN MATCHED THEN DELETE"
      })
  void aColumnThatIsNotThereIsFound(String marked) {
    assertError(marked, "There is no column \"nope\" here");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "SELECT 1 WHERE EXISTS (SELECT 1 FROM ^nope)",
        "WITH w AS (DELETE FROM t WHERE id IN (SELECT id FROM ^nope) RETURNING id) TABLE w",
        "MERGE INTO t USING ^nope s ON t.id = s.id WHEN MATCHED THEN DELETE",
        "MERGE INTO t USING t s ON t.id IN (SELECT id FROM ^nope) WHEN MATCHED THEN DELETE"
      })
  void aTableThatIsNotThereIsFound(String marked) {
    assertError(marked, "There is no table \"nope\"");
  }

  @Test
  void linesAreThoseOfTheStatement() {
    assertThatThrownBy(() -> database.run("SELECT 1\nWHERE 1 =\n  1 AND\n nope"))
        .hasMessageContaining("(line 4, column 2)");
  }

  @Test
  void severalStatementsInOneTextAreToldToBeSentOneByOne() {
    assertThatThrownBy(() -> database.run("DELETE FROM t; DELETE FROM t"))
        .hasMessageContaining("send statements one by one");
    assertThat(database.run("SELECT 1;").rows()).hasSize(1);
  }
}
