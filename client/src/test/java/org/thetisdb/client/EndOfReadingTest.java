package org.thetisdb.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.thetisdb.client.ClientFixture.FIRST;
import static org.thetisdb.client.ClientFixture.SECOND;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.thetisdb.client.statement.SqlOutcome;
import org.thetisdb.client.statement.SqlSessionCore;
import org.thetisdb.client.statement.SqlStatementSpec;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.value.ValueCodec;
import org.thetisdb.core.wire.SqlRequest.EndReading;
import org.thetisdb.core.wire.SqlRequest.Statement;
import org.thetisdb.core.wire.TransactionStatus;

/** Transactions that have only read end without a message of their own. */
class EndOfReadingTest {
  private static final byte[] NO_ARGUMENTS = ValueCodec.encode(List.of(List.of()));
  private static final long LONGER_THAN_PATIENCE_MS = 50;

  private final ClientFixture fixture = new ClientFixture(FIRST, SECOND);
  private final FakeRouter first = fixture.router(FIRST);
  private final FakeRouter second = fixture.router(SECOND);
  private final SqlSessionCore session = new SqlSessionCore(fixture.client);

  @BeforeEach
  void start() {
    first.onStatement = s -> first.done(s, TransactionStatus.READING);
    second.onStatement = s -> second.done(s, TransactionStatus.READING);
    fixture.start();
  }

  private List<SqlOutcome> run(String sql, int flags) {
    List<SqlOutcome> outcome = new ArrayList<>();
    session.execute(new SqlStatementSpec(sql, NO_ARGUMENTS, flags, 0, 0, 10_000_000), outcome::add);
    fixture.scheduler.settle();
    return outcome;
  }

  private boolean lastSaidSo() {
    return (first.lastStatement().flags() & Statement.ENDS_READING) != 0;
  }

  private List<EndReading> words() {
    return first.others.stream()
        .filter(EndReading.class::isInstance)
        .map(EndReading.class::cast)
        .toList();
  }

  @Test
  void theNextStatementSaysThatTheTransactionBeforeItIsOver() {
    run("SELECT 1", 0);
    assertThat(lastSaidSo()).isFalse();
    assertThat(session.endReading()).isTrue();
    assertThat(session.inTransaction()).isFalse();
    run("SELECT 2", 0);
    assertThat(lastSaidSo()).isTrue();
    run("SELECT 3", 0);
    assertThat(lastSaidSo()).as("once").isFalse();
    assertThat(first.statements).hasSize(3);
    fixture.scheduler.passMs(LONGER_THAN_PATIENCE_MS);
    assertThat(words()).isEmpty();
  }

  @Test
  void aMessageSaysSoIfNoStatementComes() {
    run("SELECT 1", 0);
    session.endReading();
    fixture.scheduler.passMs(LONGER_THAN_PATIENCE_MS);
    assertThat(words()).containsExactly(new EndReading(first.lastStatement().session()));
    run("SELECT 2", 0);
    assertThat(lastSaidSo()).isFalse();
  }

  @Test
  void aMessageNeverOvertakesNorFollowsAStatementThatSaysSo() {
    run("SELECT 1", 0);
    session.endReading();
    first.onStatement = s -> {};
    run("SELECT 2", 0);
    assertThat(lastSaidSo()).isTrue();
    fixture.scheduler.passMs(LONGER_THAN_PATIENCE_MS);
    assertThat(words()).as("it would end the transaction of the second").isEmpty();
    first.done(first.lastStatement(), TransactionStatus.READING);
    fixture.scheduler.passMs(LONGER_THAN_PATIENCE_MS);
    assertThat(words()).isEmpty();
    assertThat(session.inTransaction()).isTrue();
  }

  @Test
  void aStatementThatWasNotLookedAtHasSaidNothing() {
    run("SELECT 1", 0);
    session.endReading();
    first.onStatement = s -> first.refuse(s, ErrorCode.STATEMENT_TOO_LARGE, false, "much");
    run("SELECT 2", 0);
    first.onStatement = s -> first.done(s, TransactionStatus.READING);
    run("SELECT 3", 0);
    assertThat(lastSaidSo()).isTrue();
  }

  @Test
  void whatMayHaveWrittenHasToBeEndedByAStatement() {
    first.onStatement = s -> first.done(s, TransactionStatus.OPEN);
    assertThat(session.endReading()).as("nothing is open").isFalse();
    run("UPDATE t SET x = 1", 0);
    assertThat(session.endReading()).isFalse();
    assertThat(session.inTransaction()).isTrue();
  }

  @Test
  void nothingWasLostWithTheConnection() {
    run("SELECT 1", 0);
    session.endReading();
    first.crash();
    fixture.scheduler.passMs(2_000);
    assertThat(session.isLossUntold()).isFalse();
    List<SqlOutcome> outcome = run("SELECT 2", 0);
    assertThat(outcome.get(0).end().isCommitted()).isTrue();
    assertThat(second.lastStatement().flags() & Statement.ENDS_READING).isZero();
  }

  @Test
  void aSessionThatClosesHasNothingMoreToSay() {
    run("SELECT 1", 0);
    session.endReading();
    session.close();
    fixture.scheduler.passMs(LONGER_THAN_PATIENCE_MS);
    assertThat(words()).isEmpty();
  }
}
