package org.thetisdb.router.system;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.bytes.ByteReader;
import org.thetisdb.core.scheme.LearnedRecord;
import org.thetisdb.core.scheme.SchemeRegistry;
import org.thetisdb.core.value.ValueCodec;
import org.thetisdb.core.wire.RouterToSite.Execute;
import org.thetisdb.core.wire.SiteToRouter;
import org.thetisdb.core.wire.SiteToRouter.Executed;
import org.thetisdb.core.wire.SiteToRouter.StageTimes;
import org.thetisdb.router.engine.Router;
import org.thetisdb.router.harness.Cluster;
import org.thetisdb.router.harness.FakeClient;
import org.thetisdb.router.harness.FakeSite;

/** What a strategy has learned outlives its router (decision 0158). */
class LearnedKeeperTest {
  private static final int CALLS = 1_500;

  /** A call runs for so many microseconds; first guesses know nothing of that. */
  private static final long RAN_US = 7_000;

  private static final String GUESS = "\"name\":\"read_write\",\"constant\":5.0000";

  private final Cluster cluster = new Cluster();
  private int written;

  @BeforeEach
  void begin() {
    cluster.scheme = SchemeRegistry.MORPHOSYS;
    cluster.sites.forEach(site -> site.onExecute = execute -> run(site, execute));
  }

  private SiteToRouter run(FakeSite site, Execute execute) {
    if (execute.procedure().equals(LearnedKeeper.KEEP_LEARNED)) {
      byte[] record = (byte[]) ValueCodec.decodeArguments(execute.arguments())[0];
      LearnedRecord kept = LearnedRecord.decode(new ByteReader(record));
      cluster.sites.forEach(each -> each.learned = kept);
      written++;
    }
    Executed done = site.commit(execute);
    StageTimes times = new StageTimes(0, 0, RAN_US, 0);
    return new Executed(done.attemptId(), 0, "", done.vector(), done.value(), times);
  }

  private void learn() {
    FakeClient client = cluster.client();
    for (int i = 0; i < CALLS; i++) {
      client.send(client.hello.sessionBase() + 1, i + 1, false, 1_000, "Deposit", i % 100L);
      cluster.pass(3);
    }
  }

  private String statusOfNext() {
    Router second = cluster.startRouter("router-2");
    cluster.elect(second);
    cluster.router = second;
    cluster.pass(50);
    return cluster.status();
  }

  @Test
  void theNextLeaderGoesOnFromWhatWasLearned() {
    cluster.start();
    assertThat(cluster.status()).contains(GUESS);
    learn();
    assertThat(written).isPositive();
    assertThat(cluster.site(1).learned.scheme()).isEqualTo("morphosys");
    String next = statusOfNext();
    assertThat(next).contains("\"name\":\"read_write\"").doesNotContain(GUESS);
  }

  @Test
  void whatIsDamagedIsLearnedAnew() {
    cluster.start();
    learn();
    byte[] body = cluster.site(1).learned.body().clone();
    body[0] ^= 0x55;
    LearnedRecord damaged = new LearnedRecord(99, "morphosys", body);
    cluster.sites.forEach(site -> site.learned = damaged);
    assertThat(statusOfNext()).contains(GUESS);
    written = 0;
    learn();
    assertThat(written).as("it is written anew").isPositive();
    assertThat(cluster.site(1).learned.number()).isGreaterThan(99);
  }

  @Test
  void whatAnotherSchemeHasLearnedIsNothing() {
    cluster.start();
    learn();
    LearnedRecord other = new LearnedRecord(99, "another", cluster.site(1).learned.body());
    cluster.sites.forEach(site -> site.learned = other);
    assertThat(statusOfNext()).contains(GUESS);
  }

  @Test
  void nothingIsWrittenWhereNothingIsLearned() {
    cluster.scheme = SchemeRegistry.DYNAMAST;
    cluster.start();
    learn();
    assertThat(written).isZero();
  }
}
