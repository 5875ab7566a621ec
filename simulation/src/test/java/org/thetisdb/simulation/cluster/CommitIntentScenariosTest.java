package org.thetisdb.simulation.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.thetisdb.client.statement.SqlOutcome;
import org.thetisdb.client.statement.SqlSessionCore;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.scheme.SchemeRegistry;
import org.thetisdb.core.wire.SqlRequest.Statement;

/** Scenarios of interactive transactions that write rows of several masters, which are fixed. */
final class CommitIntentScenariosTest extends SqlFixture {
  private static final String ADD = "UPDATE accounts SET balance = balance + ? WHERE id = ?";
  private static final String SEE = "SELECT balance FROM accounts WHERE id = ?";
  private static final int ACCOUNTS = 24;

  /** Accounts are so far apart that neighbours have different masters. */
  private static final int APART = 10;

  CommitIntentScenariosTest() {
    super(SchemeRegistry.PARTITION_STORE);
  }

  @BeforeEach
  void openAccounts() {
    SqlSessionCore session = session();
    assertDone(
        auto(
            session,
            "CREATE TABLE accounts (id BIGINT PRIMARY KEY, balance BIGINT, name VARCHAR(20)"
                + " UNIQUE)"));
    for (long id = 0; id < ACCOUNTS * APART; id += APART) {
      assertDone(auto(session, "INSERT INTO accounts VALUES (?, 100, ?)", id, "name " + id));
    }
    watchExecutions();
  }

  private long balance(long id) {
    return (Long) value(auto(session(), SEE, id));
  }

  /** Adds to accounts of all masters. */
  private void addToAll(SqlSessionCore session, long amount) {
    for (long id = 0; id < ACCOUNTS * APART; id += APART) {
      assertThat(count(in(session, ADD, amount, id))).isEqualTo(1);
    }
  }

  @Test
  void aTransactionWritesRowsOfAllMastersAndMovesNone() {
    SqlSessionCore session = session();
    addToAll(session, 1);
    assertThat(value(in(session, SEE, 50L))).as("it sees what it wrote").isEqualTo(101L);
    assertThat(balance(50)).as("nobody else does").isEqualTo(100);
    assertDone(in(session, "COMMIT"));
    for (long id = 0; id < ACCOUNTS * APART; id += APART) {
      assertThat(balance(id)).isEqualTo(101);
    }
    assertThat(releases()).as("releases of mastership").isZero();
  }

  @Test
  void rowsAndEntriesOfIndexesComeAndGoAtAllMasters() {
    SqlSessionCore session = session();
    for (long id = 0; id < ACCOUNTS * APART; id += APART) {
      assertDone(in(session, "DELETE FROM accounts WHERE id = ?", id));
      assertDone(in(session, "INSERT INTO accounts VALUES (?, 7, ?)", 1_000 + id, "name " + id));
    }
    assertDone(in(session, "COMMIT"));
    for (long id = 0; id < ACCOUNTS * APART; id += APART) {
      assertThat(value(auto(session(), "SELECT id FROM accounts WHERE name = ?", "name " + id)))
          .isEqualTo(1_000 + id);
    }
    assertThat(releases()).isZero();
  }

  @Test
  void whoCommitsSecondHasLostIfBothWroteTheSameRows() {
    SqlSessionCore first = session();
    SqlSessionCore second = session();
    assertDone(in(first, ADD, 1L, 0L)); // each begins elsewhere
    assertDone(in(second, ADD, 1L, 10L));
    SqlOutcome[] last = {null};
    for (long id = 2 * APART; id < 12 * APART; id += APART) {
      assertDone(in(first, ADD, 1L, id));
      last = begin(second, 0, ADD, 1L, id);
      world.runFor(20_000);
      if (last[0] == null) {
        break; // both are at one site, where the second one waits
      }
    }
    assertDone(in(first, "COMMIT"));
    boolean refused = !await(last).end().isCommitted();
    SqlOutcome end = in(second, "COMMIT");
    assertThat(refused || !end.end().isCommitted()).as("%s", end.end()).isTrue();
    for (long id = 2 * APART; id < 12 * APART; id += APART) {
      assertThat(balance(id)).as("account %s", id).isEqualTo(101);
    }
    assertThat(balance(10)).as("nothing is left of the second one").isEqualTo(100);
  }

  @Test
  void noUpdateIsLostWhereEachStatementHasItsOwnSnapshot() {
    SqlSessionCore slow = session();
    for (long id = 0; id < 8 * APART; id += APART) {
      assertDone(with(Statement.READ_COMMITTED, slow, ADD, 1L, id));
    }
    int changed = 0;
    for (long id = 0; id < 8 * APART; id += APART) {
      SqlOutcome[] outcome = begin(session(), Statement.AUTO_COMMIT, ADD, 10L, id);
      world.runFor(50_000); // where the transaction runs, others wait for its rows
      changed += outcome[0] != null ? 1 : 0;
    }
    assertThat(changed).as("rows of other masters").isBetween(1, 7);
    assertDone(with(Statement.READ_COMMITTED, slow, SEE, 0L));
    assertFailed(in(slow, "COMMIT"), ErrorCode.SERIALIZATION_FAILURE);
    world.runFor(1_000_000);
    for (long id = 0; id < 8 * APART; id += APART) {
      assertThat(balance(id)).isEqualTo(110);
    }
  }

