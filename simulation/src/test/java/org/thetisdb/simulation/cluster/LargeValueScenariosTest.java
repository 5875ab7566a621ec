package org.thetisdb.simulation.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.thetisdb.client.statement.SqlOutcome;
import org.thetisdb.client.statement.SqlSessionCore;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.testing.InTurn;
import org.thetisdb.core.value.LargeValue;

/** Values of which a row holds only what stands for them: what becomes of their pieces. */
@InTurn(oneIn = 4)
final class LargeValueScenariosTest extends LargeValueFixture {
  private static final String INSERT = "INSERT INTO docs (id, name, body) VALUES (?, ?, ?)";
  private static final String BODY = "SELECT body FROM docs WHERE id = ?";

  @BeforeEach
  void createTable() {
    assertDone(
        auto(
            session(),
            "CREATE TABLE docs (id BIGINT PRIMARY KEY, name VARCHAR(20), body BYTEA, note TEXT)"));
    assertDone(auto(session(), PREPARE));
  }

  private LargeValue body(SqlSessionCore session, long id) {
    return (LargeValue) value(auto(session, BODY, id));
  }

  private LargeValue stored(long id, byte[] content) {
    LargeValue uploaded = upload(session(), content);
    assertThat(count(auto(session(), INSERT, id, "n", uploaded))).isEqualTo(1);
    return uploaded;
  }

  @Test
  void aValueComesWithItsRowAndNotBefore() {
    byte[] content = threePieces();
    SqlSessionCore writer = session();
    SqlSessionCore reader = sessionElsewhere();
    LargeValue uploaded = upload(writer, content);
    assertDone(in(writer, INSERT, 1L, "a", uploaded));
    assertThat(rows(auto(reader, BODY, 1L))).isEmpty();
    assertThat(value(in(writer, BODY, 1L))).isEqualTo(uploaded);
    assertDone(in(writer, "COMMIT"));
    LargeValue found = body(reader, 1);
    assertThat(found).isEqualTo(uploaded);
    assertThat(content(reader, found)).isEqualTo(content);
    sweepUploads();
    assertThere(found, content);
  }

  @Test
  void aTransactionMayHaveBegunToReadBeforeItsValueWasUploaded() {
    byte[] content = threePieces();
    SqlSessionCore writer = session();
    assertDone(auto(writer, "INSERT INTO docs (id, name) VALUES (1, 'a')"));
    assertDone(in(writer, "SELECT name FROM docs WHERE id = 1"));
    LargeValue uploaded = upload(sessionElsewhere(), content);
    assertThat(count(in(writer, "UPDATE docs SET body = ? WHERE id = 1", uploaded))).isEqualTo(1);
    assertDone(in(writer, "COMMIT"));
    assertThere(body(session(), 1), content);
  }

  @Test
  void aRollbackLeavesAnUploadThatIsSweptInTheEnd() {
    byte[] content = threePieces();
    SqlSessionCore writer = session();
    LargeValue uploaded = upload(writer, content);
    assertDone(in(writer, INSERT, 1L, "a", uploaded));
    assertDone(in(writer, "ROLLBACK"));
    assertThere(uploaded, content);
    assertThat(count(auto(writer, INSERT, 2L, "b", uploaded))).isEqualTo(1);
    sweepUploads();
    assertThere(uploaded, content);
    LargeValue other = upload(writer, content);
    sweepUploads();
    assertGone(other);
  }

  @Test
  void anUploadThatItsClientLeavesInTheMiddleIsSwept() {
    SqlSessionCore lost = session();
    LargeValue uploaded = upload(lost, bytes(LargeValue.PIECE_BYTES));
    loseClient();
    world.runFor(10 * MINUTE_US);
    SqlSessionCore other = sessionElsewhere();
    assertThat(piece(auto(other, GET, uploaded.id(), 0))).isNotNull();
    sweepUploads();
    assertGone(uploaded);
  }

  @Test
  void anotherRouterSweepsOn() {
    LargeValue uploaded = upload(session(), threePieces());
    world.runFor(2 * MINUTE_US);
    restartRouter();
    sweepUploads();
    assertGone(uploaded);
  }

