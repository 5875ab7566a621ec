package org.thetisdb.router.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.core.placement.Mastership;
import org.thetisdb.core.placement.Owner;
import org.thetisdb.core.scheme.SchemeRegistry;
import org.thetisdb.core.wire.RouterToSite.Execute;
import org.thetisdb.core.wire.RouterToSite.Release;
import org.thetisdb.core.wire.SiteToRouter.Executed;
import org.thetisdb.core.wire.SiteToRouter.Report;
import org.thetisdb.core.wire.SiteToRouter.SuccessorReady;
import org.thetisdb.router.harness.Bank;
import org.thetisdb.router.harness.Cluster;
import org.thetisdb.router.harness.FakeClient;
import org.thetisdb.router.harness.FakeSite;
import org.thetisdb.router.site.SiteLink;

/** Sites that vanish and come back. Account 12 is at site 2, account 22 at site 3. */
class FailureTest {
  private final Cluster cluster = Cluster.started();
  private final FakeClient client = cluster.client();

  @Test
  void aCallWaitsForASiteThatIsAwayAndRunsWhenItIsBack() {
    cluster.lose(2);
    long request = client.call("Deposit", 12L);
    cluster.pass(100);
    assertThat(client.result(request)).isNull();
    cluster.bringBack(2);
    assertThat(client.result(request)).isEqualTo("ran at 2");
    assertThat(cluster.site(2).executed.get(0).repetition()).isFalse();
  }

  @Test
  void aCallThatWasNeverSentTimesOutAsNotRun() {
    cluster.lose(2);
    long request = client.call("Deposit", 12L);
    cluster.pass(1_050);
    assertThat(client.result(request)).isEqualTo(ErrorCode.SITE_UNAVAILABLE);
    cluster.bringBack(2);
    assertThat(cluster.site(2).executed).isEmpty();
  }

  @Test
  void aCallThatWasSentIsSentAgainAsARepetitionThatWaitsForAll() {
    cluster.site(2).onExecute = execute -> null;
    long request = client.call("Deposit", 12L);
    cluster.pass(1);
    assertThat(cluster.site(2).executed).hasSize(1);
    client.call("Deposit", 22L);
    cluster.pass(1);

    cluster.lose(2);
    cluster.site(2).onExecute = cluster.site(2)::commit;
    cluster.site(2).report = VersionVector.of(0, 7);
    cluster.bringBack(2);
    assertThat(client.result(request)).isEqualTo("ran at 2");
    Execute again = cluster.site(2).executed.get(1);
    assertThat(again.repetition()).isTrue();
    assertThat(again.sequence()).isEqualTo(1);
    assertThat(again.session()).isEqualTo(cluster.site(2).executed.get(0).session());
    assertThat(again.vector()).isEqualTo(VersionVector.of(0, 7, 1));
  }

  @Test
  void aCallThatWasSentAndCannotBeAskedForMayHaveRun() {
    cluster.site(2).onExecute = execute -> null;
    long request = client.call("Deposit", 12L);
    cluster.pass(1);
    cluster.lose(2);
    cluster.pass(1_050);
    assertThat(client.result(request)).isEqualTo(ErrorCode.OUTCOME_UNKNOWN);
    cluster.bringBack(2);
    assertThat(client.results).hasSize(1);
  }

  @Test
  void ofACallThatMayHaveRunARepetitionThatDidNotRunSaysNothing() {
    cluster.site(2).onExecute = execute -> null;
    long request = client.call("Deposit", 12L);
    cluster.pass(1);
    cluster.lose(2);
    cluster.site(2).onExecute = execute -> refuse(execute, ErrorCode.TIMED_OUT);
    cluster.bringBack(2);
    assertThat(cluster.site(2).executed).hasSize(2);
    assertThat(client.result(request)).isEqualTo(ErrorCode.OUTCOME_UNKNOWN);
  }

  /** Who is asked to prepare does not look up whether the transaction has committed before. */
  @Test
  void aRefusingParticipantSaysNothingOfWhatMayHaveCommitted() {
    Cluster fixed = new Cluster();
    fixed.scheme = SchemeRegistry.PARTITION_STORE;
    fixed.start();
    List<FakeSite> asked = new ArrayList<>();
    for (FakeSite site : fixed.sites) {
      site.onPart =
          execute -> {
            asked.add(site);
            return asked.size() == 1 ? site.commit(execute) : null;
          };
    }
    FakeClient own = fixed.client();
    long request = own.call("Transfer", 12L, 22L);
    fixed.pass(10);
    assertThat(asked).as("a participant, then the coordinator").hasSize(2);
    FakeSite participant = asked.get(0);
    participant.onPart = execute -> refuse(execute, ErrorCode.MEMORY_FULL);
    fixed.lose(asked.get(1).id);
    fixed.bringBack(asked.get(1).id);
    fixed.pass(10);
    assertThat(own.result(request)).isEqualTo(ErrorCode.OUTCOME_UNKNOWN);
  }

