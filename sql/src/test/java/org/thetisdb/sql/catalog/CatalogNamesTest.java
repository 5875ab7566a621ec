package org.thetisdb.sql.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.thetisdb.sql.script.ScriptDatabase;

/** Names that follow from those of before are the same as those that are made anew. */
class CatalogNamesTest {
  private static final List<String> FORMS =
      List.of(
          "CREATE TABLE t%d (id BIGINT PRIMARY KEY, v INT UNIQUE, p BIGINT)",
          "CREATE TABLE c%d (id BIGINT PRIMARY KEY, p BIGINT REFERENCES t%d)",
          "CREATE INDEX i%d ON t%d (p)",
          "CREATE VIEW w%d AS SELECT id FROM t%d",
          "CREATE SEQUENCE s%d",
          "CREATE TABLE k%d AS SELECT id FROM t%d",
          "ALTER TABLE t%d RENAME TO t%d1",
          "ALTER TABLE t%d1 RENAME TO t%d",
          "ALTER TABLE t%d ADD COLUMN x INT",
          "COMMENT ON VIEW w%d IS 'seen'",
          "DROP INDEX i%d",
          "DROP TABLE t%d CASCADE",
          "DROP TABLE c%d",
          "DROP TABLE k%d",
          "DROP VIEW w%d",
          "DROP SEQUENCE s%d");

  private final ScriptDatabase database = new ScriptDatabase();

  @Test
  void theyAreThoseOfTheWholeCatalogAfterAnyDefinitions() {
    Random random = new Random(11);
    int done = 0;
    for (int i = 0; i < 600; i++) {
      String form = FORMS.get(random.nextInt(FORMS.size()));
      int number = random.nextInt(6);
      try {
        database.run(form.formatted(number, number));
        done++;
      } catch (RuntimeException refused) {
        // what does not fit changes nothing
      }
      requireSame(database.catalog().names(), CatalogNames.of(database.catalog()));
    }
    assertThat(done).as("much was defined").isGreaterThan(120);
  }

  private static void requireSame(CatalogNames names, CatalogNames anew) {
    assertThat(names.tables()).isEqualTo(anew.tables());
    assertThat(names.tablesById()).isEqualTo(anew.tablesById());
    assertThat(names.tablesByIndex()).isEqualTo(anew.tablesByIndex());
    assertThat(names.children()).isEqualTo(anew.children());
    assertThat(names.views()).isEqualTo(anew.views());
    assertThat(names.sequences()).isEqualTo(anew.sequences());
    assertThat(names.procedures()).isEqualTo(anew.procedures());
    assertThat(names.schemas()).isEqualTo(anew.schemas());
    assertThat(names.comments()).isEqualTo(anew.comments());
    assertThat(names.dropped()).isEqualTo(anew.dropped());
    assertThat(names.free()).isEqualTo(anew.free());
  }
}
