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
import org.thetisdb.core.wire.SqlRequest.Cancel;
import org.thetisdb.core.wire.SqlRequest.EndSession;
import org.thetisdb.core.wire.SqlRequest.Statement;

/** What becomes of statements and transactions when the connection is lost. */
class SqlTransactionLossTest {
  private static final byte[] NO_ARGUMENTS = ValueCodec.encode(List.of(List.of()));

  private final ClientFixture fixture = new ClientFixture(FIRST, SECOND);
  private final FakeRouter first = fixture.router(FIRST);
  private final FakeRouter second = fixture.router(SECOND);
  private final SqlSessionCore session = new SqlSessionCore(fixture.client);

  @BeforeEach
  void start() {
    first.onStatement = s -> first.done(s, !s.sql().equals("COMMIT"));
    second.onStatement = s -> second.done(s, !s.sql().equals("COMMIT"));
    fixture.start();
  }

  private List<SqlOutcome> run(String sql, int flags) {
    List<SqlOutcome> outcome = new ArrayList<>();
    session.execute(new SqlStatementSpec(sql, NO_ARGUMENTS, flags, 0, 0, 10_000_000), outcome::add);
    fixture.scheduler.settle();
    return outcome;
  }

  private List<SqlOutcome> run(String sql) {
    return run(sql, 0);
  }

  private void loseFirstRouter() {
    first.crash();
    fixture.scheduler.passMs(2_000);
  }

  private static ErrorCode codeOf(List<SqlOutcome> outcome) {
    assertThat(outcome).hasSize(1);
    return outcome.get(0).end().code();
  }

  @Test
  void statementByItselfIsRepeatedWithItsNumber() {
    first.onStatement = s -> {};
    second.onStatement = s -> second.done(s, false);
    List<SqlOutcome> outcome = run("UPDATE t SET x = 1", Statement.AUTO_COMMIT);

    loseFirstRouter();

    assertThat(outcome).hasSize(1);
    assertThat(outcome.get(0).end().isCommitted()).isTrue();
    assertThat(outcome.get(0).result().updateCounts()).containsExactly(1L);
    assertThat(second.lastStatement().repetition()).isTrue();
    assertThat(second.lastStatement().session()).isEqualTo(first.lastStatement().session());
    assertThat(second.lastStatement().sequence()).isEqualTo(first.lastStatement().sequence());
  }

  @Test
  void statementOfTransactionIsNeverRepeated() {
    run("UPDATE t SET x = 1");
    first.onStatement = s -> {};
    List<SqlOutcome> outcome = run("UPDATE t SET x = 2");

    loseFirstRouter();

    assertThat(codeOf(outcome)).isEqualTo(ErrorCode.SERIALIZATION_FAILURE);
    assertThat(second.statements).isEmpty();
    assertNothingButItsEndIsSent();
  }

  /** The application may not have looked at the error: then it goes on as if nothing had been. */
  private void assertNothingButItsEndIsSent() {
    assertThat(session.inTransaction()).isTrue();
    assertThat(codeOf(run("UPDATE t SET x = 3"))).isEqualTo(ErrorCode.TRANSACTION_FAILED);
    assertThat(codeOf(run("ROLLBACK TO a"))).isEqualTo(ErrorCode.TRANSACTION_FAILED);
    assertThat(second.statements).isEmpty();
    assertThat(codeOf(run("COMMIT"))).isEqualTo(ErrorCode.SERIALIZATION_FAILURE);
    assertThat(session.inTransaction()).isFalse();
    assertThat(run("UPDATE t SET x = 1").get(0).end().isCommitted()).isTrue();
    assertThat(second.statements).hasSize(1);
  }

  @Test
  void statementThatWouldOpenTransactionIsNotRepeatedEither() {
    first.onStatement = s -> {};
    List<SqlOutcome> outcome = run("UPDATE t SET x = 1");

    loseFirstRouter();

    assertThat(codeOf(outcome)).isEqualTo(ErrorCode.SERIALIZATION_FAILURE);
    assertThat(second.statements).isEmpty();
  }

  @Test
  void lossBetweenStatementsIsToldAtTheNextAndOnce() {
    run("UPDATE t SET x = 1");
    long numberBefore = first.lastStatement().session();
    loseFirstRouter();

    List<SqlOutcome> told = run("UPDATE t SET x = 2");
    assertThat(codeOf(run("UPDATE t SET x = 3"))).isEqualTo(ErrorCode.TRANSACTION_FAILED);
    assertThat(run("ROLLBACK").get(0).end().isCommitted()).isTrue();
    List<SqlOutcome> again = run("UPDATE t SET x = 1");

    assertThat(codeOf(told)).isEqualTo(ErrorCode.SERIALIZATION_FAILURE);
    assertThat(again.get(0).end().isCommitted()).isTrue();
    assertThat(second.statements).hasSize(2);
    assertThat(second.lastStatement().session()).isNotEqualTo(numberBefore);
  }

  @Test
  void lossBetweenStatementsIsToldAtCommit() {
    run("UPDATE t SET x = 1");
    loseFirstRouter();

    assertThat(codeOf(run("COMMIT"))).isEqualTo(ErrorCode.SERIALIZATION_FAILURE);
    assertThat(second.statements).isEmpty();
  }

