package org.thetisdb.sql.call;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.testing.AtOnce;
import org.thetisdb.core.wire.SearchPath;
import org.thetisdb.sql.catalog.SqlCatalog;
import org.thetisdb.sql.plan.SqlCompiler;
import org.thetisdb.sql.script.ScriptDatabase;
import org.thetisdb.sql.statement.Compiled;

/** What a definition has a cache forget, and what it leaves. */
final class StatementCacheTest {
  private final ScriptDatabase database = new ScriptDatabase();
  private final List<String> planned = new ArrayList<>();
  private final CompiledTexts shared = new CompiledTexts();
  private final SqlCompiler compiler = new SqlCompiler(100);
  private final StatementCache cache = cache(CompiledTexts.NONE, 100, 1 << 20);

  private StatementCache cache(CompiledTexts texts, int capacity, long bytes) {
    return new StatementCache(
        (text, catalog) -> {
          planned.add(text);
          return compiler.compile(text, catalog);
        },
        new CompilePool(List.of(new AtOnce()), new AtOnce()),
        texts,
        capacity,
        bytes);
  }

  @BeforeEach
  void someObjects() {
    for (String definition :
        List.of(
            "CREATE TABLE a (id INT PRIMARY KEY, n INT)",
            "CREATE TABLE b (id INT PRIMARY KEY, n INT)",
            "CREATE TABLE child (id INT PRIMARY KEY, a INT REFERENCES a)",
            "CREATE TABLE other (id INT PRIMARY KEY, n INT)",
            "CREATE INDEX other_n ON other (n)",
            "CREATE VIEW va AS SELECT id FROM a",
            "CREATE VIEW vva AS SELECT id FROM va",
            "CREATE SEQUENCE s")) {
      database.run(definition);
    }
  }

  /** The statement, and whether it was compiled for this. */
  private boolean isCompiled(StatementCache in, String text, SqlCatalog catalog) {
    int before = planned.size();
    Compiled[] found = {in.find(text, catalog)};
    if (found[0] == null) {
      in.compile(
          text,
          Asker.ENGINE,
          (compiled, error) -> {
            if (error != null) {
              throw error;
            }
            found[0] = compiled;
          });
    }
    assertThat(found[0]).as(text).isNotNull();
    return planned.size() > before;
  }

