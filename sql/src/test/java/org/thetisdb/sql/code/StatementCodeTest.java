package org.thetisdb.sql.code;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.procedures.runtime.TableRegistry;
import org.thetisdb.sql.plan.SqlCompiler;
import org.thetisdb.sql.script.MemoryRows;
import org.thetisdb.sql.script.ScriptDatabase;
import org.thetisdb.sql.statement.Compiled;
import org.thetisdb.sql.statement.SqlStatement;

/** Code of a statement is interpreted while it is new, and a class when it has run often. */
final class StatementCodeTest {
  private final ScriptDatabase database = new ScriptDatabase();
  private final MemoryRows rows = new MemoryRows(TableRegistry.EMPTY);

  private SqlStatement compiled(String text) {
    return ((Compiled.Query) database.compile(text)).statement();
  }

  private Object run(SqlStatement statement) {
    return statement.run(rows, new Object[0], sequence -> 1).rows().get(0)[0];
  }

  private String error(SqlStatement statement) {
    try {
      return "no error but " + run(statement);
    } catch (ThetisException e) {
      return e.code() + " " + e.getMessage();
    }
  }

  @Test
  void aStatementThatRunsOftenWantsClassesOnce() {
    SqlStatement statement = compiled("SELECT sum(x) FROM (VALUES (1), (2)) AS t(x)");
    List<Integer> wanted = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      assertThat(run(statement)).isEqualTo(3L);
      if (statement.wantsClasses()) {
        wanted.add(i);
        statement.makeClasses();
      }
    }
    assertThat(wanted).hasSize(1);
    assertThat(wanted.get(0)).isBetween(10, 100);
  }

  @Test
  void aStatementThatCalculatesMuchWantsClassesSooner() {
    SqlStatement statement =
        compiled("SELECT sum(x * 2) FROM generate_series(1, 100000) AS t(x) WHERE x > 5");
    run(statement);
    assertThat(statement.wantsClasses()).isTrue();
  }

  @Test
  void aStatementWithoutCodeWantsNoClasses() {
    SqlStatement statement = compiled("EXPLAIN SELECT 1");
    for (int i = 0; i < 200; i++) {
      run(statement);
    }
    assertThat(statement.wantsClasses()).isFalse();
  }

  @Test
  void aConstantThatFailsTellsTheSameErrorEachTime() {
    for (String text :
        List.of(
            "SELECT '1x'::decimal",
            "SELECT 1 / 0 FROM (VALUES (1), (2)) AS t(x) GROUP BY x",
            "SELECT '2020-13-01'::date",
            "SELECT count(*) FROM (VALUES ('a')) AS t(x) WHERE x = upper('b' || 1 / 0)",
            "SELECT 9223372036854775807 + x FROM (VALUES (1)) AS t(x)")) {
      SqlStatement statement = compiled(text);
      String first = error(statement);
      assertThat(first).doesNotContain("no error", "SQL_INVALID");
      for (int i = 0; i < 3; i++) {
        assertThat(error(statement)).isEqualTo(first);
      }
      statement.makeClasses();
      for (int i = 0; i < 3; i++) {
        assertThat(error(statement)).isEqualTo(first);
      }
    }
  }

  @Test
  void whoPlansAStatementHasAllButItsCode() {
    database.run("CREATE TABLE t (a BIGINT PRIMARY KEY, b INT)");
    String text = "SELECT b, count(*) FROM t WHERE a = ? + 1 GROUP BY b";
    SqlStatement run = compiled(text);
    SqlStatement planned =
        ((Compiled.Query) SqlCompiler.ofPlans(100).compile(text, database.catalog())).statement();
    assertThat(planned.columns()).isEqualTo(run.columns());
    assertThat(planned.parameters()).isEqualTo(run.parameters());
    assertThat(planned.hasPlan()).isEqualTo(run.hasPlan());
    assertThatThrownBy(() -> planned.run(rows, new Object[] {1L}, sequence -> 1))
        .isInstanceOf(IllegalStateException.class);
  }
}
