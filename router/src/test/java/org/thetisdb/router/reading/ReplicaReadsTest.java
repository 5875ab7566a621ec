package org.thetisdb.router.reading;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.core.value.ValueCodec;
import org.thetisdb.core.wire.ClientMessage.Call;
import org.thetisdb.core.wire.RouterToSite.Read;
import org.thetisdb.core.wire.SiteToRouter.ReadRefused;
import org.thetisdb.core.wire.SiteToRouter.WhyNot;
import org.thetisdb.router.engine.Router;
import org.thetisdb.router.harness.Cluster;
import org.thetisdb.router.harness.FakeClient;
import org.thetisdb.router.harness.FakeSite;

/**
 * Calls that a router which does not lead takes to the sites itself, and those that it does not.
 */
class ReplicaReadsTest {
  private static final int SILENT_MS = 700;

  private final Cluster cluster = Cluster.started();
  private final Router second = cluster.startRouter("router-2");
  private final FakeClient client = cluster.client(second, "");
  private long session;
  private long sequence;

  /** The leader knows where the client is, and the replica has met the sites. */
  @BeforeEach
  void getAcquainted() {
    session = client.hello.sessionBase() + 1;
    next("Balance");
    cluster.pass(5);
    next("Balance");
    cluster.pass(5);
    next("Balance");
    cluster.pass(5);
    forget();
  }

  private long next(String procedure) {
    return client.send(session, ++sequence, false, 1000, procedure, 12L);
  }

  private void forget() {
    sites().forEach(site -> site.executed.clear());
    sites().forEach(site -> site.reads.clear());
  }

  private List<FakeSite> sites() {
    return List.of(cluster.site(1), cluster.site(2), cluster.site(3));
  }

  private int reads() {
    return sites().stream().mapToInt(site -> site.reads.size()).sum();
  }

  private int executed() {
    return sites().stream().mapToInt(site -> site.executed.size()).sum();
  }

  private void refuseAll(WhyNot why) {
    sites().forEach(site -> site.onRead = read -> new ReadRefused(read.readId(), why));
  }

  @Test
  void aReadGoesStraightToASiteAndNotToTheLeader() {
    long request = next("Balance");
    cluster.pass(2);
    assertThat(client.result(request)).asString().startsWith("read at ");
    assertThat(reads()).isEqualTo(1);
    assertThat(executed()).isZero();
  }

  @Test
  void theFirstCallOfAClientOverAConnectionGoesToTheLeader() {
    FakeClient other = cluster.client(second, "");
    long first = other.call("Balance", 12L);
    cluster.pass(2);
    assertThat(other.result(first)).asString().startsWith("ran at ");
    long second = other.call("Balance", 12L);
    cluster.pass(2);
    assertThat(other.result(second)).asString().startsWith("read at ");
  }

  @Test
  void readsAreSpreadOverTheSites() {
    for (int i = 0; i < 9; i++) {
      client.call("Balance", 12L);
    }
    cluster.pass(2);
    assertThat(sites()).allSatisfy(site -> assertThat(site.reads).hasSize(3));
  }

  @Test
  void whatTheSessionHasSeenGoesAlong() {
    VersionVector seen = VersionVector.ZERO.with(2, 1);
    long write = next("Deposit");
    cluster.pass(2);
    assertThat(client.results.get(write).vector()).isEqualTo(seen);
    client.callWith(seen, "Balance", 12L);
    cluster.pass(2);
    assertThat(sites().stream().flatMap(site -> site.reads.stream()).map(Read::vector))
        .contains(seen);
  }

  @Test
  void aRepetitionGoesToTheLeader() {
    long request = client.send(session, ++sequence, true, 1000, "Balance", 12L);
    cluster.pass(2);
    assertThat(client.result(request)).asString().startsWith("ran at ");
    assertThat(reads()).isZero();
  }

  @Test
  void whatASiteRefusesTheLeaderAnswers() {
    refuseAll(WhyNot.NOT_NOW);
    long request = next("Balance");
    cluster.pass(3);
    assertThat(client.result(request)).asString().startsWith("ran at ");
    next("Balance");
    cluster.pass(3);
    assertThat(reads()).as("another one is tried again").isEqualTo(2);
  }

  @Test
  void aProcedureThatWritesIsTriedOnceInAWhile() {
    refuseAll(WhyNot.WRITES);
    for (int i = 0; i < 3; i++) {
      long request = next("Deposit");
      cluster.pass(3);
      assertThat(client.result(request)).isEqualTo("ran at 2");
    }
    assertThat(reads()).isEqualTo(1);
    cluster.pass(10_000);
    next("Deposit");
    cluster.pass(3);
    next("Deposit");
    cluster.pass(300);
    next("Deposit");
    cluster.pass(3);
    assertThat(reads()).as("another jar may say that it only reads").isEqualTo(2);
  }

