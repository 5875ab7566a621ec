package org.thetisdb.simulation.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.thetisdb.client.statement.SqlOutcome;
import org.thetisdb.client.statement.SqlSessionCore;
import org.thetisdb.core.error.ErrorCode;

/** Hazard 15: definitions that come into force while transactions are open. */
final class DefinitionScenariosTest extends SqlFixture {
  private SqlSessionCore ann;
  private SqlSessionCore bob;

  private void open(String... statements) {
    ann = session();
    bob = session();
    for (String statement : statements) {
      assertDone(auto(ann, statement));
    }
  }

  private void openWithPeople() {
    open(
        "CREATE TABLE person (id BIGINT PRIMARY KEY, nick VARCHAR(9))",
        "INSERT INTO person VALUES (1, 'ann'), (500, 'eve')");
  }

  private void assertTooLate(String definition) {
    assertDone(auto(bob, definition));
    assertFailed(in(ann, "COMMIT"), ErrorCode.SERIALIZATION_FAILURE);
  }

  @Test
  void anIndexDoesNotMissARowThatAnOpenTransactionHadWritten() {
    openWithPeople();
    assertDone(in(ann, "INSERT INTO person VALUES (900, 'bob')"));
    assertTooLate("CREATE UNIQUE INDEX by_nick ON person (nick)");
    assertDone(in(ann, "INSERT INTO person VALUES (900, 'bob')"));
    assertDone(in(ann, "COMMIT"));
    assertThat(value(auto(ann, "SELECT id FROM person WHERE nick = 'bob'"))).isEqualTo(900L);
    assertFailed(auto(bob, "INSERT INTO person VALUES (901, 'bob')"), ErrorCode.UNIQUE_VIOLATION);
  }

  @Test
  void aPartialIndexHasTheRowOfAnOpenTransaction() {
    openWithPeople();
    assertDone(in(ann, "UPDATE person SET nick = 'eve' WHERE id = 1"));
    assertTooLate("CREATE UNIQUE INDEX eves ON person (nick) WHERE nick = 'eve'");
    assertFailed(
        auto(ann, "UPDATE person SET nick = 'eve' WHERE id = 1"), ErrorCode.UNIQUE_VIOLATION);
    assertDone(auto(ann, "INSERT INTO person VALUES (2, 'ann')"));
    assertDone(auto(ann, "DELETE FROM person WHERE id = 500"));
    assertDone(auto(ann, "UPDATE person SET nick = 'eve' WHERE id = 1"));
    assertThat(value(auto(ann, "SELECT id FROM person WHERE nick = 'eve'"))).isEqualTo(1L);
  }

  @Test
  void anExpressionIndexHasTheRowOfAnOpenTransaction() {
    openWithPeople();
    assertDone(in(ann, "UPDATE person SET nick = 'EVE' WHERE id = 1"));
    assertTooLate("CREATE UNIQUE INDEX folded ON person (lower(nick))");
    assertFailed(
        auto(ann, "UPDATE person SET nick = 'EVE' WHERE id = 1"), ErrorCode.UNIQUE_VIOLATION);
    assertDone(auto(ann, "DELETE FROM person WHERE lower(nick) = 'eve'"));
    assertDone(auto(ann, "UPDATE person SET nick = 'EVE' WHERE id = 1"));
    assertThat(value(auto(bob, "SELECT id FROM person WHERE lower(nick) = 'eve'"))).isEqualTo(1L);
  }

  /** People from 1000 on, whose nick is a prefix and their number. */
  private void addPeople(int blocks, String prefix) {
    for (int block = 0; block < blocks; block++) {
      StringBuilder rows = new StringBuilder("INSERT INTO person VALUES ");
      for (int i = 0; i < 200; i++) {
        int id = 1_000 + 200 * block + i;
        rows.append(i == 0 ? "" : ", ").append("(%d, '%s%d')".formatted(id, prefix, id));
      }
      assertDone(auto(ann, rows.toString()));
    }
  }

