package org.thetisdb.sql.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.testing.InTurn;
import org.thetisdb.sql.compile.CompileBudget;
import org.thetisdb.sql.script.ScriptDatabase;

/** Texts that are hard to plan are planned, or refused by name, within their budget. */
@Tag("slow")
final class HardTextsTest {
  /** Processor time; far more than it takes, since a test's JVM is cold. */
  private static final long MOST_S = 10;

  /** Tests of a value, of which some name it twice when they are planned. */
  private static final List<String> OF_ONE_VALUE =
      List.of(
          "BETWEEN 0 AND 1",
          "NOT BETWEEN 0 AND 1",
          "BETWEEN SYMMETRIC 1 AND 0",
          "IN (0, 1)",
          "NOT IN (0, 1)",
          "IS DISTINCT FROM 1",
          "IS NOT DISTINCT FROM NULL");

  private final ScriptDatabase database = new ScriptDatabase();

  @BeforeEach
  void define() {
    database.run("CREATE TABLE t (id INT PRIMARY KEY, a INT, b INT, s VARCHAR(20))");
    database.run("INSERT INTO t VALUES (1, 10, 100, 'x'), (2, 20, 200, 'y'), (3, NULL, 300, 'z')");
  }

  private static String list(int count, IntFunction<String> of, String between) {
    return IntStream.range(0, count).mapToObj(of).collect(Collectors.joining(between));
  }

  /** A text put into itself. */
  private static String nested(int depth, String inner, IntFunction<String[]> around) {
    String text = inner;
    for (int i = 0; i < depth; i++) {
      text = String.join(text, around.apply(i));
    }
    return text;
  }

  private static String doubledWith(int levels, String first) {
    return "WITH c0 AS ("
        + first
        + "), "
        + list(
            levels, i -> "c" + (i + 1) + " AS (SELECT a.x FROM c" + i + " a, c" + i + " b)", ", ")
        + " SELECT count(*) FROM c"
        + levels;
  }

  static List<String> texts() {
    List<String> texts = new ArrayList<>();
    for (int count : new int[] {30, 60, 300}) {
      String tables = list(count, i -> "t a" + i, ", ");
      texts.add("SELECT count(*) FROM " + tables);
      texts.add(
          "SELECT count(*) FROM "
              + tables
              + " WHERE "
              + list(count - 1, i -> "a" + i + ".id = a" + (i + 1) + ".id", " AND "));
      texts.add(
          "SELECT count(*) FROM t a0 "
              + list(
                  count,
                  i -> "LEFT JOIN t a" + (i + 1) + " ON a" + i + ".a = a" + (i + 1) + ".a",
                  " "));
    }
    for (int count : new int[] {300, 3_000}) {
      texts.add("SELECT count(*) FROM t WHERE " + list(count, i -> "a <> " + i, " AND "));
      texts.add("SELECT count(*) FROM t WHERE " + list(count, i -> "a < " + i, " OR "));
      texts.add(
          "SELECT count(*) FROM t WHERE "
              + list(count, i -> "(a = " + i + " OR b = " + (i + 1) + ")", " AND "));
      texts.add("SELECT " + list(count, i -> "s", " || ") + " FROM t");
      texts.add("SELECT " + list(count, i -> "a::int", " + ") + " FROM t");
      texts.add("SELECT a" + "::int".repeat(count) + " FROM t");
      texts.add("SELECT " + list(count, i -> "count(DISTINCT a + " + i + ")", ", ") + " FROM t");
      texts.add("SELECT count(*) FROM t WHERE a IN (" + list(count, i -> "" + i, ", ") + ")");
      texts.add(list(count, i -> "SELECT a FROM t", " UNION ALL "));
      texts.add("SELECT " + list(count, i -> "a + " + i, ", ") + " FROM t");
      texts.add(
          "SELECT count(*) FROM (VALUES "
              + list(count, i -> "(" + i + " + 0, " + i + ")", ", ")
              + ") v(x, y)");
      texts.add(
          "SELECT sum(CASE b "
              + list(count, i -> "WHEN " + i + " THEN a", " ")
              + " END) FROM t GROUP BY id");
    }
    for (int depth : new int[] {10, 30, 150}) {
      texts.add("SELECT " + nested(depth, "a", i -> new String[] {"NULLIF(", ", 1)"}) + " FROM t");
      for (String test : OF_ONE_VALUE) {
        texts.add(
            "SELECT "
                + nested(depth, "a", i -> new String[] {"(", " " + test + ")::int"})
                + " FROM t");
      }
      texts.add(
          "SELECT " + nested(depth, "a", i -> new String[] {"COALESCE(", ", b)"}) + " FROM t");
      texts.add(
          "SELECT count(*) FROM "
              + nested(depth, "t", i -> new String[] {"(SELECT * FROM ", ") q" + i}));
      texts.add(
          "SELECT count(*) FROM t WHERE a IN "
              + nested(depth, "(1, 2)", i -> new String[] {"(SELECT a FROM t WHERE a IN ", ")"}));
      texts.add(nested(depth, "SELECT a AS x FROM t", i -> doubledSum(i)));
    }
    texts.add(nested(9, "SELECT a AS x FROM t", i -> new String[] {"SELECT p.x FROM (", ") p"}));
    texts.add("SELECT count(*) FROM t GROUP BY CUBE(" + list(12, i -> "a + " + i, ", ") + ")");
    texts.add("SELECT " + list(200, i -> "sum(a) OVER (ORDER BY a + " + i + ")", ", ") + " FROM t");
    return texts;
  }

