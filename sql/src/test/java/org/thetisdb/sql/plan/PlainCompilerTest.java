package org.thetisdb.sql.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.thetisdb.sql.parse.Statement;
import org.thetisdb.sql.parse.StatementReader;
import org.thetisdb.sql.parse.token.ObjectNames;
import org.thetisdb.sql.plan.query.CatalogSpace;
import org.thetisdb.sql.script.ScriptDatabase;
import org.thetisdb.sql.statement.SqlStatement;

/** What is compiled without Calcite is what Calcite would have made of it. */
final class PlainCompilerTest {
  private final ScriptDatabase database = new ScriptDatabase();

  @BeforeEach
  void define() {
    database.run(
        "CREATE TABLE cust (id BIGINT PRIMARY KEY, name VARCHAR(9), n INT NOT NULL,"
            + " price DECIMAL(9, 2), at TIMESTAMP, \"User\" UUID)");
    database.run("CREATE TABLE line (ord INT, no SMALLINT, t CHAR(3), PRIMARY KEY (ord, no))");
    database.run("CREATE TABLE word (w VARCHAR(9) PRIMARY KEY, n INT)");
    database.run("CREATE TABLE gen (id INT GENERATED ALWAYS AS IDENTITY PRIMARY KEY, n INT)");
    database.run("CREATE TABLE def (id INT PRIMARY KEY, n INT DEFAULT 7)");
    database.run("CREATE TABLE bare (n INT)");
    database.run("CREATE TABLE money (id DECIMAL(9, 2) PRIMARY KEY)");
    database.run("CREATE INDEX names ON cust (name)");
    database.run("CREATE VIEW shown AS SELECT id FROM cust");
  }

  private SqlStatement plain(String text) {
    return PlainCompiler.compile(text, database.catalog(), 100);
  }

  private SqlStatement planned(String text) {
    return new TreeCompiler(new CatalogSpace(database.catalog()), text, 100)
        .compile(
            (Statement.Rows) StatementReader.read(text, ObjectNames.of(text, database.catalog())));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT * FROM cust WHERE id = ?",
        "select Name, n AS Number from public.cust where ID = ?;",
        "SELECT c.id, c.\"User\" FROM cust AS c WHERE c.id = ? FOR UPDATE",
        "SELECT t FROM line x WHERE x.no = ? AND ord = ?",
        "SELECT n FROM word WHERE w = ?",
        "INSERT INTO cust VALUES (?, ?, ?, ?, ?, ?)",
        "INSERT INTO cust VALUES (?, 'it''s', -7, 1.50, NULL)",
        "INSERT INTO cust (n, id) VALUES (?, ?), (3, ?)",
        "INSERT INTO gen (n) VALUES (?)",
        "INSERT INTO bare VALUES (?)",
        "INSERT INTO def (n, id) VALUES (?, ?)",
        "UPDATE cust SET name = ?, n = 5 WHERE id = ?",
        "UPDATE cust SET at = ?, price = ? WHERE id = ?",
        "UPDATE cust c SET id = ? WHERE c.id = ?",
        "DELETE FROM line WHERE ord = ? AND no = ?",
        "DELETE FROM cust WHERE id = ?",
      })
  void isTheSameAsCalciteMakes(String text) {
    SqlStatement plain = plain(text);
    SqlStatement planned = planned(text);
    assertThat(plain).as("compiled without Calcite").isNotNull();
    assertThat(plain.text()).isEqualTo(planned.text());
    assertThat(plain.getClass()).isEqualTo(planned.getClass());
    assertThat(plain.parameters()).isEqualTo(planned.parameters());
    assertThat(plain.columns()).isEqualTo(planned.columns());
    assertThat(plain.sequences()).isEqualTo(planned.sequences());
    assertThat(plain.isReadOnly()).isEqualTo(planned.isReadOnly());
    assertThat(plain.returnsRows()).isEqualTo(planned.returnsRows());
    assertThat(plain.hasPlan()).isEqualTo(planned.hasPlan());
    for (Object value : List.of(7, 7L << 40, new BigDecimal("1.5"), 2.5, "text")) {
      Object[] run = new Object[plain.parameters().size()];
      Arrays.fill(run, value);
      assertThat(plain.textFor(List.<Object[]>of(run)))
          .as("with " + value)
          .isEqualTo(planned.textFor(List.<Object[]>of(run)));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT n + 1 FROM cust WHERE id = ?",
        "SELECT * FROM cust WHERE id = ? AND n = ?",
        "SELECT * FROM cust WHERE id = ? OR n = ?",
        "SELECT * FROM cust WHERE id > ?",
        "SELECT * FROM cust WHERE id = 5",
        "SELECT * FROM cust WHERE name = ?",
        "SELECT * FROM line WHERE ord = ?",
        "SELECT * FROM line WHERE ord = ? AND ord = ?",
        "SELECT * FROM shown WHERE id = ?",
        "SELECT * FROM money WHERE id = ?",
        "SELECT id, id FROM cust WHERE id = ?",
        "SELECT x.id FROM cust WHERE id = ?",
        "SELECT current_date FROM cust WHERE id = ?",
        "SELECT nope FROM cust WHERE id = ?",
        "SELECT DISTINCT n FROM cust WHERE id = ?",
        "SELECT n FROM cust WHERE id = ? LIMIT 1",
        "INSERT INTO gen VALUES (?, ?)",
        "INSERT INTO def (id) VALUES (?)",
        "INSERT INTO bare VALUES (? + 1)",
        "INSERT INTO bare VALUES (1e3)",
        "INSERT INTO bare VALUES (?) ON CONFLICT DO NOTHING",
        "UPDATE cust SET n = n + ? WHERE id = ?",
        "UPDATE cust SET n = ?, n = ? WHERE id = ?",
        "DELETE FROM cust WHERE id = ? RETURNING n",
        "DELETE FROM bare",
        "SELECT n FROM cust WHERE id = ?\n/*?0 DECIMAL 38 1*/",
      })
  void whateverIsLessPlainIsLeftToCalcite(String text) {
    assertThat(plain(text)).isNull();
  }

  @Test
  void itRunsAsItSays() {
    database.run("INSERT INTO cust (id, name, n) VALUES (?, ?, ?), (2, 'two', 20)", 1, "one", 10);
    database.run("UPDATE cust SET name = ?, n = 11 WHERE id = ?", "ONE", 1);
    assertThat(rows("SELECT name, n FROM cust WHERE id = ?", 1))
        .containsExactly(List.of("ONE", 11));
    assertThat(rows("SELECT name FROM cust WHERE id = ?", 3)).isEmpty();
    assertThat(rows("SELECT name FROM cust WHERE id = ?", new BigDecimal("1.5"))).isEmpty();
    assertThat(database.run("DELETE FROM cust WHERE id = ?", 2).updateCount()).isEqualTo(1);
    assertThat(rows("SELECT name FROM cust WHERE id = ?", 2)).isEmpty();
  }

  private List<List<Object>> rows(String text, Object... arguments) {
    List<List<Object>> rows = new ArrayList<>();
    database.run(text, arguments).rows().forEach(row -> rows.add(Arrays.asList(row)));
    return rows;
  }
}
