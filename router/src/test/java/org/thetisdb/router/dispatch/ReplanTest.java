package org.thetisdb.router.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.core.placement.Mastership;
import org.thetisdb.core.placement.Owner;
import org.thetisdb.core.value.ValueCodec;
import org.thetisdb.core.wire.KeySet;
import org.thetisdb.core.wire.RouterToSite.Execute;
import org.thetisdb.core.wire.SiteToRouter;
import org.thetisdb.core.wire.SiteToRouter.Released;
import org.thetisdb.core.wire.SiteToRouter.Replan;
import org.thetisdb.core.wire.SqlReply.Result;
import org.thetisdb.core.wire.SqlRequest.Statement;
import org.thetisdb.core.wire.TransactionStatus;
import org.thetisdb.router.harness.Bank;
import org.thetisdb.router.harness.Cluster;
import org.thetisdb.router.harness.FakeClient;
import org.thetisdb.router.harness.FakeSite;

/** The router's picture is wrong, and sites put it right. */
class ReplanTest {
  private final Cluster cluster = Cluster.started();
  private final FakeClient client = cluster.client();

  private static RowKey key(long account) {
    return new RowKey(Bank.TABLE_ID, Bank.ACCOUNT.keys().encode(account));
  }

  private SiteToRouter touching(Execute execute, long... accounts) {
    List<RowKey> written = java.util.Arrays.stream(accounts).mapToObj(ReplanTest::key).toList();
    return new Replan(
        execute.attemptId(),
        VersionVector.ZERO,
        List.of(),
        new KeySet(written, List.of(), List.of()));
  }

  @Test
  void aCallThatMetTheWrongMasterGoesToTheRightOne() {
    cluster.site(2).onExecute =
        execute ->
            new Replan(
                execute.attemptId(),
                VersionVector.ZERO,
                List.of(new Owner(Bank.partition(12), 3, 1)),
                null);
    long request = client.call("Deposit", 12L);
    cluster.pass(2);
    assertThat(client.result(request)).isEqualTo("ran at 1");
    assertThat(cluster.site(1).executed.get(0).written())
        .containsExactly(new Mastership(Bank.partition(12), 3));
    long next = client.call("Deposit", 13L);
    cluster.pass(1);
    assertThat(client.result(next)).isEqualTo("ran at 1");
  }

  @Test
  void aCallThatLosesEachRoundGoesOnUntilItsTimeIsOver() {
    cluster.site(2).onExecute =
        execute -> new Replan(execute.attemptId(), VersionVector.ZERO, List.of(), null);
    long request = client.call("Deposit", 12L);
    cluster.pass(990);
    assertThat(client.result(request)).isNull();
    assertThat(cluster.site(2).executed).hasSizeBetween(20, 40);
    cluster.pass(50);
    assertThat(client.result(request)).isEqualTo(ErrorCode.CONFLICT);
  }

  /** Bank: accounts 12 and 13 share a partition at site 2, account 2 is at site 1. */
  @Test
  void nothingIsMovedAwayFromACallThatHasLostRounds() {
    boolean[] loses = {true};
    cluster.site(2).onExecute =
        execute ->
            loses[0]
                ? new Replan(execute.attemptId(), VersionVector.ZERO, List.of(), null)
                : cluster.site(2).commit(execute);
    long patient = client.call("Deposit", 12L);
    cluster.pass(200);
    long younger = client.call("Transfer", 2L, 13L);
    cluster.pass(50);
    assertThat(cluster.sites).allMatch(site -> site.released.isEmpty());
    loses[0] = false;
    cluster.pass(100);
    assertThat(client.result(patient)).isEqualTo("ran at 2");
    assertThat(client.result(younger)).isIn("ran at 1", "ran at 2");
  }

  @Test
  void aRefusedReleasePutsThePlacementRight() {
    cluster.site(2).onRelease =
        release ->
            new Released(
                release.moveId(), VersionVector.ZERO, List.of(new Owner(Bank.partition(12), 7, 3)));
    long request = client.call("Transfer", 2L, 12L);
    cluster.pass(5);
    assertThat(client.result(request)).isIn("ran at 1", "ran at 3");
    assertThat(cluster.site(2).released).hasSize(1);
    boolean movedOn =
        cluster.site(3).released.stream()
            .anyMatch(
                release -> release.released().contains(new Mastership(Bank.partition(12), 8)));
    boolean movedThere = cluster.site(1).released.size() == 1;
    assertThat(movedOn || movedThere).isTrue();
  }