  private static String[] doubledSum(int level) {
    return new String[] {"SELECT x + x AS x FROM (", ") q" + level};
  }

  private static String shortened(String text) {
    return text.length() < 160 ? text : text.substring(0, 160) + "… " + text.length();
  }

  @ParameterizedTest
  @MethodSource("texts")
  @InTurn(oneIn = 16)
  void eachIsPlannedOrRefusedByName(String text) {
    long beginNs = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    ErrorCode code = null;
    try {
      database.compile(text);
    } catch (ThetisException e) {
      code = e.code();
    }
    long usedNs = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - beginNs;
    assertThat(code).as(shortened(text)).isIn(null, ErrorCode.STATEMENT_TOO_LARGE);
    assertThat(TimeUnit.NANOSECONDS.toSeconds(usedNs)).as(shortened(text)).isLessThan(MOST_S);
  }

  private List<Object> row(String text, Object... arguments) {
    return Arrays.asList(database.run(text, arguments).rows().get(0));
  }

  private List<Object> column(String text, Object... arguments) {
    return database.run(text, arguments).rows().stream().map(one -> one[0]).toList();
  }

  @Test
  void queriesOfWithThatGrowAreCalculatedOnce() {
    assertThat(row(doubledWith(13, "SELECT 1 AS x"))).containsExactly(1L);
    assertThat(row(doubledWith(40, "SELECT 1 AS x"))).containsExactly(1L);
    assertThat(row(doubledWith(3, "SELECT a AS x FROM t"))).containsExactly(6_561L);
    String filtered =
        doubledWith(13, "SELECT ?::int AS x").replace("count(*)", "count(*), max(x)")
            + " WHERE x < ?";
    assertThat(row(filtered, 7, 8)).containsExactly(1L, 7);
  }