  @Test
  void anIndexOfAnExpressionIsFilledWhileOthersWrite() {
    openWithPeople();
    addPeople(20, "N");
    SqlOutcome[] index = begin(bob, 0, "CREATE INDEX folded ON person (lower(nick))");
    int changed = 0;
    while (index[0] == null && changed < 300) {
      long id = 1_000 + 3L * changed++;
      assertDone(auto(ann, "UPDATE person SET nick = 'M' || id WHERE id = ?", id));
      assertDone(auto(ann, "DELETE FROM person WHERE id = ?", id + 1));
    }
    assertDone(await(index));
    assertThat(changed).as("changes meanwhile").isGreaterThan(3);
    assertThat(value(auto(ann, "SELECT COUNT(*) FROM person WHERE lower(nick) LIKE 'm%'")))
        .isEqualTo((long) changed);
    assertThat(
            rows(auto(ann, "SELECT id FROM person WHERE lower(nick) >= 'm' AND lower(nick) < 'n'")))
        .hasSize(changed);
    for (long id = 1_000; id < 1_300; id++) {
      boolean changedOrGone = id < 1_000 + 3L * changed && (id - 1_000) % 3 < 2;
      List<?> found = rows(auto(ann, "SELECT id FROM person WHERE lower(nick) = ?", "n" + id));
      assertThat(found).as("who is n%d", id).hasSize(changedOrGone ? 0 : 1);
    }
  }

  @Test
  void tablesAndSequencesGetOtherNamesWhileOthersInsert() {
    openWithPeople();
    assertDone(auto(ann, "CREATE TABLE note (id BIGINT GENERATED ALWAYS AS IDENTITY, n BIGINT)"));
    assertDone(auto(ann, "CREATE SCHEMA archive"));
    String[] definitions = {
      "ALTER SEQUENCE note_id_seq RENAME TO note_numbers",
      "ALTER TABLE note SET SCHEMA archive",
      "ALTER SCHEMA archive RENAME TO old",
      "ALTER TABLE old.note SET SCHEMA public"
    };
    long inserted = 0;
    for (String definition : definitions) {
      SqlOutcome[] defined = begin(bob, 0, definition);
      for (int i = 0; i < 20; i++) {
        SqlOutcome outcome = auto(ann, "INSERT INTO note (n) VALUES (?)", inserted);
        inserted += outcome.end().isCommitted() ? 1 : 0;
        if (!outcome.end().isCommitted()) {
          assertFailed(outcome, ErrorCode.UNKNOWN_TABLE); // it is elsewhere for a while
        }
      }
      assertDone(await(defined));
    }
    assertDone(auto(ann, "INSERT INTO note (n) VALUES (-1)"));
    assertThat(value(auto(ann, "SELECT COUNT(DISTINCT id) FROM note"))).isEqualTo(inserted + 1);
    assertThat(inserted).isGreaterThanOrEqualTo(20);
  }

  @Test
  void ofTwoRowsForAUniquePartialIndexOneComesTooLate() {
    openWithPeople();
    assertDone(auto(ann, "ALTER TABLE person ADD COLUMN gone BOOLEAN DEFAULT TRUE"));
    assertDone(auto(ann, "UPDATE person SET nick = 'eve'"));
    assertDone(auto(ann, "CREATE UNIQUE INDEX there ON person (nick) WHERE NOT gone"));
    assertDone(in(ann, "UPDATE person SET gone = FALSE WHERE id = 1"));
    SqlOutcome[] other = begin(bob, 0, "UPDATE person SET gone = FALSE WHERE id = 500");
    world.runFor(100_000);
    assertDone(in(ann, "COMMIT"));
    assertThat(await(other).end().isCommitted()).isFalse();
    assertThat(value(auto(ann, "SELECT id FROM person WHERE nick = 'eve' AND NOT gone")))
        .isEqualTo(1L);
  }

