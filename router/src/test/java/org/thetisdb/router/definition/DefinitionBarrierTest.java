package org.thetisdb.router.definition;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.core.value.ValueCodec;
import org.thetisdb.core.wire.RouterToSite.Execute;
import org.thetisdb.core.wire.RouterToSite.FailoverSuccessor;
import org.thetisdb.core.wire.SiteToRouter;
import org.thetisdb.core.wire.SiteToRouter.DefinitionInForce;
import org.thetisdb.core.wire.SiteToRouter.Executed;
import org.thetisdb.core.wire.SqlReply;
import org.thetisdb.core.wire.SqlRequest;
import org.thetisdb.core.wire.SqlRequest.Statement;
import org.thetisdb.router.harness.Cluster;
import org.thetisdb.router.harness.FakeClient;
import org.thetisdb.router.harness.FakeSite;
import org.thetisdb.sql.call.StatementCall;
import org.thetisdb.sql.call.SystemCall;

/** Hazard 15: rows are brought in line with a definition when all sites keep to it. */
class DefinitionBarrierTest {
  private static final long VERSION = 5;

  private final Cluster cluster = Cluster.started();
  private final FakeClient client = cluster.client();

  DefinitionBarrierTest() {
    for (FakeSite site : cluster.sites) {
      site.onExecute = execute -> answer(site, execute);
    }
  }

  /** The definition has one step; its batches are not answered. */
  private static SiteToRouter answer(FakeSite site, Execute execute) {
    if (execute.procedure().equals(SystemCall.DEFINE)) {
      Executed done = site.commit(execute);
      List<String> steps = List.of("CONTINUE FILL INDEX 16 by_balance");
      byte[] value = ValueCodec.encodeArguments(List.of(), steps, VERSION);
      return new Executed(execute.attemptId(), 0, "", done.vector(), value);
    }
    return null;
  }

  private void send(FakeClient from, long request, boolean repetition, String sql) {
    from.say(
        new Statement(
            request,
            client.hello.sessionBase() + 1,
            7,
            repetition,
            1000,
            VersionVector.ZERO,
            Statement.AUTO_COMMIT,
            sql,
            ValueCodec.encode(List.of(List.of())),
            0,
            0));
    cluster.pass(20);
  }

  private void define() {
    send(client, 1, false, "CREATE INDEX by_balance ON account (balance)");
  }

  /** The batches that sites were sent. */
  private List<Execute> batches() {
    return cluster.sites.stream()
        .flatMap(site -> site.executed.stream())
        .filter(execute -> execute.procedure().equals(StatementCall.PROCEDURE))
        .toList();
  }

  @Test
  void aBackfillWaitsForEachSiteAndSeesWhatItCommitted() {
    cluster.site(3).onAwait = wanted -> null;
    define();
    assertThat(cluster.site(3).awaited).containsExactly(VERSION);
    // What a client of the site had seen, and the site has not applied.
    cluster.site(3).report = VersionVector.ZERO.with(1, 1_000).with(3, 77);
    cluster.site(3).say(new SiteToRouter.Released(99, cluster.site(3).report, List.of()));
    cluster.pass(20);
    assertThat(batches()).isEmpty();
    cluster.site(3).say(new DefinitionInForce(VERSION, 77));
    cluster.pass(20);
    assertThat(batches()).hasSize(1);
    assertThat(batches().get(0).vector().get(3)).isEqualTo(77);
  }

  @Test
  void theWordOfASiteThatIsLostIsItsFence() {
    cluster.site(3).onAwait = wanted -> null;
    define();
    cluster.membership.remove(3);
    cluster.site(3).stop();
    cluster.pass(500);
    assertThat(batches()).isEmpty();
    FakeSite asked =
        cluster.sites.stream()
            .filter(site -> site.successorsWanted.contains(3))
            .findFirst()
            .orElseThrow();
    asked.say(asked.successor(new FailoverSuccessor(3), 91));
    cluster.pass(20);
    assertThat(batches()).isNotEmpty();
    assertThat(batches().get(0).vector().get(3)).isEqualTo(91);
  }

  @Test
  void aSiteThatComesBackHearsOfTheVersionBeforeAnyCall() {
    define();
    cluster.lose(3);
    cluster.site(3).awaited.clear();
    cluster.bringBack(3);
    assertThat(cluster.site(3).awaited).containsExactly(VERSION);
  }

  @Test
  void aRepeatedStatementJoinsTheOneThatIsUnderWay() {
    send(client, 1, false, "UPDATE account SET balance = 1 WHERE id = 12");
    FakeClient again = cluster.client();
    send(again, 1, true, "UPDATE account SET balance = 1 WHERE id = 12");
    assertThat(batches()).hasSize(1);
    Execute sent = batches().get(0);
    FakeSite site =
        cluster.sites.stream().filter(one -> one.executed.contains(sent)).findFirst().orElseThrow();
    ErrorCode why = ErrorCode.UNIQUE_VIOLATION;
    site.say(new Executed(sent.attemptId(), why.number(), "no", VersionVector.ZERO, new byte[0]));
    cluster.pass(20);
    assertThat(again.others).hasSize(1);
    assertThat(((SqlReply.Result) again.others.get(0)).errorNumber()).isEqualTo(why.number());
  }

  @Test
  void whoCancelsARepetitionCancelsTheOneThatIsUnderWay() {
    send(client, 1, false, "UPDATE account SET balance = 1 WHERE id = 12");
    FakeClient again = cluster.client();
    send(again, 2, true, "UPDATE account SET balance = 1 WHERE id = 12");
    Execute sent = batches().get(0);
    again.say(new SqlRequest.Cancel(2));
    cluster.pass(20);
    FakeSite site =
        cluster.sites.stream().filter(one -> one.executed.contains(sent)).findFirst().orElseThrow();
    assertThat(site.canceled).containsExactly(sent.attemptId());
    ErrorCode why = ErrorCode.QUERY_CANCELED;
    site.say(new Executed(sent.attemptId(), why.number(), "no", VersionVector.ZERO, new byte[0]));
    cluster.pass(20);
    assertThat(((SqlReply.Result) again.others.get(0)).errorNumber()).isEqualTo(why.number());
  }
}
