package org.thetisdb.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.thetisdb.client.ClientFixture.FIRST;
import static org.thetisdb.client.ClientFixture.SECOND;

import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.thetisdb.client.statement.SqlSessionCore;
import org.thetisdb.client.statement.SqlStatementSpec;
import org.thetisdb.client.statement.ThreadSight;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.core.value.ValueCodec;
import org.thetisdb.core.wire.SqlRequest.Statement;
import org.thetisdb.core.wire.TransactionStatus;

/** A thread that uses one session after the other sees in each what it saw in those before. */
class ThreadSightTest {
  private static final byte[] NO_ARGUMENTS = ValueCodec.encode(List.of(List.of()));

  private final ClientFixture fixture = new ClientFixture(FIRST, SECOND);
  private final FakeRouter router = fixture.router(FIRST);
  private final SqlSessionCore writer = new SqlSessionCore(fixture.client);
  private final SqlSessionCore reader = new SqlSessionCore(fixture.client);
  private final ThreadSight sight = new ThreadSight();

  @BeforeEach
  void start() {
    fixture.start();
  }

  /** Runs a statement, whose answer says that this has been seen. */
  private void run(
      SqlSessionCore session, int flags, TransactionStatus status, VersionVector seen) {
    router.onStatement =
        statement -> {
          router.vector = seen;
          router.done(statement, status);
        };
    session.execute(
        new SqlStatementSpec("any", NO_ARGUMENTS, flags, 0, 0, 10_000_000),
        sight.get(),
        outcome -> sight.saw(outcome.result().vector()));
    fixture.scheduler.settle();
  }

  private static VersionVector at(long position) {
    return VersionVector.ZERO.with(1, position);
  }

  private VersionVector asked() {
    return router.lastStatement().vector();
  }

  @Test
  void aStatementSeesWhatItsThreadWroteByAnotherSession() {
    run(reader, Statement.AUTO_COMMIT, TransactionStatus.NONE, at(3));
    run(writer, Statement.AUTO_COMMIT, TransactionStatus.NONE, at(7));
    run(reader, Statement.AUTO_COMMIT, TransactionStatus.NONE, at(7));
    assertThat(asked()).isEqualTo(at(7));
  }

  @Test
  void aTransactionSeesWhatItsThreadHadSeenWhenItBeganAndNoMore() {
    run(writer, Statement.AUTO_COMMIT, TransactionStatus.NONE, at(7));
    run(reader, 0, TransactionStatus.READING, at(7));
    assertThat(asked()).isEqualTo(at(7));
    run(writer, Statement.AUTO_COMMIT, TransactionStatus.NONE, at(9));
    run(reader, 0, TransactionStatus.READING, at(7));
    assertThat(asked()).as("its snapshot stays").isEqualTo(at(7));
    run(reader, Statement.READ_COMMITTED, TransactionStatus.READING, at(7));
    assertThat(asked()).as("at READ COMMITTED there is a new one").isEqualTo(at(9));
    reader.endReading();
    run(reader, 0, TransactionStatus.READING, at(9));
    assertThat(asked()).as("the next one").isEqualTo(at(9));
  }

  @Test
  void whatOtherThreadsHaveSeenIsTheirs() throws InterruptedException {
    Thread other = new Thread(() -> sight.saw(at(9)));
    other.start();
    other.join();
    assertThat(sight.get()).isEqualTo(VersionVector.ZERO);
  }
}
