package org.thetisdb.sql.script;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.testing.InTurn;
import org.thetisdb.sql.memory.MemoryPool;
import org.thetisdb.sql.memory.StatementMemory;

/** A statement that would keep or make too much is refused before it does. */
@Tag("slow")
final class StatementMemoryTest {
  private static final long POOL_BYTES = 48 << 20;
  private static final long STATEMENT_BYTES = 32 << 20;

  /** Texts are made by doubling, and rows are estimated. */
  private static final long MOST_MADE_BYTES = 8 * STATEMENT_BYTES;

  private static final List<ErrorCode> TOO_MUCH =
      List.of(
          ErrorCode.LARGE_VALUE_TOO_LONG, ErrorCode.STATEMENT_MEMORY, ErrorCode.RESULT_TOO_LARGE);

  private final MemoryPool pool = new MemoryPool(POOL_BYTES, STATEMENT_BYTES);
  private final ScriptDatabase database = new ScriptDatabase();

  private Object value(String text) {
    try (StatementMemory memory = pool.newAccount()) {
      return memory.during(() -> database.run(text).rows().get(0)[0]);
    }
  }

  private long madeUntilRefused(String text) {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadAllocatedBytes();
    ThetisException refusal = catchThrowableOfType(ThetisException.class, () -> value(text));
    long made = threads.getCurrentThreadAllocatedBytes() - before;
    assertThat(refusal).as(text).isNotNull();
    assertThat(refusal.code()).as(text + ": " + refusal).isIn(TOO_MUCH);
    assertThat(pool.usedBytes()).as("what is left of " + text).isZero();
    return made;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT length(repeat('x', 1000000000))",
        "SELECT length(repeat('x', 2147483647))",
        "SELECT length(repeat(repeat('x', 30000), 100000))",
        "SELECT encode(repeat('a', 300000000)::bytea, 'hex')",
        "SELECT length(repeat('x', 20000000) || repeat('y', 20000000))",
        "SELECT length(concat(repeat('x', 20000000), repeat('y', 20000000)))",
        "SELECT length(concat_ws(',', repeat('x', 20000000), repeat('y', 20000000)))",
        "SELECT length(replace(repeat('x', 1000000), 'x', repeat('y', 5000)))",
        "SELECT length(regexp_replace(repeat('x', 1000000), 'x', repeat('y', 5000), 'g'))",
        "SELECT length(regexp_replace(repeat('x', 1000000), 'x+', repeat('\\&', 5000)))",
        "SELECT length(overlay(repeat('x', 20000000) placing repeat('y', 20000000) from 1 for 0))",
        "SELECT length(lpad('x', 1000000000))",
        "SELECT length(rpad('x', 1000000000, 'ab'))",
        "SELECT length(format('%1000000000s', 'x'))",
        "SELECT length(format('%s%s%s', repeat('x', 20000000), repeat('x', 20000000), 'x'))",
        "SELECT length(upper(repeat('x', 20000000)) || lower(repeat('X', 20000000)))",
        "SELECT length(array_to_string(array_fill('x'::text, ARRAY[100000]), repeat('y', 5000)))",
        "SELECT cardinality(string_to_array(repeat('x,', 5000000), ','))",
        "SELECT cardinality(string_to_array(repeat('x', 5000000), NULL))",
        "SELECT cardinality(regexp_split_to_array(repeat('x,', 5000000), ','))",
        "SELECT length(CAST(jsonb_build_array(repeat('x', 20000000), repeat('x', 20000000)) AS"
            + " TEXT))",
        "SELECT length(jsonb_pretty(CAST(repeat('[', 400) || '1' || repeat(',1', 100000)"
            + " || repeat(']', 400) AS jsonb)))",
        "SELECT jsonb_array_length(CAST('[1' || repeat(',1', 4000000) || ']' AS jsonb))",
        "SELECT length(quote_literal(repeat('''', 40000000)))",
        "SELECT length(CAST(CAST(repeat('x', 20000000) AS bytea) AS TEXT))",
        "SELECT length(repeat('x', 10000000) || repeat('y', 10000000))"
            + " + length(repeat('z', 10000000) || repeat('y', 10000000))",
      })
  void aFunctionThatWouldMakeTooMuchIsRefusedBeforeItDoes(String text) {
    assertThat(madeUntilRefused(text)).as(text).isLessThan(MOST_MADE_BYTES);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT cardinality(array_agg(a.id)) FROM me a, me b, me c",
        "SELECT count(*) FROM (SELECT DISTINCT a.id + b.id * 1000 + c.id * 1000000 FROM me a, me b,"
            + " me c) q",
        "SELECT length(CAST(jsonb_agg(repeat('y', 1000)) AS VARCHAR))"
            + " FROM generate_series(1, 1000000) AS s(g)",
        "SELECT count(*) FROM (SELECT DISTINCT g FROM generate_series(1, 50000000) AS s(g)) q",
        "SELECT count(*) FROM (SELECT g FROM generate_series(1, 9000000) AS s(g)"
            + " UNION SELECT g FROM generate_series(1, 9000000) AS s(g)) q",
        "SELECT count(*) FROM (SELECT g FROM generate_series(1, 9000000) AS s(g)"
            + " INTERSECT SELECT g FROM generate_series(1, 9000000) AS s(g)) q",
        "SELECT count(*) FROM (SELECT g FROM generate_series(1, 9000000) AS s(g)"
            + " EXCEPT SELECT g FROM generate_series(1, 9000000) AS s(g)) q",
        "SELECT count(*) FROM generate_series(1, 10) AS s(g)"
            + " JOIN generate_series(1, 9000000) AS t(h) ON g = h",
        "SELECT count(*) FROM generate_series(1, 10) AS s(g)"
            + " FULL JOIN generate_series(1, 9000000) AS t(h) ON g < h",
        "SELECT count(*) FROM generate_series(1, 10) AS s(g)"
            + " WHERE g IN (SELECT h FROM generate_series(1, 9000000) AS t(h))",
        "SELECT max(h) FROM (SELECT h, count(*) FROM generate_series(1, 9000000) AS t(h)"
            + " GROUP BY h) q",
        "SELECT max(h) FROM (SELECT h, count(*) FROM generate_series(1, 9000000) AS t(h)"
            + " GROUP BY ROLLUP (h)) q",
        "SELECT count(DISTINCT h) FROM generate_series(1, 9000000) AS t(h)",
        "SELECT h FROM generate_series(1, 9000000) AS t(h) ORDER BY h % 1000 OFFSET 8000000",
        "SELECT h FROM generate_series(1, 9000000) AS t(h) ORDER BY h % 1000 LIMIT 8000000",
        "SELECT max(n) FROM (SELECT row_number() OVER (ORDER BY h DESC) AS n"
            + " FROM generate_series(1, 9000000) AS t(h)) q",
        "SELECT max(n) FROM (SELECT sum(h) OVER (PARTITION BY h % 7) AS n"
            + " FROM generate_series(1, 9000000) AS t(h)) q",
        "SELECT cardinality(ARRAY(SELECT h FROM generate_series(1, 9000000) AS t(h)))",
        "SELECT length(string_agg(repeat('x', 1000), ',')) FROM generate_series(1, 900000) AS t(h)",
        "SELECT length(string_agg(repeat('x', 1000), ',' ORDER BY h))"
            + " FROM generate_series(1, 900000) AS t(h)",
        "SELECT cardinality(array_agg(h ORDER BY h DESC)) FROM generate_series(1, 9000000) AS t(h)",
        "SELECT mode() WITHIN GROUP (ORDER BY h) FROM generate_series(1, 9000000) AS t(h)",
        "SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY h)"
            + " FROM generate_series(1, 9000000) AS t(h)",
        "SELECT length(CAST(jsonb_object_agg(CAST(h AS TEXT), h) AS TEXT))"
            + " FROM generate_series(1, 9000000) AS t(h)",
        "WITH RECURSIVE r(n) AS (SELECT 1 UNION SELECT n + 1 FROM r WHERE n < 9000000)"
            + " SELECT max(n) FROM r",
        "SELECT repeat('x', 100000) FROM generate_series(1, 1000) AS t(h)",
        "SELECT count(*) FROM generate_series(1, 9000000) AS t(h), generate_series(1, 3) AS s(g)"
            + " WHERE h > g GROUP BY h",
      })
  void anOperatorThatWouldKeepTooMuchIsRefusedBeforeItDoes(String text) {
    database.run("CREATE TABLE me (id INT PRIMARY KEY)");
    database.run("INSERT INTO me SELECT g FROM generate_series(1, 500) AS s(g)");
    madeUntilRefused(text);
  }

  @Test
  @InTurn(oneIn = 8)
  void anOperatorThatRunsForEachRowKeepsOnlyWhatItLastHad() {
    database.run("CREATE TABLE me (id INT PRIMARY KEY)");
    database.run("INSERT INTO me SELECT g FROM generate_series(1, 500) AS s(g)");
    assertThat(
            value(
                "SELECT sum(cardinality(ARRAY(SELECT b.id FROM me b WHERE b.id <> a.id)))"
                    + " FROM me a, generate_series(1, 20) AS s(g)"))
        .hasToString("4990000");
  }

  @Test
  void aLongTextIsGatheredWithoutBeingCopiedForEachRow() {
    String text =
        "SELECT length(string_agg(CAST(g AS TEXT), ', ')) FROM generate_series(1, 200000) g";
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadAllocatedBytes();
    assertThat(value(text)).isEqualTo(1_488_893);
    assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(MOST_MADE_BYTES);
  }

  @Test
  void valuesOfMegabytesAreMadeAndGoneAtTheNextRow() {
    assertThat(value("SELECT length(repeat('x', 3000000) || repeat('y', 3000000))"))
        .isEqualTo(6_000_000);
    assertThat(
            value("SELECT sum(length(repeat('x', 1000000))) FROM generate_series(1, 500) AS s(g)")
                .toString())
        .isEqualTo("500000000");
  }
}