  @Test
  @InTurn(oneIn = 16)
  void queriesThatGrowInViewsAreRefused() {
    database.run("CREATE VIEW v0 AS SELECT 1 AS x");
    assertThatThrownBy(
            () -> {
              for (int i = 0; i < 20; i++) {
                database.run(
                    "CREATE VIEW v%d AS SELECT a.x FROM v%d a, v%d b".formatted(i + 1, i, i));
              }
            })
        .isInstanceOfSatisfying(
            ThetisException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.STATEMENT_TOO_LARGE));
  }

  @Test
  void manyJoinsGiveWhatFewDo() {
    int count = 60;
    String joins =
        " FROM "
            + list(count, i -> "t a" + i, ", ")
            + " WHERE "
            + list(count - 1, i -> "a" + (i + 1) + ".id = a" + i + ".id", " AND ");
    assertThat(row("SELECT count(*), min(a0.b), max(a59.b)" + joins)).containsExactly(3L, 100, 300);
    assertThat(column("SELECT a0.id" + joins + " AND a30.a = 20")).containsExactly(2);
  }

  @Test
  void longCasesChooseAsShortOnesDo() {
    String constants = list(1_000, i -> "WHEN " + (i + 15) + " THEN " + i, " ");
    assertThat(column("SELECT CASE a " + constants + " ELSE -1 END FROM t"))
        .containsExactly(-1, 5, -1);
    assertThat(column("SELECT CASE a " + constants + " END FROM t")).containsExactly(null, 5, null);
    String texts = list(1_000, i -> "WHEN 'x" + i + "' THEN 'n" + i + "'", " ");
    assertThat(column("SELECT CASE s || '77' " + texts + " ELSE s END FROM t"))
        .containsExactly("n77", "y", "z");
    String mixed = list(200, i -> "WHEN a > " + (1_000 - i) + " OR b = " + i + " THEN b", " ");
    String few = "CASE WHEN b = 100 THEN b WHEN a IS NULL THEN 1 ELSE 1.5 END";
    assertThat(column("SELECT CASE " + mixed + " WHEN a IS NULL THEN 1 ELSE 1.5 END FROM t"))
        .isEqualTo(column("SELECT " + few + " FROM t"));
    String first =
        "CASE " + list(40, i -> "WHEN a = 10 THEN " + i, " ") + " ELSE 10 / (a - 10) END";
    assertThat(column("SELECT " + first + " FROM t")).containsExactly(0, 1, null);
    String nulls = "CASE a WHEN NULL THEN 7 " + list(40, i -> "WHEN ? THEN ?", " ") + " END";
    Object[] arguments = new Object[80];
    for (int i = 0; i < arguments.length; i++) {
      arguments[i] = i;
    }
    assertThat(column("SELECT " + nulls + " FROM t", arguments)).containsExactly(11, 21, null);
  }

  @Test
  void updatesOfManyRowsByCaseWriteWhatEachBranchSays() {
    String branches = list(5_000, i -> "WHEN " + i + " THEN " + (i * 7), " ");
    database.run("UPDATE t SET b = CASE id " + branches + " ELSE b END WHERE id > 1");
    assertThat(column("SELECT b FROM t ORDER BY id")).containsExactly(100, 14, 21);
  }

  @Test
  void insertsOfManyRowsWithExpressionsWriteAllOfThem() {
    String rows = list(5_000, i -> "(" + (i + 10) + " + 0, abs(" + -i + "), length('xy'))", ", ");
    database.run("INSERT INTO t (id, a, b) VALUES " + rows);
    assertThat(row("SELECT count(*), sum(a), min(b) FROM t WHERE id >= 10"))
        .hasToString("[5000, 12497500, 2]");
  }

  @Test
  void whatAnOrdinaryTextTakesIsFarFromTheBudget() {
    CompileBudget budget = new CompileBudget();
    budget.run(
        () ->
            database.compile(
                "SELECT x.a, count(*), sum(y.b) FROM t x JOIN t y ON x.id = y.a JOIN t z ON z.id ="
                    + " y.b LEFT JOIN t w ON w.a = z.a WHERE x.s LIKE 'a%' AND EXISTS (SELECT 1"
                    + " FROM t WHERE a = x.a) GROUP BY x.a ORDER BY 2 DESC LIMIT 10"));
    assertThat(budget.taken()).isLessThan(CompileBudget.MOST_STEPS / 100);
  }
}
