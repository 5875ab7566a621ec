package org.thetisdb.router.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.config.ProcedureSettings.UploadPolicy;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.core.placement.Mastership;
import org.thetisdb.core.value.ValueCodec;
import org.thetisdb.core.wire.ClientMessage.UploadJar;
import org.thetisdb.core.wire.RouterToSite.Execute;
import org.thetisdb.core.wire.SiteToRouter.Executed;
import org.thetisdb.core.wire.SiteToRouter.JarEntry;
import org.thetisdb.core.wire.SiteToRouter.Jars;
import org.thetisdb.core.wire.SiteToRouter.TableEntry;
import org.thetisdb.router.config.UploadRights;
import org.thetisdb.router.harness.Bank;
import org.thetisdb.router.harness.Cluster;
import org.thetisdb.router.harness.FakeClient;
import org.thetisdb.router.harness.FakeSite;

/** Jars come in. The sites have none at first. */
class UploadTest {
  private static final byte[] LIST = ValueCodec.encode(List.of("Deposit"));

  private final Cluster cluster = new Cluster();
  private FakeClient client;

  private void start(UploadRights rights, String token) {
    cluster.rights = rights;
    cluster.sites.forEach(site -> site.jars = new Jars(VersionVector.ZERO, List.of(), List.of()));
    cluster.site(1).onExecute = this::install;
    cluster.start();
    client = cluster.client(cluster.router, token);
  }

  private void start() {
    start(new UploadRights(UploadPolicy.LOOPBACK, "", 1000), "");
  }

  /** What the site does with a jar: it has it from then on. */
  private Executed install(Execute execute) {
    Object[] arguments = ValueCodec.decodeArguments(execute.arguments());
    cluster.site(1).jars =
        new Jars(
            VersionVector.ZERO,
            List.of(new JarEntry((String) arguments[0], 1, (byte[]) arguments[1])),
            List.of(new TableEntry(Bank.TABLE_ID, Bank.ACCOUNT.schema().encode())));
    return new Executed(
        execute.attemptId(), 0, "", VersionVector.of(1), ValueCodec.encode(List.of("Deposit")));
  }

  private Object upload(long request, String name, String jar) {
    client.say(new UploadJar(request, name, Bank.bytes(jar)));
    cluster.pass(2);
    return client.result(request);
  }

  @Test
  void aJarIsInstalledByATransactionAtTheCatalogsMaster() {
    start();
    assertThat(upload(1, "bank", "bank")).isEqualTo(List.of("Deposit"));
    Execute execute = cluster.site(1).executed.get(0);
    assertThat(execute.procedure()).isEqualTo("thetis.install_jar");
    assertThat(execute.jarVersion()).isZero();
    assertThat(execute.written())
        .containsExactly(new Mastership(org.thetisdb.core.id.PartitionId.of(1, 0), 0));
  }

  @Test
  void whileTheFirstSiteIsLostAnUploadTakesTheCatalogToAnotherOne() {
    start();
    upload(1, "bank", "bank");
    List<FakeSite> others = List.of(cluster.site(2), cluster.site(3));
    for (FakeSite other : others) {
      other.jars = cluster.site(1).jars;
      other.onSuccessor = wanted -> other.successor(wanted, 1);
      other.onExecute = execute -> new Executed(execute.attemptId(), 0, "", other.report, LIST);
    }
    cluster.lose(1);
    cluster.pass(500);
    client.say(new UploadJar(2, "bank", Bank.bytes("bank")));
    cluster.pass(100);
    List<Execute> executed = others.stream().flatMap(site -> site.executed.stream()).toList();
    assertThat(executed).hasSize(1);
    assertThat(executed.get(0).procedure()).isEqualTo("thetis.install_jar");
    assertThat(executed.get(0).written())
        .containsExactly(new Mastership(org.thetisdb.core.id.PartitionId.of(1, 0), 1));
    assertThat(client.result(2)).isEqualTo(List.of("Deposit"));
  }

  @Test
  void itsProceduresCanBeCalledWhenTheUploaderHears() {
    start();
    long before = client.call("Deposit", 12L);
    cluster.pass(1);
    assertThat(client.result(before)).isEqualTo(ErrorCode.UNKNOWN_PROCEDURE);
    upload(100, "bank", "bank");
    long after = client.call("Deposit", 12L);
    cluster.pass(1);
    assertThat(client.result(after)).isEqualTo("ran at 2");
  }

  @Test
  void whatIsNoJarIsRefusedHere() {
    start();
    assertThat(upload(1, "bank", "rubbish")).isEqualTo(ErrorCode.BAD_JAR);
    assertThat(cluster.site(1).executed).isEmpty();
  }

  @Test
  void aJarThatIsTooLargeIsRefused() {
    start(new UploadRights(UploadPolicy.LOOPBACK, "", 3), "");
    assertThat(upload(1, "bank", "bank")).isEqualTo(ErrorCode.JAR_TOO_LARGE);
  }

  @Test
  void aProcedureOfAnotherJarClashes() {
    start();
    upload(1, "bank", "bank");
    assertThat(upload(2, "other", "deposit")).isEqualTo(ErrorCode.PROCEDURE_CLASH);
    assertThat(upload(3, "bank", "deposit")).as("the same jar anew").isInstanceOf(List.class);
  }

  @Test
  void uploadsGoOneAfterTheOtherAndAreBounded() {
    start();
    cluster.site(1).onExecute = execute -> null;
    for (int i = 1; i <= 4; i++) {
      client.say(new UploadJar(i, "bank", Bank.bytes("bank")));
    }
    cluster.pass(1);
    assertThat(cluster.site(1).executed).hasSize(1);
    assertThat(client.result(4)).isEqualTo(ErrorCode.OVERLOADED);
    cluster.site(1).onExecute = this::install;
    cluster.site(1).say(install(cluster.site(1).executed.get(0)));
    cluster.pass(3);
    assertThat(client.results.keySet()).containsExactly(1L, 2L, 3L, 4L);
    assertThat(cluster.site(1).executed.get(1).sequence())
        .isEqualTo(cluster.site(1).executed.get(0).sequence() + 1);
  }

  @Test
  void whoMayNotUploadHearsIt() {
    start(new UploadRights(UploadPolicy.OFF, "", 1000), "");
    assertThat(upload(1, "bank", "bank")).isEqualTo(ErrorCode.UNAUTHORIZED);
  }

  @Test
  void theTokenOpens() {
    start(new UploadRights(UploadPolicy.TOKEN, "sesame", 1000), "sesame");
    assertThat(upload(1, "bank", "bank")).isInstanceOf(List.class);
  }

  @Test
  void theWrongTokenDoesNot() {
    start(new UploadRights(UploadPolicy.TOKEN, "sesame", 1000), "barley");
    assertThat(upload(1, "bank", "bank")).isEqualTo(ErrorCode.UNAUTHORIZED);
  }

  @Test
  void anEmptyTokenOpensNothing() {
    start(new UploadRights(UploadPolicy.TOKEN, "", 1000), "");
    assertThat(upload(1, "bank", "bank")).isEqualTo(ErrorCode.UNAUTHORIZED);
  }

  @Test
  void aSiteThatIsLostAfterInstallingDoesNotKeepTheUploaderWaiting() {
    start();
    cluster.site(1).onExecute =
        execute -> {
          Executed done = install(execute);
          cluster.time.schedule(60, () -> cluster.site(1).stop());
          return done;
        };
    assertThat(upload(1, "bank", "bank")).isEqualTo(List.of("Deposit"));
  }
}