  @Test
  void aForeignKeyDoesNotPassOverAnOrphanOfAnOpenTransaction() {
    openWithPeople();
    assertDone(auto(ann, "CREATE TABLE letter (id BIGINT PRIMARY KEY, sender BIGINT)"));
    assertDone(in(ann, "INSERT INTO letter VALUES (1, 77)"));
    assertTooLate(
        "ALTER TABLE letter ADD CONSTRAINT sent FOREIGN KEY (sender) REFERENCES person (id)");
  }

  @Test
  void aForeignKeyMeetsAParentThatAnOpenTransactionDeleted() {
    openWithPeople();
    assertDone(auto(ann, "CREATE TABLE letter (id BIGINT PRIMARY KEY, sender BIGINT)"));
    assertDone(auto(ann, "INSERT INTO letter VALUES (1, 1)"));
    assertDone(in(ann, "DELETE FROM person WHERE id = 1"));
    assertTooLate(
        "ALTER TABLE letter ADD CONSTRAINT sent FOREIGN KEY (sender) REFERENCES person (id)");
  }

  @Test
  void aCheckDoesNotPassOverARowOfAnOpenTransaction() {
    openWithPeople();
    assertDone(in(ann, "INSERT INTO person VALUES (-1, 'zed')"));
    assertTooLate("ALTER TABLE person ADD CONSTRAINT positive CHECK (id > 0)");
  }

  @Test
  void notNullDoesNotPassOverARowOfAnOpenTransaction() {
    openWithPeople();
    assertDone(in(ann, "INSERT INTO person VALUES (2, NULL)"));
    assertTooLate("ALTER TABLE person ALTER COLUMN nick SET NOT NULL");
  }

  @Test
  void aNarrowerTypeDoesNotPassOverARowOfAnOpenTransaction() {
    openWithPeople();
    assertDone(in(ann, "INSERT INTO person VALUES (2, 'longer')"));
    assertTooLate("ALTER TABLE person ALTER COLUMN nick TYPE VARCHAR(4)");
    assertFailed(auto(ann, "INSERT INTO person VALUES (2, 'longer')"), ErrorCode.STRING_TOO_LONG);
    assertFailed(
        auto(bob, "ALTER TABLE person ALTER COLUMN nick TYPE VARCHAR(2)"),
        ErrorCode.STRING_TOO_LONG);
    assertDone(auto(ann, "INSERT INTO person VALUES (2, 'four')"));
  }

  @Test
  void aTransactionThatWroteElsewhereIsNotHeldUpByADefinition() {
    openWithPeople();
    assertDone(auto(ann, "CREATE TABLE note (id BIGINT PRIMARY KEY)"));
    assertDone(in(ann, "INSERT INTO note VALUES (1)"));
    assertDone(auto(bob, "CREATE INDEX by_nick ON person (nick)"));
    assertDone(in(ann, "COMMIT"));
  }

  @Test
  void aSnapshotOlderThanAnIndexStillShowsAllRows() {
    openWithPeople();
    String query = "SELECT id FROM person WHERE nick = 'eve'";
    assertThat(value(in(ann, query))).isEqualTo(500L);
    assertDone(auto(bob, "CREATE INDEX by_nick ON person (nick)"));
    assertThat(value(in(ann, query))).isEqualTo(500L);
    assertThat(count(in(ann, "UPDATE person SET nick = 'eva' WHERE nick = 'eve'"))).isEqualTo(1);
    assertDone(in(ann, "COMMIT"));
    assertThat(value(auto(ann, "SELECT id FROM person WHERE nick = 'eva'"))).isEqualTo(500L);
    assertThat(rows(auto(ann, query))).isEmpty();
  }