  @Test
  void whatIsOverwrittenOrDeletedCanBeReadForAWhileAndIsSweptThen() {
    byte[] content = threePieces();
    LargeValue overwritten = stored(1, content);
    LargeValue deleted = stored(2, content);
    LargeValue kept = stored(3, content);
    assertDone(auto(session(), "UPDATE docs SET body = NULL WHERE id = 1"));
    assertDone(auto(session(), "DELETE FROM docs WHERE id = 2"));
    assertDone(auto(session(), "UPDATE docs SET name = 'other' WHERE id = 3"));
    world.runFor(4 * MINUTE_US);
    assertThere(overwritten, content);
    assertThere(deleted, content);
    sweepGivenUp();
    assertGone(overwritten);
    assertGone(deleted);
    assertThere(kept, content);
    assertThat(body(session(), 3)).isEqualTo(kept);
  }

  @Test
  void aRowThatGetsAnotherKeyTakesItsValueAlong() {
    byte[] content = threePieces();
    LargeValue value = stored(1, content);
    assertThat(count(auto(session(), "UPDATE docs SET id = 7 WHERE id = 1"))).isEqualTo(1);
    sweepGivenUp();
    assertThat(body(session(), 7)).isEqualTo(value);
    assertThere(value, content);
  }

  @Test
  void valuesGoWithTheirRowsWhicheverWayTheseGo() {
    byte[] content = threePieces();
    SqlSessionCore session = session();
    assertDone(
        auto(
            session,
            "CREATE TABLE pages (id BIGINT PRIMARY KEY,"
                + " doc BIGINT REFERENCES docs ON DELETE CASCADE, body BYTEA)"));
    stored(1, content);
    LargeValue cascaded = upload(session, content);
    assertDone(auto(session, "INSERT INTO pages VALUES (1, 1, ?)", cascaded));
    assertDone(auto(session, "DELETE FROM docs WHERE id = 1"));
    LargeValue merged = stored(2, content);
    assertDone(
        auto(
            session,
            "MERGE INTO docs d USING (VALUES (2)) AS s (k) ON d.id = s.k WHEN MATCHED THEN"
                + " DELETE"));
    LargeValue upserted = stored(3, content);
    assertDone(
        auto(
            session,
            "INSERT INTO docs (id, name) VALUES (3, 'x') ON CONFLICT (id) DO UPDATE SET body ="
                + " NULL"));
    LargeValue truncated = stored(4, content);
    assertDone(auto(session, "TRUNCATE TABLE docs CASCADE"));
    LargeValue dropped = stored(5, content);
    assertDone(auto(session, "DROP TABLE pages"));
    assertDone(auto(session, "DROP TABLE docs"));
    sweepGivenUp();
    for (LargeValue gone : List.of(cascaded, merged, upserted, truncated, dropped)) {
      assertGone(gone);
    }
  }

  @Test
  void aColumnThatIsDroppedGivesItsValuesUpWithTheRows() {
    LargeValue value = stored(1, threePieces());
    assertDone(auto(session(), "ALTER TABLE docs DROP COLUMN body"));
    assertDone(auto(session(), "DELETE FROM docs WHERE id = 1"));
    sweepGivenUp();
    assertGone(value);
  }

  @Test
  void aValueStandsInOneRowAlone() {
    LargeValue value = stored(1, threePieces());
    assertFailed(auto(session(), INSERT, 2L, "b", value), ErrorCode.LARGE_VALUE_GONE);
    assertDone(auto(session(), "DELETE FROM docs WHERE id = 1"));
    assertFailed(auto(session(), INSERT, 2L, "b", value), ErrorCode.LARGE_VALUE_GONE);
  }

  @Test
  void ofTwoTransactionsThatStoreOneValueOneFails() {
    LargeValue value = upload(session(), threePieces());
    SqlSessionCore one = session();
    SqlSessionCore other = sessionElsewhere();
    assertDone(in(one, "SELECT count(*) FROM docs"));
    assertDone(in(other, "SELECT count(*) FROM docs"));
    assertDone(in(one, INSERT, 1L, "a", value));
    SqlOutcome[] second = begin(other, 0, INSERT, 2L, "b", value);
    world.runFor(10_000);
    assertDone(in(one, "COMMIT"));
    assertThat(await(second).end().isCommitted()).isFalse();
    assertThat(rows(auto(session(), "SELECT id FROM docs"))).hasSize(1);
  }

  @Test
  void anUploadOfLongAgoCannotBeStored() {
    LargeValue value = upload(session(), threePieces());
    world.runFor(16 * MINUTE_US);
    assertFailed(auto(session(), INSERT, 1L, "a", value), ErrorCode.LARGE_VALUE_GONE);
  }

