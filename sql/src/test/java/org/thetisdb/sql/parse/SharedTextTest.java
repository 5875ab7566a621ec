package org.thetisdb.sql.parse;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.BitSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which constants are taken out of a text, and which stay as they are written. */
final class SharedTextTest {
  /** Those in square brackets are taken. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT v AS x FROM t WHERE id = [4711]",
        "select v from t where id=[5]and v=[6]",
        "SELECT v FROM t WHERE t.\"a b\" = [5] OR \"c\"\"d\"<>[-5];",
        "SELECT v FROM s.t WHERE s.t.id >= [5] AND id < [2.5] ORDER BY 1 LIMIT 3 OFFSET 2",
        "SELECT v FROM t WHERE a.b=['x'] -- =5",
        "SELECT v FROM t /* = 5 */ WHERE b = /* 6 */ [5] -- and n = 7",
        "SELECT v FROM t WHERE s = [E'\\' = 5'] AND n = [5]",
        "SELECT v FROM t WHERE s = [$$= 5 '$$] AND n = [5]",
        "SELECT v FROM t WHERE s = [$a$ = $$ 5$a$]",
        "SELECT v FROM t WHERE s = ['it''s = 5']",
        "SELECT v FROM t WHERE id BETWEEN [5] AND [-6] AND n = [7]",
        "SELECT v FROM t WHERE d NOT BETWEEN [DATE '2026-01-01'] AND [DATE '2026-02-01']",
        "SELECT v FROM t WHERE (a + b) BETWEEN ['a'] AND ['b']",
        "SELECT v FROM t WHERE id BETWEEN 5 AND n OR id BETWEEN n AND 6",
        "SELECT v FROM t WHERE id BETWEEN 5 AND 6 + 1",
        "SELECT v FROM t WHERE lower(s) = ['x'] AND n = [5]",
        "SELECT v FROM t WHERE id IN ([1], [-2], n, [3.5], ['x'], 4 + 1, f(6))",
        "SELECT v FROM t WHERE (id, n) IN ((1, 2))",
        "SELECT CASE WHEN x = [5] THEN 6 ELSE 7 END FROM t",
        "SELECT v FROM t WHERE CASE WHEN a THEN 1 END = 1",
        "SELECT 5, n + 5, n = [5], n = 5 FROM t GROUP BY 1, 2 HAVING sum(n) > [100]",
        "SELECT 1 FROM a JOIN b ON a.id = b.id AND b.n = [5] RIGHT JOIN c ON c.x = [6] CROSS JOIN d",
        "SELECT v FROM t WHERE id = [5] UNION SELECT v FROM u WHERE id = [6] EXCEPT SELECT 7",
        "SELECT v FROM t WHERE id = [5] FOR UPDATE",
        "WITH w AS (SELECT v FROM t WHERE id = [5]) SELECT * FROM w WHERE v > [6]",
        "INSERT INTO t (id, s) VALUES ([7], ['x']), ([-8], upper('y')), (9 + 1, NULL)",
        "INSERT INTO t VALUES ([1], (SELECT 5)) ON CONFLICT (id) DO UPDATE SET n = [5]",
        "UPDATE t SET n = [5], s = ['x'] WHERE id = [1] RETURNING n",
        "UPDATE t SET n = n + [5], m = t.m - [6], k = k + [-7], l = l - [-8] WHERE id = [1]",
        "UPDATE t SET (n, m) = (n + [5], m) WHERE n + 5 > 6",
        "UPDATE t SET n = n * 5, s = s || 'x', m = 5 + m, d = n + 2.5 * 2 WHERE n > 1 + 1",
        "DELETE FROM t WHERE at < ['2026-01-01 10:00:00']",
      })
  void constantsThatAreComparedListedOrSetAreTaken(String marked) {
    String text = marked.replace("[", "").replace("]", "");
    SharedText shared = SharedText.of(text);
    assertThat(shared == null ? text : shared.text())
        .isEqualTo(marked.replaceAll("\\[[^\\]]*\\]", "?"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT v FROM t WHERE x = 5::text",
        "SELECT v FROM t WHERE x = 5e3",
        "SELECT v FROM t WHERE x = 0x1F",
        "SELECT v FROM t WHERE x = 1_000",
        "SELECT v FROM t WHERE x = 5 + 1",
        "SELECT v FROM t WHERE x = 5 || 'a'",
        "SELECT v FROM t WHERE x = 5 IS TRUE",
        "SELECT v FROM t WHERE a = 5 = b",
        "SELECT v FROM t WHERE x = - - 5 + 1",
        "SELECT v FROM t WHERE x = 5 COLLATE \"C\"",
        "SELECT v FROM t WHERE x = 'a' 'b'",
        "SELECT v FROM t WHERE x = X'05' OR y = B'101' OR z = N'x'",
        "SELECT v FROM t WHERE x = 'ab  '",
        "SELECT v FROM t WHERE $$=5$$ = x AND 5 = x",
        "SELECT v FROM t WHERE NULL = 5 OR TRUE = 'x' OR 4 = 5",
        "SELECT v FROM t WHERE id = ANY (ARRAY[1, 2])",
        "SELECT v FROM t WHERE ROW(1, 2) = ROW(3, 4)",
        "SELECT v FROM t WHERE at > now() - INTERVAL '5 days'",
        "SELECT v FROM t WHERE at > INTERVAL '5' DAY OR d = TIMESTAMP '2026-01-01 10:00:00'",
        "SELECT v FROM t WHERE d = DATE 'today' OR d = DATE '2026-01-01 '",
        "SELECT v FROM t WHERE s LIKE 'a%' AND s ~ 'b' AND j -> 'a' IS NULL",
        "SELECT v FROM t WHERE substr(s, 1, 2) IS NULL ORDER BY 1 LIMIT 5 OFFSET 6",
        "SELECT CAST(v AS DECIMAL(9, 2)), round(v, 2), 5 AS five FROM t GROUP BY 1",
        "SELECT v FROM t FETCH FIRST 5 ROWS ONLY",
        "CREATE TABLE t (id INT PRIMARY KEY, n INT DEFAULT 5, CHECK (n > 6))",
        "EXPLAIN SELECT v FROM t WHERE id = 5",
        "CALL p(5)",
        "VALUES (5)",
        "(SELECT v FROM t WHERE id = 5)",
        "SET x = 5",
        "SELECT v FROM t WHERE id = 'not closed",
        "SELECT v FROM t WHERE id = 5 /* not closed",
        "SELECT 5",
        "SELECT -5",
        "UPDATE - 5",
        "DELETE = 5",
        "WITH",
        "5",
        "'",
        "",
      })
  void othersStay(String text) {
    assertThat(SharedText.of(text)).isNull();
  }

  @Test
  void aTextWithParametersIsLeftAlone() {
    assertThat(SharedText.of("SELECT v FROM t WHERE id = 5 AND n = ?")).isNull();
    assertThat(SharedText.of("SELECT v FROM t WHERE id = 5 AND s = '?'")).isNull();
  }

  @Test
  void theValuesAreWhatStoodThere() {
    String text = "UPDATE t SET a = -5, b = 2.50, c = 'it''s', d = E'\\x41' WHERE e = $$f$$";
    assertThat(SharedText.of(text).values())
        .containsExactly(-5L, new BigDecimal("2.50"), "it's", "A", "f");
  }

  @Test
  void someStayIfTheyMust() {
    SharedText all = SharedText.of("SELECT v FROM t WHERE a = 1 AND b = 2 AND c = 3");
    BitSet staying = new BitSet();
    staying.set(1);
    SharedText others = all.without(staying);
    assertThat(others.text()).isEqualTo("SELECT v FROM t WHERE a = ? AND b = 2 AND c = ?");
    assertThat(others.values()).containsExactly(1L, 3L);
    staying.set(0, 3);
    assertThat(all.without(staying)).isNull();
    assertThat(SharedText.of("SELECT v FROM t WHERE a = 1 AND b = 2", Set.of("2")).text())
        .isEqualTo("SELECT v FROM t WHERE a = ? AND b = 2");
  }

  @Test
  void longListsAreNotTaken() {
    String list = "1, ".repeat(255);
    assertThat(SharedText.of("SELECT v FROM t WHERE id IN (" + list + "1, 2)")).isNull();
    assertThat(SharedText.of("SELECT v FROM t WHERE id IN (" + list + "1)")).isNotNull();
  }
}