  @Test
  void aSnapshotOlderThanAForeignKeysIndexStillShowsAllChildren() {
    openWithPeople();
    assertDone(auto(ann, "CREATE TABLE letter (id BIGINT PRIMARY KEY, sender BIGINT)"));
    assertDone(auto(ann, "INSERT INTO letter VALUES (1, 1)"));
    assertThat(value(in(ann, "SELECT COUNT(*) FROM letter"))).isEqualTo(1L);
    assertDone(
        auto(
            bob,
            "ALTER TABLE letter ADD CONSTRAINT sent FOREIGN KEY (sender) REFERENCES person (id)"));
    SqlOutcome deleted = in(ann, "DELETE FROM person WHERE id = 1");
    assertThat(deleted.end().isCommitted()).isFalse();
    assertThat(List.of(ErrorCode.FOREIGN_KEY_VIOLATION, ErrorCode.SERIALIZATION_FAILURE))
        .contains(deleted.end().code());
    assertDone(in(ann, "ROLLBACK"));
  }

  @Test
  void aColumnGetsAnotherTypeWhileOthersReadAndWrite() {
    open(
        "CREATE TABLE person (id BIGINT PRIMARY KEY, nick VARCHAR(9))",
        "CREATE UNIQUE INDEX by_nick ON person (nick)");
    addPeople(20, "7");
    SqlOutcome[] altered =
        begin(bob, 0, "ALTER TABLE person ALTER COLUMN nick TYPE BIGINT USING nick::bigint + 1");
    int changed = 0;
    int before = 0;
    while (altered[0] == null && changed < 300) {
      long id = 1_000 + 3L * changed++;
      assertDone(auto(ann, "UPDATE person SET nick = '8' || id WHERE id = ?", id));
      assertDone(auto(ann, "DELETE FROM person WHERE id = ?", id + 1));
      SqlOutcome read = auto(ann, "SELECT nick FROM person WHERE id = ?", id + 2);
      before += value(read).equals("7" + (id + 2)) ? 1 : 0;
    }
    assertDone(await(altered));
    assertThat(before).as("reads of the old type").isGreaterThan(3);
    assertThat(value(auto(ann, "SELECT COUNT(*) FROM person"))).isEqualTo(4_000L - changed);
    for (long id = 1_000; id < 1_300; id++) {
      boolean touched = id < 1_000 + 3L * changed;
      boolean gone = touched && (id - 1_000) % 3 == 1;
      // who was written when the new type was in force already, has the value that was written
      List<Long> possible =
          touched && (id - 1_000) % 3 == 0
              ? List.of(80_000 + id, 80_001 + id)
              : List.of(70_001 + id);
      List<?> found = rows(auto(ann, "SELECT nick FROM person WHERE id = ?", id));
      assertThat(found).as("person %d", id).hasSize(gone ? 0 : 1);
      if (!gone) {
        Object nick = ((List<?>) found.get(0)).get(0);
        assertThat(possible).contains((Long) nick);
        assertThat(value(auto(ann, "SELECT id FROM person WHERE nick = ?", nick))).isEqualTo(id);
      }
    }
    assertFailed(
        auto(ann, "INSERT INTO person VALUES (2, ?)", 74_001L), ErrorCode.UNIQUE_VIOLATION);
  }