  @Test
  void norDoesItOfOneThatItsClientSendsAgain() {
    Cluster fixed = new Cluster();
    fixed.scheme = SchemeRegistry.PARTITION_STORE;
    fixed.start();
    for (FakeSite site : fixed.sites) {
      site.onPart = execute -> refuse(execute, ErrorCode.MEMORY_FULL);
    }
    FakeClient own = fixed.client();
    long first = own.send(7, 1, false, 1_000, "Transfer", 12L, 22L);
    fixed.pass(10);
    assertThat(own.result(first)).isEqualTo(ErrorCode.MEMORY_FULL);
    long again = own.send(7, 2, true, 1_000, "Transfer", 12L, 22L);
    fixed.pass(10);
    assertThat(own.result(again)).isEqualTo(ErrorCode.OUTCOME_UNKNOWN);
  }

  @Test
  void aCallThatASiteDidNotRunWasNotRun() {
    cluster.site(2).onExecute = execute -> refuse(execute, ErrorCode.TIMED_OUT);
    long request = client.call("Deposit", 12L);
    cluster.pass(1);
    assertThat(client.result(request)).isEqualTo(ErrorCode.TIMED_OUT);
  }

  private Executed refuse(Execute execute, ErrorCode code) {
    return new Executed(
        execute.attemptId(), code.number(), "no", cluster.site(2).report, new byte[0]);
  }

  @Test
  void whatALostSiteMasteredGoesToOthersThroughWhoStandsInForIt() {
    FakeSite successor = cluster.site(3);
    successor.report = VersionVector.of(0, 5);
    successor.onSuccessor = wanted -> successor.successor(wanted, 7);
    cluster.site(2).onExecute = execute -> null;
    long first = client.call("Deposit", 12L);
    cluster.pass(1);
    successor.say(new Report(successor.report, SiteLink.NO_LOAD, false));
    cluster.lose(2);
    cluster.pass(40);
    assertThat(successor.successorsWanted).containsExactly(2);
    Release release = successor.released.get(0);
    assertThat(release.onBehalfOf()).isEqualTo(2);
    assertThat((String) client.result(first)).isIn("ran at 1", "ran at 3");
    FakeSite master = cluster.site(release.grantee());
    Execute again = master.executed.get(0);
    assertThat(again.repetition()).as("it may have committed at the lost site").isTrue();
    assertThat(again.vector().get(2)).as("all that counts of its log").isEqualTo(7);
    assertThat(again.written()).extracting(Mastership::term).containsExactly(1);
  }

  @Test
  void aSiteWhoseProcessIsGoneIsLostBeforeMembershipSaysSo() {
    FakeSite successor = cluster.site(1);
    successor.onSuccessor = wanted -> successor.successor(wanted, 1);
    cluster.site(2).stop();
    long request = client.call("Deposit", 12L);
    cluster.pass(200);
    assertThat(successor.successorsWanted).containsExactly(2);
    assertThat((String) client.result(request)).isIn("ran at 1", "ran at 3");
    cluster.bringBack(2);
    cluster.pass(1_000);
    assertThat(successor.successorsWanted).as("it is there").containsExactly(2);
  }

  @Test
  void aConnectedSiteMissedForAMomentIsNotFenced() {
    FakeSite successor = cluster.site(1);
    cluster.forget(2);
    cluster.pass(250);
    assertThat(successor.successorsWanted).isEmpty();
    cluster.pass(200);
    assertThat(successor.successorsWanted).containsExactly(2);
  }

  @Test
  void aSiteThatIsBackIsItsOwnMaster() {
    FakeSite successor = cluster.site(1);
    successor.onSuccessor = wanted -> successor.successor(wanted, 1);
    cluster.lose(2);
    cluster.pass(500);
    cluster.bringBack(2);
    long request = client.call("Deposit", 12L);
    cluster.pass(5);
    assertThat(client.result(request)).isEqualTo("ran at 2");
    assertThat(successor.released).isEmpty();
  }

  @Test
  void aSiteThatIsAboutToServeAgainIsNotFencedAgain() {
    FakeSite successor = cluster.site(1);
    successor.onSuccessor = wanted -> successor.successor(wanted, 1);
    cluster.lose(2);
    cluster.pass(500);
    assertThat(successor.successorsWanted).hasSize(1);
    successor.say(new SuccessorReady(2, 0, successor.report)); // the site's own fence
    cluster.pass(cluster.limits.sitesWaitMs() / 2 - 10);
    assertThat(successor.successorsWanted).as("it recovers from its logs").hasSize(1);
    cluster.pass(50);
    assertThat(successor.successorsWanted).as("it did not come").hasSize(2);
  }

  @Test
  void aSiteThatSleepsIsLostThoughItsConnectionStands() {
    FakeSite successor = cluster.site(1);
    successor.onSuccessor = wanted -> successor.successor(wanted, 1);
    cluster.site(2).onExecute = execute -> null;
    long request = client.call("Deposit", 12L);
    cluster.pass(1);
    cluster.forget(2);
    cluster.pass(500);
    assertThat(cluster.site(2).executed).hasSize(1);
    assertThat((String) client.result(request)).isIn("ran at 1", "ran at 3");
  }