  @Test
  void underASchemeThatLetsNothingBeReadSoNothingIsTriedForAWhile() {
    refuseAll(WhyNot.NOTHING_IS);
    for (int i = 0; i < 5; i++) {
      next("Balance");
      cluster.pass(3);
    }
    assertThat(reads()).isEqualTo(1);
    assertThat(executed()).isEqualTo(5);
  }

  @Test
  void nothingIsReadForASessionThatWaitsForTheLeader() {
    sites().forEach(site -> site.onExecute = execute -> null);
    client.send(session, ++sequence, true, 1000, "Deposit", 12L);
    next("Balance");
    cluster.pass(2);
    assertThat(reads()).as("it would overtake the call before").isZero();
  }

  @Test
  void whatComesBehindAReadTakesItAlongToTheLeader() {
    sites().forEach(site -> site.onRead = read -> null);
    long read = next("Balance");
    cluster.pass(2);
    long write = client.send(session, ++sequence, true, 1000, "Deposit", 12L);
    cluster.pass(2);
    assertThat(client.result(read)).asString().startsWith("ran at ");
    assertThat(client.result(write)).isEqualTo("ran at 2");
    assertThat(executed()).isEqualTo(2);
  }

  @Test
  void whatASilentSiteOwesTheLeaderAnswers() {
    sites().forEach(site -> site.onRead = read -> null);
    long request = next("Balance");
    cluster.pass(SILENT_MS);
    assertThat(client.result(request)).asString().startsWith("ran at ");
  }

  @Test
  void theLeaderAnswersWhatALostSiteOwes() {
    sites().forEach(site -> site.onRead = read -> null);
    List<Long> requests =
        List.of(
            client.call("Balance", 12L), client.call("Balance", 12L), client.call("Balance", 12L));
    cluster.pass(2);
    cluster.lose(3);
    assertThat(requests.stream().filter(request -> client.result(request) != null)).hasSize(1);
    sites().forEach(site -> site.onRead = site::find);
    cluster.bringBack(3);
    cluster.pass(SILENT_MS);
    cluster.site(3).reads.clear();
    for (int i = 0; i < 6; i++) {
      client.call("Balance", 12L);
    }
    cluster.pass(2);
    assertThat(cluster.site(3).reads).isNotEmpty();
  }

  @Test
  void aSiteIsOwedNoMoreThanSoManyReads() {
    sites().forEach(site -> site.onRead = read -> null);
    int most = 3 * 1_024;
    for (int i = 0; i < most + 5; i++) {
      client.call("Balance", 12L);
    }
    cluster.pass(2);
    assertThat(sites()).allSatisfy(site -> assertThat(site.reads).hasSize(1_024));
    assertThat(client.results.values().stream().filter(result -> result.errorNumber() == 0))
        .as("the leader takes the others")
        .hasSizeGreaterThanOrEqualTo(5);
  }

  @Test
  void aClientThatNamesARequestTwiceIsTheLeadersAlone() {
    sites().forEach(site -> site.onExecute = execute -> null);
    client.say(callOf(session + 1));
    client.say(callOf(session + 2));
    cluster.pass(2);
    next("Balance");
    cluster.pass(2);
    assertThat(reads()).isZero();
  }

  @Test
  void aSessionThatNobodyCanHaveIsTheLeadersAlone() {
    client.say(callOf(Long.MIN_VALUE));
    cluster.pass(2);
    next("Balance");
    cluster.pass(2);
    assertThat(client.closed).isFalse();
    assertThat(reads()).isZero();
  }

  private static Call callOf(long session) {
    byte[] account = ValueCodec.encodeArguments(new Object[] {12L});
    return new Call(999, session, 1, true, 1000, VersionVector.ZERO, "Balance", account);
  }

  @Test
  void whenTheReplicaIsElectedWhatItReadsIsOver() {
    sites().forEach(site -> site.onRead = read -> null);
    long request = next("Balance");
    cluster.pass(2);
    cluster.elect(second);
    assertThat(client.result(request)).isNull();
    assertThat(client.goodbye.errorNumber()).isEqualTo(ErrorCode.NOT_LEADER.number());
    forget();
    FakeClient again = cluster.client(second, "");
    long repeated = again.send(session, sequence, true, 1000, "Balance", 12L);
    cluster.pass(2);
    assertThat(again.result(repeated)).asString().startsWith("ran at ");
    assertThat(reads()).isZero();
  }
}