  @Test
  void aTableGetsAPrimaryKeyWhileOthersReadAndWrite() {
    open(
        "CREATE TABLE person (id BIGINT, nick VARCHAR(9))",
        "CREATE UNIQUE INDEX by_nick ON person (nick)");
    addPeople(20, "n");
    SqlOutcome[] altered = begin(bob, 0, "ALTER TABLE person ADD PRIMARY KEY (id)");
    int inserted = 0;
    int refused = 0;
    while (altered[0] == null && inserted + refused < 300) {
      long id = 9_000 + inserted + refused;
      SqlOutcome outcome = auto(ann, "INSERT INTO person VALUES (?, 'm' || ?)", id, "" + id);
      inserted += outcome.end().isCommitted() ? 1 : 0;
      refused += outcome.end().isCommitted() ? 0 : 1;
      if (!outcome.end().isCommitted()) {
        assertFailed(outcome, ErrorCode.SERIALIZATION_FAILURE);
      }
      assertThat(value(auto(ann, "SELECT COUNT(*) FROM person WHERE id < 9000"))).isEqualTo(4_000L);
    }
    assertDone(await(altered));
    assertThat(refused).as("writes that met the copying").isGreaterThan(0);
    assertThat(value(auto(ann, "SELECT COUNT(*) FROM person"))).isEqualTo(4_000L + inserted);
    assertThat(value(auto(ann, "SELECT id FROM person WHERE nick = 'n1234'"))).isEqualTo(1_234L);
    assertFailed(auto(ann, "INSERT INTO person VALUES (1000, 'x')"), ErrorCode.UNIQUE_VIOLATION);
    assertDone(auto(ann, "UPDATE person SET id = 1 WHERE id = 1000"));
    assertDone(auto(ann, "INSERT INTO person VALUES (1000, 'x')"));
  }

  @Test
  void aPrimaryKeyDoesNotPassOverARowOfAnOpenTransaction() {
    open("CREATE TABLE person (id BIGINT, nick VARCHAR(9))");
    assertDone(auto(ann, "INSERT INTO person VALUES (1, 'ann')"));
    assertDone(in(ann, "INSERT INTO person VALUES (1, 'bob')"));
    assertTooLate("ALTER TABLE person ADD PRIMARY KEY (id)");
    assertFailed(auto(ann, "INSERT INTO person VALUES (1, 'x')"), ErrorCode.UNIQUE_VIOLATION);
  }

  @Test
  void aPrimaryKeyThatARouterLeftIsAddedAnew() {
    open("CREATE TABLE person (id BIGINT, nick VARCHAR(9))");
    addPeople(20, "n");
    String change = "ALTER TABLE person ADD PRIMARY KEY (id)";
    SqlOutcome[] altered = begin(bob, 0, change);
    world.runFor(8_000);
    assertThat(altered[0]).as("the outcome before the router is lost").isNull();
    restartRouter();
    assertThat(await(altered).end().isCommitted()).isFalse();
    world.runFor(1_000_000);
    ann = session();
    bob = session();
    assertDone(auto(ann, "INSERT INTO person VALUES (1, 'ann')"));
    assertDone(auto(bob, change));
    assertThat(value(auto(ann, "SELECT COUNT(*) FROM person"))).isEqualTo(4_001L);
    assertThat(value(auto(ann, "SELECT nick FROM person WHERE id = 1234"))).isEqualTo("n1234");
  }

  @Test
  void aTypeThatARowDoesNotAllowLeavesAllAsItWas() {
    open(
        "CREATE TABLE person (id BIGINT PRIMARY KEY, nick VARCHAR(9))",
        "CREATE UNIQUE INDEX by_nick ON person (nick)");
    addPeople(2, "7");
    assertDone(auto(ann, "INSERT INTO person VALUES (9000, 'none')"));
    String change = "ALTER TABLE person ALTER COLUMN nick TYPE BIGINT USING nick::bigint";
    assertThat(auto(bob, change).end().isCommitted()).isFalse();
    assertThat(value(auto(ann, "SELECT id FROM person WHERE nick = 'none'"))).isEqualTo(9_000L);
    assertDone(auto(ann, "INSERT INTO person VALUES (9001, 'nor')"));
    assertDone(auto(ann, "DELETE FROM person WHERE id >= 9000"));
    assertDone(auto(bob, change));
    assertThat(value(auto(ann, "SELECT id FROM person WHERE nick = 71001"))).isEqualTo(1_001L);
  }

