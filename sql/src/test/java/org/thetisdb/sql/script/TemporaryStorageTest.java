package org.thetisdb.sql.script;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.wire.SearchPath;
import org.thetisdb.sql.catalog.DroppedDef;
import org.thetisdb.sql.statement.SqlResult;

/** Stored tables of temporary ones, which are used again. */
final class TemporaryStorageTest {
  private final ScriptDatabase database = new ScriptDatabase();

  private SqlResult run(String sql) {
    return database.run(new SearchPath(List.of("pg_temp_1", "public")).appendTo(sql));
  }

  private int numbers() {
    return database.catalog().registry().nextId();
  }

  @BeforeEach
  void makeSchema() {
    database.run("CREATE TEMPORARY SCHEMA pg_temp_1");
  }

  @Test
  void aHundredTablesTakeNoMoreNumbersThanWereInUseAtOnce() {
    List<String> columns =
        List.of(
            "id INT PRIMARY KEY, a VARCHAR(5) UNIQUE, b DATE",
            "a VARCHAR(9) NOT NULL UNIQUE, b INT DEFAULT 4, c INT, id INT PRIMARY KEY",
            "id INT PRIMARY KEY, b BOOLEAN, a TEXT",
            "id INT PRIMARY KEY, a VARCHAR(7), CHECK (a <> 'z')");
    int most = 0;
    for (int round = 0; round < 100; round++) {
      run("CREATE TEMP TABLE t (" + columns.get(round % columns.size()) + ")");
      assertThat(run("SELECT * FROM t").rows()).isEmpty();
      run("INSERT INTO t (id, a) VALUES (1, 'x'), (2, 'y')");
      assertThat(run("SELECT id FROM t WHERE a = 'y'").rows()).hasSize(1);
      run("ALTER TABLE t ADD COLUMN more BIGINT NOT NULL DEFAULT 7");
      assertThat(run("SELECT more FROM t WHERE id = 2").rows().get(0)[0]).isEqualTo(7L);
      run("DROP TABLE t");
      if (round == 2 * columns.size()) {
        most = numbers();
      }
    }
    assertThat(numbers()).isEqualTo(most);
    assertThat(database.catalog().dropped())
        .extracting(DroppedDef::state)
        .containsOnly(DroppedDef.State.FREE);
    assertThat(database.catalog().tables()).as("none that nobody defines").isEmpty();
  }

  @Test
  void tablesThatAreThereAtOnceHaveNothingInCommon() {
    run("CREATE TEMP TABLE a AS SELECT 1 AS n");
    run("DROP TABLE a");
    run("CREATE TEMP TABLE b AS SELECT 2 AS n");
    run("CREATE TEMP TABLE c AS SELECT 3 AS n");
    run("CREATE TABLE d AS SELECT 4 AS n");
    run("DROP TABLE d");
    run("CREATE TEMP TABLE d AS SELECT 5 AS n");
    assertThat(run("SELECT b.n, c.n, d.n FROM b, c, d").rows().get(0)).containsExactly(2, 3, 5);
  }
}
