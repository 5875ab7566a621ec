package org.thetisdb.router.definition;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.core.value.ValueCodec;
import org.thetisdb.core.wire.RouterToSite.Execute;
import org.thetisdb.core.wire.SiteToRouter;
import org.thetisdb.core.wire.SiteToRouter.Executed;
import org.thetisdb.core.wire.SqlReply;
import org.thetisdb.core.wire.SqlRequest.Statement;
import org.thetisdb.router.harness.Cluster;
import org.thetisdb.router.harness.FakeClient;
import org.thetisdb.router.harness.FakeSite;
import org.thetisdb.sql.call.SystemCall;

/** A client hears that a definition is in force when its router knows the definition. */
class DefinitionReaderTest {
  private final Cluster cluster = Cluster.started();
  private final FakeClient client = cluster.client();
  private FakeSite definedAt;

  DefinitionReaderTest() {
    for (FakeSite site : cluster.sites) {
      site.onExecute = execute -> define(site, execute);
    }
  }

  /** The site commits the definition, and says nothing of it from then on. */
  private SiteToRouter define(FakeSite site, Execute execute) {
    if (!execute.procedure().equals(SystemCall.DEFINE)) {
      return null;
    }
    definedAt = site;
    site.onDefinitions = () -> null;
    Executed done = site.commit(execute);
    byte[] value = ValueCodec.encodeArguments(List.of(), List.of(), 5L);
    return new Executed(execute.attemptId(), 0, "", done.vector(), value);
  }

  private void revoke() {
    String sql = "REVOKE SELECT ON account FROM clerk";
    byte[] nothing = ValueCodec.encode(List.of(List.of()));
    long session = client.hello.sessionBase() + 1;
    VersionVector seen = VersionVector.ZERO;
    client.say(
        new Statement(1, session, 7, false, 1000, seen, Statement.AUTO_COMMIT, sql, nothing, 0, 0));
    cluster.pass(50);
    assertThat(definedAt).isNotNull();
    assertThat(client.others).isEmpty();
  }

  private void assertDone() {
    assertThat(client.others).hasSize(1);
    assertThat(((SqlReply.Result) client.others.get(0)).errorNumber()).isZero();
  }

  @Test
  void theAnswerWaitsUntilTheMasterSaysWhatItHolds() {
    revoke();
    definedAt.onDefinitions = definedAt::definitions;
    cluster.pass(50);
    assertDone();
  }

  @Test
  void whatTheMasterHeldBeforeIsNotEnough() {
    revoke();
    definedAt.onDefinitions = () -> older(definedAt.definitions());
    cluster.pass(50);
    assertThat(client.others).isEmpty();
    definedAt.onDefinitions = definedAt::definitions;
    cluster.pass(50);
    assertDone();
  }

  private static SiteToRouter older(SiteToRouter.Definitions known) {
    return new SiteToRouter.Definitions(
        VersionVector.ZERO, true, known.mark(), true, known.tables(), known.definitions());
  }

  @Test
  void aMasterThatWasLostMeanwhileIsAskedWhenItIsBack() {
    revoke();
    cluster.lose(definedAt.id);
    cluster.pass(50);
    assertThat(client.others).isEmpty();
    definedAt.onDefinitions = definedAt::definitions;
    cluster.bringBack(definedAt.id);
    cluster.pass(50);
    assertDone();
  }
}