  @Test
  void aReadThatWasLostRunsElsewhere() {
    cluster.site(2).onExecute = execute -> null;
    long request = client.call("Balance", 12L);
    cluster.pass(1);
    cluster.lose(2);
    assertThat(client.result(request)).isIn("ran at 1", "ran at 3");
  }

  @Test
  void aBrokenConnectionToALivingSiteIsOpenedAgain() {
    cluster.site(2).onExecute = execute -> null;
    long request = client.call("Deposit", 12L);
    cluster.pass(1);
    cluster.site(2).stop();
    cluster.pass(10);
    cluster.site(2).start();
    cluster.site(2).onExecute = cluster.site(2)::commit;
    cluster.pass(200);
    assertThat(client.result(request)).isEqualTo("ran at 2");
    assertThat(cluster.site(2).executed.get(1).repetition()).isTrue();
  }

  @Test
  void aNewIncarnationReplacesTheOldConnectionAtOnce() {
    cluster.site(2).onExecute = execute -> null;
    long request = client.call("Deposit", 12L);
    cluster.pass(1);
    cluster.site(2).onExecute = cluster.site(2)::commit;
    cluster.bringBack(2);
    assertThat(client.result(request)).isEqualTo("ran at 2");
    assertThat(cluster.site(2).executed.get(1).repetition()).isTrue();
  }

  @Test
  void aMoveFromASiteThatIsLostIsFinishedByWhatTheSiteLoggedBefore() {
    FakeSite source = cluster.site(2);
    source.onRelease = release -> null;
    long request = client.call("Transfer", 2L, 12L);
    cluster.pass(1);
    cluster.lose(2);
    cluster.pass(10);
    assertThat(client.result(request)).isNull();

    Release logged = source.released.get(0);
    source.letGo(logged);
    cluster.bringBack(2);
    assertThat(client.result(request)).isEqualTo("ran at 1");
    assertThat(cluster.site(1).executed.get(0).written())
        .contains(new Mastership(Bank.partition(12), 1));
    assertThat(cluster.site(1).executed.get(0).repetition()).isFalse();
  }

  @Test
  void aMoveFromASiteThatLostItsReleaseBeginsAgain() {
    FakeSite source = cluster.site(2);
    source.onRelease = release -> null;
    long request = client.call("Transfer", 2L, 12L);
    cluster.pass(1);
    cluster.lose(2);
    source.onRelease = source::letGo;
    cluster.bringBack(2);
    assertThat(client.result(request)).isEqualTo("ran at 1");
    assertThat(source.released).hasSize(2);
    assertThat(source.released.get(1).released())
        .containsExactly(new Mastership(Bank.partition(12), 1));
  }

  @Test
  void callsBehindAMoveThatFailsGoOnWhenTheSiteIsBack() {
    FakeSite source = cluster.site(2);
    source.onRelease = release -> null;
    client.call("Transfer", 2L, 12L);
    cluster.pass(1);
    long behind = client.call("Deposit", 12L);
    cluster.pass(1);
    cluster.lose(2);
    source.onRelease = source::letGo;
    cluster.bringBack(2);
    cluster.pass(5);
    assertThat(client.result(behind)).isNotNull();
  }

  @Test
  void aSiteThatComesBackTellsWhatMoved() {
    cluster.lose(3);
    Owner moved = new Owner(Bank.partition(12), 4, 3);
    cluster.site(3).moved.put(moved.partition(), moved);
    cluster.bringBack(3);
    long request = client.call("Deposit", 12L);
    cluster.pass(1);
    assertThat(client.result(request)).isEqualTo("ran at 3");
    assertThat(cluster.site(3).executed.get(0).written())
        .isEqualTo(List.of(new Mastership(Bank.partition(12), 4)));
  }

  @Test
  void aSiteThatDoesNotAnswerLeavesTheOutcomeUnknown() {
    cluster.site(2).onExecute = execute -> null;
    long request = client.call("Deposit", 12L);
    cluster.pass(1_500);
    assertThat(client.result(request)).as("the site judges first").isNull();
    cluster.pass(1_000);
    assertThat(client.result(request)).isEqualTo(ErrorCode.OUTCOME_UNKNOWN);
    Execute late = cluster.site(2).executed.get(0);
    cluster.site(2).say(cluster.site(2).commit(late));
    cluster.pass(1);
    assertThat(client.results).hasSize(1);
  }

  @Test
  void aWaitBehindAMoveTimesOutAsNotRun() {
    cluster.site(2).onRelease = release -> null;
    long cause = client.call("Transfer", 2L, 12L);
    cluster.pass(1);
    long behind = client.call("Deposit", 12L);
    cluster.pass(1_100);
    assertThat(client.result(cause)).isEqualTo(ErrorCode.TIMED_OUT);
    assertThat(client.result(behind)).isEqualTo(ErrorCode.TIMED_OUT);

    cluster.site(2).say(cluster.site(2).letGo(cluster.site(2).released.get(0)));
    cluster.pass(1);
    long next = client.call("Deposit", 12L);
    cluster.pass(1);
    assertThat(client.result(next)).as("the move counts all the same").isEqualTo("ran at 1");
  }
}