  private boolean isCompiled(String text) {
    return isCompiled(cache, text, database.catalog());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "SELECT n FROM a WHERE id = ? | CREATE TABLE c (id INT PRIMARY KEY)",
        "SELECT a.n FROM a JOIN b USING (id) | DROP TABLE other",
        "SELECT a.n FROM a JOIN b USING (id) | ALTER TABLE other ADD COLUMN more INT",
        "SELECT count(*) FROM va | CREATE INDEX i ON b (n)",
        "SELECT count(*) FROM va | CREATE VIEW w AS SELECT 1 AS one",
        "SELECT nextval('s') | CREATE SEQUENCE t",
        "SELECT nextval('s') FROM a | DROP VIEW vva",
        "INSERT INTO b VALUES (?, ?) | CREATE TABLE c (id INT PRIMARY KEY)",
        "UPDATE a SET n = n + 1 WHERE id = ? | DROP INDEX other_n",
        "DELETE FROM a WHERE n = 1 | CREATE TABLE c (id INT PRIMARY KEY REFERENCES b)",
        "DELETE FROM other WHERE n = 1 | DROP TABLE child",
        "SELECT table_name FROM information_schema.tables | CREATE TABLE c (id INT PRIMARY KEY)",
        "SELECT 1 | CREATE SCHEMA pg_temp_77",
        "SELECT n FROM a | CREATE TEMPORARY SCHEMA IF NOT EXISTS pg_temp_77",
        "CREATE TABLE z (id INT PRIMARY KEY) | CREATE TABLE c (id INT PRIMARY KEY)",
      })
  void whatADefinitionDoesNotTouchStays(String text, String definition) {
    assertThat(isCompiled(text)).isTrue();
    try {
      database.run(definition);
    } catch (ThetisException e) {
      assertThat(definition).contains("SCHEMA"); // names of temporary ones are not for everybody
    }
    assertThat(isCompiled(text)).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "SELECT n FROM a WHERE id = ? | ALTER TABLE a ADD COLUMN more INT",
        "SELECT * FROM a | ALTER TABLE a RENAME COLUMN n TO m",
        "SELECT n FROM a JOIN b USING (n) | CREATE INDEX i ON b (n)",
        "SELECT n FROM other WHERE n = 5 | DROP INDEX other_n",
        "SELECT * FROM va | ALTER TABLE a ADD COLUMN more INT",
        "SELECT * FROM va | CREATE OR REPLACE VIEW va AS SELECT id + 1 AS id FROM a",
        "SELECT * FROM vva | CREATE OR REPLACE VIEW va AS SELECT id + 1 AS id FROM a",
        "DELETE FROM a WHERE id = ? | CREATE TABLE more (id INT PRIMARY KEY, a INT REFERENCES a)",
        "DELETE FROM a WHERE id = ? | DROP TABLE child",
        "UPDATE a SET id = id + 1 | DROP TABLE child",
        "INSERT INTO b VALUES (1, 1) | ALTER TABLE b ADD CONSTRAINT p CHECK (n > 0)",
        "INSERT INTO b (id) VALUES (1) | ALTER TABLE b ALTER COLUMN n SET DEFAULT 7",
        "TRUNCATE a, child | CREATE TABLE more (id INT PRIMARY KEY, child INT REFERENCES child)",
      })
  void whatADefinitionTouchesIsCompiledAnewWhereThatGoes(String text, String definition) {
    assertThat(isCompiled(text)).isTrue();
    database.run(definition);
    try {
      assertThat(isCompiled(text)).isTrue();
    } catch (ThetisException e) {
      assertThat(planned).hasSize(2); // it was looked at again, and is not allowed now
    }
  }

  @Test
  void aNameThatWasNotThereCountsToo() {
    database.run("CREATE SCHEMA w");
    SqlCatalog before = database.catalog();
    String withPath = new SearchPath(List.of("w", "public")).appendTo("SELECT n FROM a");
    assertThat(isCompiled(cache, withPath, before)).isTrue();
    database.run("CREATE TABLE w.b (id INT PRIMARY KEY, n INT)");
    assertThat(isCompiled(withPath)).as("another name").isFalse();
    database.run("CREATE TABLE w.a (id INT PRIMARY KEY, n INT)");
    assertThat(isCompiled(withPath)).as("that name").isTrue();
  }

  @Test
  void aTableThatWasDroppedAndMadeAgainIsAnotherOne() {
    assertThat(isCompiled("SELECT n FROM b")).isTrue();
    database.run("DROP TABLE b");
    database.run("CREATE TABLE b (id INT PRIMARY KEY, n INT)");
    assertThat(isCompiled("SELECT n FROM b")).isTrue();
  }

  @Test
  void whoGoesBackToAnOlderStateIsServedByIt() {
    SqlCatalog before = database.catalog();
    assertThat(isCompiled(cache, "SELECT * FROM a", before)).isTrue();
    database.run("ALTER TABLE a ADD COLUMN more INT");
    assertThat(isCompiled("SELECT * FROM a")).isTrue();
    assertThat(isCompiled(cache, "SELECT * FROM a", before)).isTrue();
  }

  @Test
  void whatOneHasCompiledServesOthersThatKnowTheSame() {
    StatementCache router = cache(shared, 100, 1 << 20);
    StatementCache site = cache(shared, 100, 1 << 20);
    assertThat(isCompiled(router, "SELECT n FROM a", database.catalog())).isTrue();
    assertThat(isCompiled(site, "SELECT n FROM a", database.catalog())).isFalse();
    SqlCatalog old = database.catalog();
    database.run("ALTER TABLE a ADD COLUMN more INT");
    assertThat(isCompiled(router, "SELECT n FROM a", database.catalog())).isTrue();
    assertThat(isCompiled(site, "SELECT n FROM a", old)).as("its own").isFalse();
    StatementCache third = cache(shared, 100, 1 << 20);
    assertThat(isCompiled(third, "SELECT n FROM a", old)).as("knows less").isTrue();
    assertThat(shared.compiled()).isEqualTo(3);
    assertThat(shared.kept()).isEqualTo(3);
    assertThat(shared.keptBytes()).isEqualTo(router.bytes() + site.bytes() + third.bytes());
  }

  @Test
  void theyAreBoundedByNumberAndByBytes() {
    StatementCache few = cache(CompiledTexts.NONE, 3, 1 << 20);
    StatementCache small = cache(CompiledTexts.NONE, 100, 40 << 10);
    for (int i = 0; i < 20; i++) {
      isCompiled(few, "SELECT n + " + i + " FROM a", database.catalog());
      isCompiled(small, "SELECT n + " + i + " FROM a", database.catalog());
    }
    assertThat(few.size()).isEqualTo(3);
    assertThat(small.size()).isBetween(2, 19);
    assertThat(small.bytes()).isBetween(1L, 40L << 10);
    assertThat(isCompiled(few, "SELECT n + 19 FROM a", database.catalog())).isFalse();
    assertThat(isCompiled(few, "SELECT n + 0 FROM a", database.catalog())).isTrue();
  }
}