  @Test
  void aCopyByAStatementIsAValueOfItsOwn() {
    byte[] content = threePieces();
    LargeValue value = stored(1, content);
    assertDone(
        auto(session(), "INSERT INTO docs (id, body) SELECT id + 1, body FROM docs WHERE id = 1"));
    assertDone(auto(session(), "CREATE TABLE copies AS SELECT * FROM docs WHERE id = 1"));
    assertDone(auto(session(), "DELETE FROM docs WHERE id = 1"));
    sweepGivenUp();
    assertGone(value);
    assertThat(value(auto(session(), BODY, 2L))).isEqualTo(content);
    assertThat(value(auto(session(), "SELECT body FROM copies"))).isEqualTo(content);
  }

  @Test
  void whatCannotHoldAValueRefusesItAndSaysWhy() {
    SqlSessionCore session = session();
    LargeValue bytes = upload(session, threePieces());
    LargeValue text = upload(session, "x".repeat(LargeValue.PIECE_BYTES + 1));
    ErrorCode misplaced = ErrorCode.LARGE_VALUE_MISPLACED;
    assertFailed(auto(session, INSERT, 1L, text, null), misplaced);
    assertFailed(auto(session, INSERT, 1L, "a", text), misplaced);
    assertDone(auto(session, "INSERT INTO docs (id, note) VALUES (9, 'short')"));
    assertFailed(auto(session, "SELECT id FROM docs WHERE note = ?", text), misplaced);
    assertFailed(auto(session, "UPDATE docs SET note = upper(?)", text), misplaced);
    assertDone(auto(session, "CREATE TABLE keyed (k VARCHAR PRIMARY KEY, v TEXT, j JSONB)"));
    assertFailed(auto(session, "INSERT INTO keyed (k) VALUES (?)", text), misplaced);
    assertFailed(auto(session, "INSERT INTO keyed (k, j) VALUES ('a', ?)", text), misplaced);
    assertFailed(auto(session, "SELECT v FROM keyed WHERE k = ?", text), misplaced);
    assertDone(auto(session, "INSERT INTO keyed (k, v) VALUES ('a', ?)", text));
    assertFailed(auto(session, "CREATE INDEX by_v ON keyed (v)"), misplaced);
    assertFailed(auto(session, "SELECT k FROM keyed ORDER BY v"), misplaced);
    assertDone(auto(session, "CREATE TABLE indexed (id BIGINT PRIMARY KEY, v TEXT)"));
    assertDone(auto(session, "CREATE INDEX by_iv ON indexed (v)"));
    LargeValue another = upload(session, "y".repeat(LargeValue.PIECE_BYTES + 1));
    assertFailed(auto(session, "INSERT INTO indexed VALUES (1, ?)", another), misplaced);
    assertDone(auto(session, INSERT, 1L, "a", bytes));
  }

  @Test
  void expressionsReadValuesOfAFewMegabytes() {
    SqlSessionCore session = session();
    String text = "needle" + "\u00e4\ud83d\ude00".repeat(LargeValue.PIECE_BYTES / 2) + "end";
    LargeValue value = upload(session, text);
    assertDone(auto(session, "INSERT INTO docs (id, note) VALUES (1, ?)", value));
    assertThat(value(auto(session, "SELECT id FROM docs WHERE note LIKE 'needle%'"))).isEqualTo(1L);
    assertThat(value(auto(session, "SELECT substring(note FROM 1 FOR 6) FROM docs")))
        .isEqualTo("needle");
    assertThat(value(auto(session, "SELECT note || '!' FROM docs"))).isEqualTo(text + "!");
    assertThat(rows(auto(session, "SELECT id FROM docs WHERE note IS NULL"))).isEmpty();
  }

  @Test
  void piecesComeInOrderAndNoMoreThanAllowed() {
    SqlSessionCore session = session();
    byte[] piece = bytes(LargeValue.PIECE_BYTES);
    assertDone(auto(session, PUT, 5L, 0, piece));
    assertFailed(auto(session, PUT, 5L, 0, piece), ErrorCode.UNIQUE_VIOLATION);
    assertFailed(auto(session, PUT, 5L, 2, piece), ErrorCode.BAD_VALUE);
    assertFailed(auto(session, PUT, 6L, 1, piece), ErrorCode.LARGE_VALUE_GONE);
    assertFailed(auto(session, PUT, 7L, 0, new byte[0]), ErrorCode.BAD_VALUE);
    assertFailed(
        auto(session, PUT, 7L, 0, new byte[LargeValue.PIECE_BYTES + 1]), ErrorCode.BAD_VALUE);
    assertDone(auto(session, PUT, 5L, 1, bytes(3)));
    assertFailed(auto(session, PUT, 5L, 2, piece), ErrorCode.BAD_VALUE);
  }
}