  @Test
  void thoseWhoWantEachOthersRowsAtTheirCommitDoNotWaitForEver() {
    SqlSessionCore one = session();
    SqlSessionCore two = session();
    assertDone(in(one, ADD, 1L, 0L));
    assertDone(in(two, ADD, 1L, 10L));
    SqlOutcome[] there = begin(one, 0, ADD, 1L, 10L);
    SqlOutcome[] back = begin(two, 0, ADD, 1L, 0L);
    world.runFor(100_000);
    SqlOutcome[] firstEnd = begin(one, 0, "COMMIT");
    SqlOutcome[] secondEnd = begin(two, 0, "COMMIT");
    world.runFor(90_000);
    assertThat(there[0]).isNotNull();
    assertThat(back[0]).isNotNull();
    assertThat(firstEnd[0]).as("the first COMMIT has ended").isNotNull();
    assertThat(secondEnd[0]).as("the second COMMIT has ended").isNotNull();
    int committed = 0;
    for (SqlOutcome end : List.of(firstEnd[0], secondEnd[0])) {
      committed += end.end().isCommitted() ? 1 : 0;
    }
    assertThat(committed).as("only one can").isEqualTo(1);
    assertThat(balance(0) + balance(10)).isEqualTo(202);
  }

  /**
   * A statement has prepared a row that the COMMIT needs, and waits at another site for one that
   * the transaction has locked there. Whichever of the rows are where, the transaction commits at
   * once, and the statement behind it.
   */
  @Test
  void aStatementGivesWayToACommitThatItIsInACycleWith() {
    for (long id = APART; id < ACCOUNTS * APART; id += APART) {
      SqlSessionCore session = session();
      assertDone(in(session, ADD, 1L, id));
      assertDone(in(session, ADD, 1L, 0L));
      SqlOutcome[] both =
          begin(
              session(),
              Statement.AUTO_COMMIT,
              "UPDATE accounts SET balance = balance + 10 WHERE id IN (0, ?)",
              id);
      world.runFor(10_000);
      long beginUs = world.nowUs();
      assertDone(in(session, "COMMIT"));
      assertThat(world.nowUs() - beginUs).as("waited at %d", id).isLessThan(60_000);
      assertDone(await(both));
      assertThat(world.nowUs() - beginUs).as("waited at %d", id).isLessThan(90_000);
      assertThat(balance(id)).isEqualTo(111);
    }
    assertThat(balance(0)).isEqualTo(100 + 11 * (ACCOUNTS - 1));
  }

  @Test
  void whatASavepointTakesBackIsWrittenNowhere() {
    SqlSessionCore session = session();
    assertDone(in(session, ADD, 1L, 0L));
    assertDone(in(session, "SAVEPOINT here"));
    addToAll(session, 5);
    assertDone(in(session, "ROLLBACK TO SAVEPOINT here"));
    assertDone(in(session, ADD, 2L, 90L));
    assertDone(in(session, "COMMIT"));
    assertThat(balance(0)).isEqualTo(101);
    assertThat(balance(90)).isEqualTo(102);
    assertThat(balance(30)).isEqualTo(100);
    assertThat(releases()).isZero();
  }

  @Test
  void whoHasLockedARowOfAnotherMasterCommitsOnlyIfNobodyChangedIt() {
    SqlSessionCore session = session();
    assertDone(in(session, ADD, 1L, 0L));
    for (long id = 1 * APART; id < 8 * APART; id += APART) {
      assertDone(in(session, SEE + " FOR UPDATE", id));
    }
    int changed = 0;
    for (long id = 1 * APART; id < 8 * APART; id += APART) {
      SqlOutcome[] outcome = begin(session(), Statement.AUTO_COMMIT, ADD, 10L, id);
      world.runFor(50_000);
      changed += outcome[0] != null ? 1 : 0;
    }
    assertThat(changed).as("rows of other masters").isPositive();
    assertFailed(in(session, "COMMIT"), ErrorCode.SERIALIZATION_FAILURE);
    assertThat(balance(0)).isEqualTo(100);
  }

  @Test
  void nothingIsLeftOfATransactionWhoseClientIsLost() {
    SqlSessionCore session = session();
    addToAll(session, 1);
    assertDone(in(session, "ROLLBACK"));
    assertThat(count(auto(session(), "UPDATE accounts SET balance = 7"))).isEqualTo(ACCOUNTS);
    assertThat(balance(40)).isEqualTo(7);
  }

  @Test
  void aRouterThatIsLostBeforeTheCommitEndsTheTransaction() {
    SqlSessionCore session = session();
    addToAll(session, 1);
    restartRouter();
    SqlOutcome end = in(session, "COMMIT");
    assertThat(end.end().isCommitted()).isFalse();
    for (long id = 0; id < ACCOUNTS * APART; id += APART) {
      assertThat(count(auto(session(), ADD, 1L, id))).isEqualTo(1);
      assertThat(balance(id)).isEqualTo(101);
    }
  }
}
