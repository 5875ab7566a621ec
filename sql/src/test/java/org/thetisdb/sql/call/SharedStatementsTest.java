package org.thetisdb.sql.call;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.sql.parse.SharedText;
import org.thetisdb.sql.script.ScriptDatabase;
import org.thetisdb.sql.statement.Compiled;
import org.thetisdb.sql.statement.SqlStatement;

/** Statements that differ only in constants cost one plan. */
final class SharedStatementsTest {
  private final ScriptDatabase database = new ScriptDatabase();
  private SharingCompiler sharing;
  private List<String> planned;

  @BeforeEach
  void define() {
    database.run(
        "CREATE TABLE t (id INT PRIMARY KEY, n INT, d DECIMAL(9, 2), s VARCHAR(9), c CHAR(4),"
            + " b BOOLEAN, day DATE, at TIMESTAMP)");
    for (int id = 1; id < 5; id++) {
      String values = "%d, %d, %d.50, 's%d', 'c%d', %s, '2026-01-0%d', '2026-01-0%d 10:00:00'";
      database.run(
          "INSERT INTO t VALUES ("
              + values.formatted(id, 10 * id, id, id, id, id > 2, id, id)
              + ")");
    }
    sharing = new SharingCompiler(100);
    planned = sharing.planned();
  }

  private SqlStatement get(String text) {
    return ((Compiled.Query) sharing.compile(text, database.catalog())).statement();
  }

  private List<List<Object>> rows(String text) {
    SqlStatement statement = get(text);
    Object[] arguments = statement.sharedArguments(List.<Object[]>of(new Object[0])).get(0);
    List<List<Object>> rows = new ArrayList<>();
    database.run(statement.shared(), arguments).rows().forEach(r -> rows.add(Arrays.asList(r)));
    return rows;
  }

  @Test
  void aThousandTextsWithOtherConstantsAreOnePlan() {
    for (int i = 0; i < 1_000; i++) {
      assertThat(rows("SELECT n FROM t WHERE id = " + i)).hasSize(i > 0 && i < 5 ? 1 : 0);
    }
    assertThat(planned).containsExactly("SELECT n FROM t WHERE id = ?");
  }