  @Test
  void aChangeOfTypesThatARouterLeftIsDoneAnew() {
    openWithPeople();
    addPeople(20, "7");
    assertDone(auto(ann, "DELETE FROM person WHERE id < 1000"));
    String change = "ALTER TABLE person ALTER COLUMN nick TYPE BIGINT USING nick::bigint";
    SqlOutcome[] altered = begin(bob, 0, change);
    world.runFor(8_000);
    assertThat(altered[0]).as("the outcome before the router is lost").isNull();
    restartRouter();
    assertThat(await(altered).end().isCommitted()).isFalse();
    world.runFor(1_000_000);
    ann = session();
    bob = session();
    assertThat(value(auto(ann, "SELECT nick FROM person WHERE id = 1001"))).isEqualTo("71001");
    // nobody keeps any more what the change was to be
    assertDone(auto(ann, "UPDATE person SET nick = 'x' WHERE id = 1001"));
    assertDone(auto(ann, "UPDATE person SET nick = '5' WHERE id = 1001"));
    assertDone(auto(bob, change));
    assertThat(value(auto(ann, "SELECT SUM(nick - 70000 - id) FROM person WHERE id <> 1001")))
        .hasToString("0");
    assertThat(value(auto(ann, "SELECT nick FROM person WHERE id = 1001"))).isEqualTo(5L);
  }

  @Test
  void aTypeDoesNotPassOverARowOfAnOpenTransaction() {
    openWithPeople();
    assertDone(in(ann, "INSERT INTO person VALUES (2, 'longer')"));
    assertTooLate("ALTER TABLE person ALTER COLUMN nick TYPE VARCHAR(9) USING upper(nick)");
    assertThat(value(auto(ann, "SELECT COUNT(*) FROM person WHERE nick = 'EVE'"))).isEqualTo(1L);
  }

  @Test
  void aCalculatedColumnIsAddedWhileOthersWriteAndMissesNoRow() {
    openWithPeople();
    addPeople(20, "N");
    SqlOutcome[] altered =
        begin(
            bob,
            0,
            "ALTER TABLE person ADD COLUMN low VARCHAR(9) GENERATED ALWAYS AS (lower(nick)) STORED"
                + " UNIQUE");
    int changed = 0;
    while (altered[0] == null && changed < 300) {
      long id = 1_000 + 3L * changed++;
      assertDone(auto(ann, "UPDATE person SET nick = 'M' || id WHERE id = ?", id));
      assertDone(auto(ann, "INSERT INTO person (id, nick) VALUES (?, ?)", 20_000 + id, "P" + id));
    }
    assertDone(await(altered));
    assertThat(changed).as("changes meanwhile").isGreaterThan(3);
    assertThat(
            value(auto(ann, "SELECT COUNT(*) FROM person WHERE low IS NULL OR low <> lower(nick)")))
        .isEqualTo(0L);
    assertThat(value(auto(ann, "SELECT COUNT(*) FROM person WHERE low >= 'p'")))
        .isEqualTo((long) changed);
    assertFailed(
        auto(ann, "INSERT INTO person (id, nick) VALUES (3, 'N3999')"), ErrorCode.UNIQUE_VIOLATION);
  }

  @Test
  void aSnapshotOlderThanAColumnsNewTypeIsTooOldForItsTable() {
    openWithPeople();
    assertDone(auto(ann, "CREATE TABLE note (id BIGINT PRIMARY KEY)"));
    String query = "SELECT nick FROM person WHERE id = 500";
    assertThat(value(in(ann, query))).isEqualTo("eve");
    assertDone(auto(bob, "ALTER TABLE person ALTER COLUMN nick TYPE VARCHAR(9) USING upper(nick)"));
    assertThat(value(in(ann, "SELECT COUNT(*) FROM note"))).isEqualTo(0L);
    assertFailed(in(ann, query), ErrorCode.SERIALIZATION_FAILURE);
    assertDone(in(ann, "ROLLBACK"));
    assertThat(value(auto(ann, query))).isEqualTo("EVE");
  }
}
