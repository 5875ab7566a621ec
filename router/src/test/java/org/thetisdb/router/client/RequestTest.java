package org.thetisdb.router.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.core.testing.FakeNetwork;
import org.thetisdb.core.value.ValueCodec;
import org.thetisdb.core.wire.ClientMessage.Call;
import org.thetisdb.core.wire.ClientMessage.CompareRequest;
import org.thetisdb.core.wire.ClientMessage.ExplainRequest;
import org.thetisdb.core.wire.ClientMessage.Ping;
import org.thetisdb.core.wire.RouterToClient.Pong;
import org.thetisdb.core.wire.RouterToClient.ServerHello;
import org.thetisdb.core.wire.SiteToRouter.TableDigest;
import org.thetisdb.core.wire.Software;
import org.thetisdb.router.harness.Bank;
import org.thetisdb.router.harness.Cluster;
import org.thetisdb.router.harness.FakeClient;
import org.thetisdb.router.harness.FakeSite;
import org.thetisdb.router.site.SiteLink;

/** What clients ask for, rightly and wrongly. */
class RequestTest {
  /** By when a question is answered though one was answered just before. */
  private static final int PAUSED_MS = 6;

  private final Cluster cluster = Cluster.started();
  private final FakeClient client = cluster.client();

  private int sent() {
    return cluster.sites.stream().mapToInt(site -> site.executed.size()).sum();
  }

  @Test
  void theHandshakeSaysWhereTheClientIs() {
    assertThat(client.hello)
        .isEqualTo(
            new ServerHello("test", 0, 1, 1L << 40 | 1L << 20, "dynamast", "process", List.of()));
    FakeClient second = cluster.client();
    assertThat(second.hello.sessionBase() - client.hello.sessionBase())
        .isEqualTo(ServerHello.SESSIONS_PER_BASE);
  }

  @Test
  void anUnknownProcedureIsNamed() {
    long request = client.call("Nonsense");
    cluster.pass(1);
    assertThat(client.result(request)).isEqualTo(ErrorCode.UNKNOWN_PROCEDURE);
    assertThat(client.results.get(request).message()).contains("Nonsense");
  }

  @Test
  void theBuiltInProceduresCannotBeCalled() {
    long request = client.call("thetis.install_jar", "evil", new byte[1]);
    cluster.pass(1);
    assertThat(client.result(request)).isEqualTo(ErrorCode.UNKNOWN_PROCEDURE);
  }

  @Test
  void wrongArgumentsAreRefusedBeforeAnythingIsSent() {
    long tooFew = client.call("Transfer", 1L);
    long wrongType = client.call("Deposit", "twelve");
    cluster.pass(1);
    assertThat(client.result(tooFew)).isEqualTo(ErrorCode.WRONG_ARGUMENTS);
    assertThat(client.result(wrongType)).isEqualTo(ErrorCode.WRONG_ARGUMENTS);
    assertThat(sent()).isZero();
  }

  @Test
  void argumentsThatAreNoneAreRefused() {
    client.say(
        new Call(9, 1, 1, false, 1000, VersionVector.ZERO, "Deposit", new byte[] {99, 1, 2}));
    client.say(
        new Call(10, 2, 1, false, 1000, VersionVector.ZERO, "Deposit", ValueCodec.encode("x")));
    cluster.pass(1);
    assertThat(client.result(9)).isEqualTo(ErrorCode.BAD_REQUEST);
    assertThat(client.result(10)).isEqualTo(ErrorCode.BAD_REQUEST);
  }

  @Test
  void aPlanThatThrowsIsNamed() {
    long request = client.call("Broken", true);
    cluster.pass(1);
    assertThat(client.result(request)).isEqualTo(ErrorCode.PROCEDURE_FAILED);
    assertThat(client.results.get(request).message()).contains("Broken").contains("out of ideas");
    assertThat(sent()).isZero();
  }

  @Test
  void aPlanWithoutKeysRunsAnywhere() {
    long request = client.call("Broken", false);
    cluster.pass(1);
    assertThat(client.result(request)).isInstanceOf(String.class);
  }