  @Test
  void aTextThatWasPlannedIsNotPlannedAgain() {
    for (int i = 0; i < 3; i++) {
      rows("SELECT n FROM t WHERE s = 's2' OR id = 1");
      rows("SELECT n + 1 FROM t ORDER BY 1");
    }
    assertThat(planned).hasSize(2);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "SELECT id FROM t WHERE n = 20 | 2",
        "SELECT id FROM t WHERE n = 20.5 |",
        "SELECT id FROM t WHERE n > 29.5 ORDER BY id | 3,4",
        "SELECT id FROM t WHERE n = 99999999999 |",
        "SELECT id FROM t WHERE n = -20 OR id = 1 | 1",
        "SELECT id FROM t WHERE d = 2.50 | 2",
        "SELECT id FROM t WHERE d < 2 | 1",
        "SELECT id FROM t WHERE s = 's3' AND b = TRUE | 3",
        "SELECT id FROM t WHERE c = 'c3' | 3",
        "SELECT id FROM t WHERE id = '3' OR d = '2.50' OR b = 'yes' AND n > '30' ORDER BY id |"
            + " 2,3,4",
        "SELECT id FROM t WHERE day = '2026-01-04' | 4",
        "SELECT id FROM t WHERE at >= '2026-01-03 10:00:00' ORDER BY id | 3,4",
        "SELECT id FROM t WHERE id IN (1, 3, 7) ORDER BY id | 1,3",
        "SELECT id FROM t WHERE (id, n) IN ((1, 10), (2, 5)) | 1",
        "SELECT id FROM t WHERE n BETWEEN 15 AND 25 | 2",
        "SELECT id FROM t WHERE n BETWEEN 15.5 AND 20.5 OR n NOT BETWEEN -5 AND 35 ORDER BY id |"
            + " 2,4",
        "SELECT id FROM t WHERE day BETWEEN DATE '2026-01-02' AND DATE '2026-01-03' ORDER BY id |"
            + " 2,3",
        "SELECT id FROM t WHERE at > DATE '2026-01-04' OR s BETWEEN 's1' AND 's10' ORDER BY id |"
            + " 1,4",
        "SELECT id FROM t WHERE upper(s) = 'S2' OR abs(n) = 30 ORDER BY id | 2,3",
        "WITH w AS (SELECT id, n FROM t WHERE id > 2) SELECT id FROM w WHERE n < 40 | 3",
        "SELECT id FROM t WHERE n - 10 = 0 | 1",
        "SELECT id FROM t WHERE CASE WHEN n = 10 THEN 1 ELSE 2 END = 1 | 1",
        "SELECT id FROM t ORDER BY 1 DESC LIMIT 1 | 4",
        "SELECT count(*) FROM t GROUP BY n > 25 ORDER BY 1 | 2,2",
        "SELECT max(id) FROM t HAVING count(*) = 4 | 4",
        "SELECT id FROM t WHERE s IN ('s1', 'it''s') | 1",
      })
  void theConstantsMeanWhatTheyMeantInTheText(String text, String ids) {
    List<String> wanted = ids == null ? List.of() : List.of(ids.split(","));
    assertThat(rows(text)).extracting(row -> row.get(0).toString()).isEqualTo(wanted);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "SELECT id FROM t WHERE n = 20 | SELECT id FROM t WHERE n = ?",
        "INSERT INTO t (id, n) VALUES (7, -8), (9, upper('a')) | INSERT INTO t (id, n) VALUES (?,"
            + " ?), (?, upper('a'))",
        "UPDATE t SET n = 5, s = 'x' WHERE id = 1 | UPDATE t SET n = ?, s = ? WHERE id = ?",
        "SELECT 1 FROM t WHERE id IN (1, 2) LIMIT 3 | SELECT 1 FROM t WHERE id IN (?, ?) LIMIT 3",
      })
  void constantsThatAreComparedListedOrSetAreTakenOut(String text, String shared) {
    assertThat(SharedText.of(text).text()).isEqualTo(shared);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT n FROM t WHERE at > DATE '2026-01-0%d'", // a date beside a time
        "SELECT n > %d, count(*) FROM t GROUP BY n > %d", // two parameters are two groups
        "UPDATE t SET day = day + %d WHERE b", // days beside a date
        "UPDATE t SET d = d + %d WHERE b", // the sum has the scale of both
      })
  void whatCannotBeSharedIsPlannedOnceForEachText(String form) {
    for (int i = 0; i < 10; i++) {
      rows(form.replace("%d", "" + (i % 9 + 1)));
    }
    assertThat(planned.size()).as(planned.toString()).isLessThanOrEqualTo(11);
  }

  @Test
  void aConstantThatStaysLeavesTheOthersShared() {
    for (int i = 0; i < 10; i++) {
      String text = "SELECT n FROM t WHERE at < DATE '2026-01-03' AND id = " + i;
      assertThat(rows(text)).hasSize(i == 1 || i == 2 ? 1 : 0);
    }
    assertThat(planned)
        .containsExactly(
            "SELECT n FROM t WHERE at < ? AND id = ?",
            "SELECT n FROM t WHERE at < DATE '2026-01-03' AND id = ?");
  }

  @Test
  void whatCouldNotBeSharedIsTriedAnewAfterADefinition() {
    String form = "SELECT m FROM u WHERE m = ";
    assertThat(error(form + 1)).contains("u");
    assertThat(error(form + 2)).contains("u");
    database.run("CREATE TABLE u (id INT PRIMARY KEY, m INT)");
    planned.clear();
    rows(form + 3);
    rows(form + 4);
    assertThat(planned).containsExactly(form + "?");
  }

  @Test
  void whatIsAddedKeepsItsMeaning() {
    for (int i = 0; i < 10; i++) {
      rows("UPDATE t SET n = n + " + i + " WHERE id = 1");
      rows("UPDATE t SET n = n - " + i + " WHERE id = 2");
    }
    assertThat(rows("SELECT n FROM t WHERE id IN (1, 2) ORDER BY id"))
        .containsExactly(List.of(55), List.of(-25));
    assertThat(planned).hasSize(3);
    assertThat(error("UPDATE t SET n = n + 2147483647 WHERE id = 1"))
        .contains("does not fit in an INTEGER");
    rows("UPDATE t SET n = n + 2.5 WHERE id = 1");
    assertThat(rows("SELECT n FROM t WHERE id = 1")).containsExactly(List.of(58));
  }

  @Test
  void constantsOfThePartialIndexesStay() {
    database.run("CREATE INDEX some ON t (n) WHERE s = 'open'");
    assertThat(rows("SELECT id FROM t WHERE s = 'open' AND n = 10")).isEmpty();
    assertThat(planned).containsExactly("SELECT id FROM t WHERE s = 'open' AND n = ?");
    assertThat(rows("SELECT id FROM t WHERE s = 's1' AND n = 10")).hasSize(1);
    assertThat(planned).contains("SELECT id FROM t WHERE s = ? AND n = ?");
  }

  @Test
  void anErrorSpeaksOfTheTextThatWasSent() {
    assertThat(error("INSERT INTO t (id, s) VALUES (8, 'much too long')")).contains("column \"s\"");
    assertThat(error("INSERT INTO t (id) VALUES ('eight')")).contains("column \"id\"");
    assertThat(error("SELECT nope FROM t WHERE id = 8")).contains("nope");
  }

  private String error(String text) {
    try {
      rows(text);
    } catch (ThetisException e) {
      return e.getMessage();
    }
    throw new AssertionError("no error");
  }
}