  @Test
  void aProcedureWithoutAPlanIsFoundOutFirst() {
    for (FakeSite site : cluster.sites) {
      site.onExecute =
          execute -> execute.reconnaissance() ? touching(execute, 12) : site.commit(execute);
    }
    long request = client.call("Guess", 5L);
    cluster.pass(2);
    assertThat(client.result(request)).isEqualTo("ran at 2");
    Execute run = last(cluster.site(2).executed);
    assertThat(run.reconnaissance()).isFalse();
    assertThat(run.plan().written()).containsExactly(key(12));
    assertThat(run.written()).containsExactly(new Mastership(Bank.partition(12), 0));
    int sent = cluster.sites.stream().mapToInt(site -> site.executed.size()).sum();
    assertThat(sent).isEqualTo(2);
  }

  @Test
  void aFoundPlanThatIsSplitIsRemastered() {
    for (FakeSite site : cluster.sites) {
      site.onExecute =
          execute -> execute.reconnaissance() ? touching(execute, 2, 12) : site.commit(execute);
    }
    long request = client.call("Guess", 5L);
    cluster.pass(3);
    assertThat(client.result(request)).isEqualTo("ran at 1");
    assertThat(cluster.site(2).released).hasSize(1);
  }

  @Test
  void aCallThatWentBeyondItsPlanIsPlannedByWhatItTouched() {
    cluster.site(2).onExecute =
        execute ->
            execute.plan() == null ? touching(execute, 12, 22) : cluster.site(2).commit(execute);
    long request = client.call("Deposit", 12L);
    cluster.pass(5);
    assertThat(client.result(request)).isIn("ran at 2", "ran at 3");
    assertThat(cluster.status()).contains("\"retried\":1");
  }

  @Test
  void aPartitionThatLeftBeforeTheStatementIsAskedForAgain() {
    inTransaction(1, "CALL Deposit(12)");
    FakeSite master = cluster.site(2);
    FakeSite thief = cluster.site(3);
    master.onExecute =
        execute ->
            thief.released.isEmpty()
                ? new Replan(
                    execute.attemptId(),
                    VersionVector.ZERO,
                    List.of(new Owner(Bank.partition(42), 1, 3)),
                    null)
                : master.commit(execute);

    inTransaction(2, "CALL Deposit(42)");

    assertThat(thief.released).hasSize(1);
    assertThat(thief.released.get(0).released())
        .containsExactly(new Mastership(Bank.partition(42), 2));
    assertThat(last(master.executed).written())
        .containsExactly(new Mastership(Bank.partition(42), 2));
    assertThat(client.others)
        .extracting(reply -> ((Result) reply).errorNumber())
        .containsExactly(0, 0);
  }

  @Test
  void aTransactionThatMayHaveWrittenIsNotEndedAsIfItHadOnlyRead() {
    inTransaction(1, "CALL Deposit(12)");
    inTransaction(2, Statement.ENDS_READING, "CALL Deposit(12)");
    inTransaction(3, "COMMIT");
    assertThat(client.others)
        .extracting(reply -> ((Result) reply).errorNumber())
        .containsExactly(0, ErrorCode.BAD_REQUEST.number(), 0);
    assertThat(client.others)
        .extracting(reply -> ((Result) reply).transaction())
        .containsExactly(TransactionStatus.OPEN, TransactionStatus.OPEN, TransactionStatus.NONE);
  }

  private void inTransaction(long number, String sql) {
    inTransaction(number, 0, sql);
  }

  private void inTransaction(long number, int flags, String sql) {
    client.say(
        new Statement(
            number,
            client.hello.sessionBase() + 1,
            number,
            false,
            1000,
            VersionVector.ZERO,
            flags,
            sql,
            ValueCodec.encode(List.of(List.of())),
            0,
            0));
    cluster.pass(50);
  }

  @Test
  void reconnaissanceThatTouchedNothingRunsAnywhere() {
    for (FakeSite site : cluster.sites) {
      site.onExecute =
          execute -> execute.reconnaissance() ? touching(execute) : site.commit(execute);
    }
    long request = client.call("Guess", 5L);
    cluster.pass(2);
    assertThat(client.result(request)).isInstanceOf(String.class);
  }

  private static Execute last(List<Execute> executed) {
    return executed.get(executed.size() - 1);
  }
}