  @Test
  void aSentCommitIsRepeatedAndGetsTheRecordedOutcome() {
    run("UPDATE t SET x = 1");
    first.onStatement = s -> {};
    List<SqlOutcome> outcome = run("COMMIT");

    loseFirstRouter();

    assertThat(outcome.get(0).end().isCommitted()).isTrue();
    assertThat(second.lastStatement().repetition()).isTrue();
    assertThat(second.lastStatement().session()).isEqualTo(first.lastStatement().session());
    assertThat(second.lastStatement().sequence()).isEqualTo(first.lastStatement().sequence());
    assertThat(session.isLossUntold()).isFalse();
    assertThat(session.inTransaction()).isFalse();
  }

  @Test
  void repeatedCommitThatNobodyKnowsIsUnknown() {
    run("UPDATE t SET x = 1");
    first.onStatement = s -> {};
    second.onStatement = s -> second.refuse(s, ErrorCode.NO_TRANSACTION, false, "commit");
    List<SqlOutcome> outcome = run("COMMIT");

    loseFirstRouter();

    assertThat(codeOf(outcome)).isEqualTo(ErrorCode.OUTCOME_UNKNOWN);
    run("UPDATE t SET x = 1");
    assertThat(second.lastStatement().session()).isNotEqualTo(first.lastStatement().session());
  }

  @Test
  void repeatedCommitMayBeToldThatTheTransactionWasRolledBack() {
    run("UPDATE t SET x = 1");
    first.onStatement = s -> {};
    second.onStatement = s -> second.refuse(s, ErrorCode.SERIALIZATION_FAILURE, false, "lost");
    List<SqlOutcome> outcome = run("COMMIT");

    loseFirstRouter();

    assertThat(codeOf(outcome)).isEqualTo(ErrorCode.SERIALIZATION_FAILURE);
  }

  @Test
  void commitWithoutAnswerIsUnknownWhenItsTimeIsOver() {
    run("UPDATE t SET x = 1");
    first.onStatement = s -> {};
    List<SqlOutcome> outcome = run("COMMIT");

    fixture.scheduler.passMs(11_000);

    assertThat(codeOf(outcome)).isEqualTo(ErrorCode.OUTCOME_UNKNOWN);
  }

  @Test
  void statementWithoutAnswerEndsItsTransactionEverywhere() {
    run("UPDATE t SET x = 1");
    long number = first.lastStatement().session();
    first.onStatement = s -> {};
    List<SqlOutcome> outcome = run("UPDATE t SET x = 2");

    fixture.scheduler.passMs(11_000);

    assertThat(codeOf(outcome)).isEqualTo(ErrorCode.STATEMENT_TIMED_OUT);
    assertThat(first.others)
        .contains(new Cancel(first.lastStatement().requestId()), new EndSession(number));
    assertThat(outcome.get(0).end().message())
        .as("the time that the cluster was given, as it would say itself")
        .contains(first.lastStatement().timeoutMs() + " ms");
    assertThat(codeOf(run("UPDATE t SET x = 3"))).isEqualTo(ErrorCode.TRANSACTION_FAILED);
  }

  @Test
  void aRouterThatGivesUpLeadershipEndsTheTransaction() {
    run("UPDATE t SET x = 1");
    first.onStatement = s -> first.refuse(s, ErrorCode.NOT_LEADER, false, SECOND);
    List<SqlOutcome> outcome = run("UPDATE t SET x = 2");
    assertThat(codeOf(outcome)).isEqualTo(ErrorCode.SERIALIZATION_FAILURE);

    fixture.scheduler.passMs(1_000);
    assertNothingButItsEndIsSent();
  }

  @Test
  void restOfResultIsGoneWithTheConnection() {
    first.onStatement = s -> first.done(s, false);
    run("SELECT 1", Statement.AUTO_COMMIT);
    List<SqlOutcome> outcome = new ArrayList<>();
    session.fetch(7, 10, 10_000_000, outcome::add);
    fixture.scheduler.settle();

    loseFirstRouter();

    assertThat(codeOf(outcome)).isEqualTo(ErrorCode.UNKNOWN_CURSOR);
  }

  @Test
  void fetchWithoutAnswerEndsItsTransaction() {
    run("SELECT x FROM t");
    List<SqlOutcome> outcome = new ArrayList<>();
    session.fetch(7, 10, 10_000_000, outcome::add);

    fixture.scheduler.passMs(11_000);

    assertThat(codeOf(outcome)).isEqualTo(ErrorCode.STATEMENT_TIMED_OUT);
    assertThat(first.others).contains(new EndSession(first.lastStatement().session()));
  }

  @Test
  void closedSessionIsEndedAtTheRouter() {
    run("UPDATE t SET x = 1");
    session.close();
    fixture.scheduler.settle();

    assertThat(first.others).contains(new EndSession(first.lastStatement().session()));
  }

  @Test
  void cancelNamesTheStatementUnderWay() {
    first.onStatement = s -> {};
    run("SELECT 1", Statement.AUTO_COMMIT);
    session.cancel();
    fixture.scheduler.settle();

    assertThat(first.others).contains(new Cancel(first.lastStatement().requestId()));
  }
}