  @Test
  void aReadGoesToTheMasterOfAllThatItReads() {
    long one = client.call("Balance", 12L);
    long two = client.call("Compare", 22L, 25L);
    cluster.pass(1);
    assertThat(client.result(one)).isEqualTo("ran at 2");
    assertThat(client.result(two)).isEqualTo("ran at 3");
    assertThat(cluster.site(2).executed.get(0).written()).isEmpty();
  }

  @Test
  void readsOfRowsThatAreApartAreSpread() {
    for (int i = 0; i < 60; i++) {
      client.call("Compare", 2L, 12L);
    }
    cluster.pass(2);
    assertThat(client.results).hasSize(60);
    assertThat(cluster.sites).allSatisfy(site -> assertThat(site.executed).hasSizeGreaterThan(5));
    assertThat(cluster.sites).allSatisfy(site -> assertThat(site.released).isEmpty());
  }

  @Test
  void aReadGoesWhereWhatTheSessionSawIsKnown() {
    VersionVector seen = VersionVector.of(5, 5, 5);
    cluster.site(3).report = seen;
    cluster
        .site(3)
        .say(new org.thetisdb.core.wire.SiteToRouter.Report(seen, SiteLink.NO_LOAD, false));
    cluster.pass(1);
    for (int i = 1; i <= 10; i++) {
      byte[] arguments = ValueCodec.encodeArguments(2L, 12L);
      client.say(new Call(i, 70 + i, 1, false, 1000, seen, "Compare", arguments));
    }
    cluster.pass(2);
    assertThat(cluster.site(3).executed).hasSize(10);
  }

  @Test
  void aRepetitionJoinsTheFirstWhileThatIsUnderWay() {
    FakeSite site = cluster.site(2);
    site.onExecute = execute -> null;
    long session = client.hello.sessionBase();
    client.send(session, 1, false, 1000, "Deposit", 12L);
    cluster.pass(1);
    FakeClient again = cluster.client();
    long second = again.send(session, 1, true, 1000, "Deposit", 12L);
    cluster.pass(1);
    assertThat(site.executed).hasSize(1);
    site.say(site.commit(site.executed.get(0)));
    cluster.pass(1);
    assertThat(again.result(second)).isEqualTo("ran at 2");
    assertThat(client.closed).as("its client goes on over another connection").isTrue();
  }

  @Test
  void aRepetitionAfterwardsAsksTheSiteForTheOutcome() {
    long session = client.hello.sessionBase();
    client.send(session, 1, false, 1000, "Deposit", 12L);
    client.call("Deposit", 2L);
    cluster.pass(1);
    client.send(session, 1, true, 1000, "Deposit", 12L);
    cluster.pass(1);
    assertThat(cluster.site(2).executed.get(1).repetition()).isTrue();
    assertThat(cluster.site(2).executed.get(1).vector()).isEqualTo(VersionVector.of(1, 1));
  }

  @Test
  void pingsAreAnswered() {
    client.say(new Ping(77));
    cluster.pass(1);
    assertThat(client.others).containsExactly(new Pong(77));
  }

  @Test
  void aClientWithoutAHandshakeIsSentAway() {
    FakeNetwork.End[] end = new FakeNetwork.End[1];
    FakeClient rude =
        new FakeClient("") {
          @Override
          public void onConnected(org.thetisdb.core.net.Connection opened) {
            end[0] = (FakeNetwork.End) opened;
            opened.send(new Ping(1)); // signs of life are for everybody
            opened.send(new ExplainRequest(2, "t", ""));
          }
        };
    cluster.network.connect(cluster.router.address(), cluster.time, rude);
    cluster.pass(1);
    assertThat(rude.goodbye.errorNumber()).isEqualTo(ErrorCode.BAD_REQUEST.number());
    assertThat(rude.closed).isTrue();
  }

