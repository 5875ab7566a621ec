package org.thetisdb.sql.dialect;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlOperator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.testing.TestSet;
import org.thetisdb.sql.dialect.validation.Dialect;
import org.thetisdb.sql.memory.MemoryPool;
import org.thetisdb.sql.memory.StatementMemory;
import org.thetisdb.sql.script.ScriptDatabase;

/** Calls each function that there is with large operands: none takes memory that it did not ask. */
@Tag("slow")
final class FunctionGrowthTest {
  private static final long STATEMENT_BYTES = 16 << 20;

  /**
   * What compiling takes, and what a function makes on its way to a value that it has asked for.
   */
  private static final long MOST_MADE_BYTES = 16 * STATEMENT_BYTES;

  /** One name in so many is tried in each commit; at night each one, for some minutes. */
  private static final int PARTS = 24;

  private static final List<String> FIRST =
      List.of(
          "repeat('a,', 1000000)",
          "CAST(repeat('a', 2000000) AS bytea)",
          "CAST('[1' || repeat(', 1', 100000) || ']' AS jsonb)",
          "array_fill(repeat('a', 1000), ARRAY[100000])",
          "2000000000");

  private static final List<String> OTHER =
      List.of("repeat('a', 1000000)", "2000000000", "''", "ARRAY[100000000]");

  private final ScriptDatabase database = new ScriptDatabase();
  private final MemoryPool pool = new MemoryPool(STATEMENT_BYTES, STATEMENT_BYTES);
  private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private static Set<String> names() {
    Set<String> names = new TreeSet<>();
    for (SqlOperator operator : Dialect.OPERATORS.getOperatorList()) {
      if (operator instanceof SqlFunction) {
        names.add(operator.getName().toLowerCase(java.util.Locale.ROOT).replaceFirst("_$", ""));
      }
    }
    names.addAll(TypedFunctions.names());
    names.addAll(ScalarFunctions.names());
    names.removeIf(name -> !name.matches("[a-z][a-z0-9_]*"));
    return names;
  }

  private static List<String> calls(String name) {
    List<String> calls = new ArrayList<>();
    for (String first : FIRST) {
      calls.add(name + "(" + first + ")");
      for (String second : OTHER) {
        calls.add(name + "(" + first + ", " + second + ")");
        calls.add(name + "(" + first + ", " + second + ", " + second + ")");
      }
    }
    return calls;
  }

  private void run(String text) {
    try (StatementMemory memory = pool.newAccount()) {
      memory.during(() -> database.run(text));
    } catch (RuntimeException refused) {
      // a call of other operands than it takes, or of too large ones
    }
  }

  @Test
  void noFunctionTakesMemoryThatItDidNotAskFor() {
    for (String name : TestSet.oneIn(PARTS, List.copyOf(names()))) {
      for (String call : calls(name)) {
        String text = "SELECT char_length(CAST(" + call + " AS TEXT))";
        long before = threads.getCurrentThreadAllocatedBytes();
        run(text);
        long made = threads.getCurrentThreadAllocatedBytes() - before;
        assertThat(made).as(text).isLessThan(MOST_MADE_BYTES);
        assertThat(pool.usedBytes()).as(text).isZero();
      }
    }
  }
}
