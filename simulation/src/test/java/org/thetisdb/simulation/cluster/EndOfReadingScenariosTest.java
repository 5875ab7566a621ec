package org.thetisdb.simulation.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.thetisdb.client.statement.SqlSessionCore;
import org.thetisdb.core.wire.SqlRequest.Statement;

/** Scenarios of transactions that have only read, and end without a COMMIT. */
final class EndOfReadingScenariosTest extends SqlFixture {
  private static final String READ = "SELECT balance FROM accounts WHERE id = 1";
  private static final String WRITE = "UPDATE accounts SET balance = balance + 1 WHERE id = 1";

  @BeforeEach
  void makeAccounts() {
    assertDone(
        auto(session(), "CREATE TABLE accounts (id BIGINT PRIMARY KEY, balance BIGINT NOT NULL)"));
    assertDone(auto(session(), "INSERT INTO accounts VALUES (1, 0), (2, 0)"));
  }

  @Test
  void theNextTransactionSeesWhatWasCommittedMeanwhile() {
    SqlSessionCore reader = session();
    assertThat(rows(in(reader, READ))).isEqualTo(List.of(List.of(0L)));
    assertThat(count(auto(session(), WRITE))).isEqualTo(1);
    assertThat(rows(in(reader, READ))).as("one snapshot").isEqualTo(List.of(List.of(0L)));
    assertThat(reader.endReading()).isTrue();
    assertThat(rows(in(reader, READ))).isEqualTo(List.of(List.of(1L)));
    assertThat(reader.inTransaction()).isTrue();
    assertThat(rows(in(reader, READ))).isEqualTo(List.of(List.of(1L)));
  }

  @Test
  void aWriterThatReadBeforeIsAnotherTransaction() {
    SqlSessionCore session = session();
    assertThat(rows(with(Statement.SERIALIZABLE, session, READ))).hasSize(1);
    assertThat(session.endReading()).isTrue();
    assertThat(count(auto(session(), WRITE))).isEqualTo(1);
    assertThat(count(with(Statement.SERIALIZABLE, session, WRITE)))
        .as("what the reader saw does not bind the writer")
        .isEqualTo(1);
    assertThat(session.endReading()).isFalse();
    assertDone(in(session, "COMMIT"));
    assertThat(rows(auto(session(), READ))).isEqualTo(List.of(List.of(2L)));
  }

  @Test
  void whoLocksRowsOrHasWrittenNoneHasToCommit() {
    SqlSessionCore locker = session();
    assertDone(in(locker, READ + " FOR UPDATE"));
    assertThat(locker.endReading()).isFalse();
    assertDone(in(locker, "ROLLBACK"));
    SqlSessionCore writer = session();
    assertThat(count(in(writer, "UPDATE accounts SET balance = 9 WHERE id = 77"))).isZero();
    assertThat(writer.endReading()).isFalse();
    assertDone(in(writer, "COMMIT"));
  }

  @Test
  void whoSaysNothingMoreKeepsNothingOpen() {
    SqlSessionCore reader = session();
    assertDone(in(reader, READ));
    assertThat(reader.endReading()).isTrue();
    world.runFor(100_000);
    assertThat(reader.inTransaction()).isFalse();
    assertThat(count(auto(session(), WRITE))).isEqualTo(1);
    assertThat(rows(in(reader, READ))).isEqualTo(List.of(List.of(1L)));
  }
}