  @Test
  void replicasThatDifferAreToldByTableAndSite() {
    client.call("Deposit", 12L);
    cluster.pass(5);
    assertThat(compare()).contains("\"equal\":true", "\"differences\":[]");
    cluster.site(3).digests = List.of(new TableDigest(1, List.of(), 2, new byte[] {1, 2, 3, 5}));
    assertThat(compare()).contains("\"equal\":false", "at site 1", "01020305 at site 3");
    cluster.site(3).digests = List.of();
    assertThat(compare()).contains("\"equal\":false", "no rows at site 3");
    cluster.lose(2);
    assertThat(compare()).contains("\"equal\":false", "site 2: it is not connected");
  }

  private String compare() {
    FakeClient asker = cluster.client();
    asker.say(new CompareRequest(1));
    cluster.pass(PAUSED_MS);
    return asker.status;
  }

  @Test
  void statusIsWellFormedAndTellsMovesAndWhy() {
    client.call("Transfer", 2L, 12L);
    cluster.pass(3);
    String status = cluster.status();
    assertThat(status)
        .contains("\"cluster\":\"test\"", "\"scheme\":\"dynamast\"", "\"epoch\":1")
        .contains("\"remastered_txns\":1", "\"moves\":1", "\"committed\":1")
        .contains(
            "\"from\":2,\"to\":1,\"term\":1,\"reason\":\"co-written with 1 partition at site 1")
        .contains("\"table\":\"account\"")
        .contains("\"name\":\"Deposit\",\"jar\":\"bank\",\"version\":1")
        .contains("\"waits_for\":\"\"");
  }

  @Test
  void statusTellsWhatEachPeerRuns() {
    FakeClient old = new FakeClient("");
    old.software = new Software(1, 2, "0.0.9");
    cluster.network.connect(cluster.router.address(), cluster.time, old);
    cluster.pass(1);
    String older = "\"release\":\"0.0.9\",\"message_level\":1,\"record_format\":2";
    String own = older.replace("0.0.9", Software.OWN.release()).replace("format\":2", "format\":3");
    assertThat(cluster.status())
        .contains("\"clients_by_release\":[{\"clients\":1," + older + "},{\"clients\":2," + own)
        .contains("\"leads\":true,\"clients\":3," + own)
        .contains("\"state\":\"ready\"," + own);
  }

  @Test
  void aRangeIsExplainedByItsKeyAndByItsNumber() {
    client.call("Transfer", 2L, 12L);
    cluster.pass(3);
    String byKey = explain("account", "12");
    assertThat(byKey)
        .contains("\"range\":" + Bank.partition(12), "\"table\":\"account\"", "\"site\":1")
        .contains("\"since_ms\":", "\"why\":\"co-written with 1 partition at site 1")
        .contains("\"scores\":[{\"site\":1,\"moves\":1000.0", "\"site\":3,\"moves\":2000.0")
        .contains("\"lag\":", "\"splits\":", "\"cut waits\":", "\"queueing\":", "\"total\":");
    assertThat(explain("", String.valueOf(Bank.partition(12))))
        .startsWith(byKey.substring(0, byKey.indexOf("\"since_ms\"")));
    assertThat(explain("account", "2")).contains("\"since_ms\":-1", "\"decisions\":[]");
  }

  @Test
  void whatIsNoRangeIsRefusedInWords() {
    assertThat(explain("acount", "12")).contains("\"problem\":\"there is no table");
    assertThat(explain("account", "twelve")).contains("\"problem\":");
    assertThat(explain("", "twelve")).contains("\"problem\":");
  }

  private String explain(String table, String key) {
    FakeClient asker = cluster.client();
    asker.say(new ExplainRequest(1, table, key));
    cluster.pass(PAUSED_MS);
    return asker.status;
  }

  @Test
  void statusTellsWhatCostsAreCountedWith() {
    assertThat(cluster.status())
        .contains("\"strategy\":\"auto\"", "\"gathering_at\":0")
        .contains("\"measures\":{\"move_us\":", "\"cut_wait_us\":", "\"service_us\":", "\"busy\":");
  }
}
