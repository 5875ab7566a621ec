package org.thetisdb.sql.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.thetisdb.sql.parse.StatementReader;
import org.thetisdb.sql.parse.token.ObjectNames;
import org.thetisdb.sql.plan.query.CatalogSpaces;
import org.thetisdb.sql.plan.scalar.PlanKey;
import org.thetisdb.sql.script.ScriptDatabase;
import org.thetisdb.sql.statement.Compiled;

/** Plans share code if they calculate the same, and only then. */
final class PlanKeyTest {
  private static final String BASE =
      "SELECT a.v, count(*), sum(b.w + 1) FROM t a JOIN u b ON a.id = b.id"
          + " WHERE a.id < 10 GROUP BY a.v";

  private final ScriptDatabase database = new ScriptDatabase();
  private final CatalogSpaces spaces = new CatalogSpaces(true, Set.of(), Set.of());

  @BeforeEach
  void tables() {
    database.run("CREATE TABLE t (id INT PRIMARY KEY, v INT, name VARCHAR(20))");
    database.run("CREATE TABLE u (id INT PRIMARY KEY, w INT, name VARCHAR(20))");
    database.run("CREATE TABLE big (id INT PRIMARY KEY, w BIGINT, name VARCHAR(20))");
    database.run("CREATE TABLE n (id INT PRIMARY KEY, w INT NOT NULL, name VARCHAR(20))");
    database.run("INSERT INTO t VALUES (1, 5, 'a'), (2, 5, 'b'), (3, NULL, 'c')");
    database.run("INSERT INTO u VALUES (1, 10, 'a'), (2, 20, 'x'), (3, 30, NULL)");
    database.run("INSERT INTO big VALUES (1, 3000000000, 'a'), (2, 1, NULL)");
  }

  private List<Object> key(String text) {
    TreeCompiler compiler = new TreeCompiler(spaces.of(database.catalog()), text, 100);
    compiler.compile(StatementReader.read(text, ObjectNames.of(text, database.catalog())));
    return PlanKey.of(compiler.plan());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT a.v AS x, count(*) AS y, sum(b.w + 1) FROM t a JOIN u b ON a.id = b.id"
            + " WHERE a.id < 10 GROUP BY a.v",
        "SELECT l.v, count(*), sum(r.w + 1) FROM t l JOIN u r ON l.id = r.id"
            + " WHERE l.id < 99 GROUP BY l.v",
        "SELECT a.v, count(*), sum(b.v + 1) FROM t a JOIN t b ON a.id = b.id"
            + " WHERE a.id < 10 GROUP BY a.v",
        "SELECT a.v, count(*), sum(b.w + 1) FROM t a JOIN u b ON a.id = b.id"
            + " WHERE a.id = 1 OR a.id = 3 GROUP BY a.v",
      })
  void whatIsNamedOrFoundInAnotherWayIsCalculatedTheSame(String text) {
    assertThat(key(text)).isNotNull().isEqualTo(key(BASE));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT a.v, count(*), sum(b.w + 2) FROM t a JOIN u b ON a.id = b.id"
            + " WHERE a.id < 10 GROUP BY a.v",
        "SELECT a.v, count(*), sum(b.w - 1) FROM t a JOIN u b ON a.id = b.id"
            + " WHERE a.id < 10 GROUP BY a.v",
        "SELECT a.v, count(*), max(b.w + 1) FROM t a JOIN u b ON a.id = b.id"
            + " WHERE a.id < 10 GROUP BY a.v",
        "SELECT a.v, count(b.w), sum(b.w + 1) FROM t a JOIN u b ON a.id = b.id"
            + " WHERE a.id < 10 GROUP BY a.v",
        "SELECT a.v, count(*), sum(b.w + 1) FROM t a LEFT JOIN u b ON a.id = b.id"
            + " WHERE a.id < 10 GROUP BY a.v",
        "SELECT a.v, count(*), sum(b.w + 1) FROM t a JOIN big b ON a.id = b.id"
            + " WHERE a.id < 10 GROUP BY a.v",
        "SELECT a.v, count(*), sum(b.w + 1) FROM t a JOIN n b ON a.id = b.id"
            + " WHERE a.id < 10 GROUP BY a.v",
        "SELECT a.v, count(*), sum(b.w + 1) FROM t a JOIN u b ON a.id = b.id"
            + " WHERE a.id < 10 GROUP BY a.v HAVING count(*) > 1",
        "SELECT a.v, count(*), sum(b.w + 1) FROM t a JOIN u b ON a.id = b.id"
            + " WHERE a.id < 10 GROUP BY a.v ORDER BY a.v",
        "SELECT a.v, count(*), sum(b.w + 1) FROM t a JOIN u b ON a.id = b.id"
            + " WHERE a.id < 10 GROUP BY a.v, b.w",
        "SELECT count(*), a.v, sum(b.w + 1) FROM t a JOIN u b ON a.id = b.id"
            + " WHERE a.id < 10 GROUP BY a.v",
        "SELECT a.v, count(*) FILTER (WHERE b.w > 1), sum(b.w + 1) FROM t a JOIN u b"
            + " ON a.id = b.id WHERE a.id < 10 GROUP BY a.v",
      })
  void whatCalculatesSomethingElseHasOtherCode(String text) {
    assertThat(key(text)).isNotNull().isNotEqualTo(key(BASE));
  }

  @Test
  void ordersOfOtherDirectionsAndSetsOfOtherKindsDiffer() {
    String ordered = "SELECT a.v, b.w FROM t a JOIN u b ON a.id = b.id ORDER BY a.v";
    assertThat(key(ordered)).isNotNull().isNotEqualTo(key(ordered + " DESC"));
    assertThat(key(ordered)).isNotEqualTo(key(ordered + " NULLS FIRST"));
    String union = "SELECT v FROM t UNION SELECT w FROM u";
    assertThat(key(union)).isNotNull().isNotEqualTo(key(union.replace("UNION", "UNION ALL")));
    assertThat(key(union)).isNotEqualTo(key(union.replace("UNION", "EXCEPT")));
  }

  @Test
  void aLimitAndAWindowHaveCodeOfTheirOwn() {
    assertThat(key(BASE + " ORDER BY 2 LIMIT 1")).isNull();
    assertThat(key("SELECT a.v, rank() OVER (ORDER BY b.w) FROM t a JOIN u b ON a.id = b.id"))
        .isNull();
  }

  @Test
  void statementsThatShareCodeFindTheirOwnRows() {
    String text = "SELECT count(*), sum(b.w * 2) FROM t a JOIN u b ON a.id = b.id WHERE a.id ";
    assertThat(row(text + "= 1")).containsExactly(1L, 20L);
    assertThat(row(text + ">= 2")).containsExactly(2L, 100L);
    assertThat(row(text + "IN (1, 3)")).containsExactly(2L, 80L);
    assertThat(row(text + "= 4")).containsExactly(0L, null);
    assertThat(row(text.replace("u b", "t b").replace("b.w", "b.v") + "< 3"))
        .containsExactly(2L, 20L);
  }

  @Test
  void columnsKeepTheirOwnNames() {
    String text = "SELECT a.v AS %s, b.w FROM t a JOIN u b ON a.id = b.id ORDER BY b.w";
    for (String name : List.of("one", "two")) {
      Compiled compiled = database.compile(text.formatted(name));
      assertThat(((Compiled.Query) compiled).statement().columns().get(0).label()).isEqualTo(name);
    }
  }

  private Object[] row(String text) {
    return database.run(text).rows().get(0);
  }
}
