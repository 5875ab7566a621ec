package org.thetisdb.router.site;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.router.harness.Cluster;
import org.thetisdb.router.harness.FakeClient;

/** A router that refuses what it does not know makes sure that it still leads. */
class LeaderCheckTest {
  private static final long SOON_MS = 10;

  private final Cluster cluster = Cluster.started();
  private final FakeClient client = cluster.client();

  private void silence(int... sites) {
    for (int site : sites) {
      cluster.site(site).estimates = false;
    }
  }

  @Test
  void aRefusalWaitsForMoreThanHalfOfTheSites() {
    silence(1, 2);
    long request = client.call("Nonsense");
    cluster.pass(SOON_MS);
    assertThat(client.results).as("one site of three has answered").isEmpty();
    cluster.site(2).estimates = true;
    long later = client.call("Nonsense");
    cluster.pass(LeaderCheck.PATIENCE_US / 1_000 + SOON_MS);
    assertThat(client.result(request)).isEqualTo(ErrorCode.UNKNOWN_PROCEDURE);
    assertThat(client.result(later)).isEqualTo(ErrorCode.UNKNOWN_PROCEDURE);
  }

  @Test
  void twoSitesOfThreeAreEnough() {
    silence(3);
    long request = client.call("Nonsense");
    cluster.pass(SOON_MS);
    assertThat(client.result(request)).isEqualTo(ErrorCode.UNKNOWN_PROCEDURE);
  }

  @Test
  void thoseThatComeWhileAQuestionIsUnderWayShareTheNextOne() {
    for (int i = 0; i < 10; i++) {
      client.call("Nonsense");
    }
    cluster.pass(SOON_MS);
    assertThat(client.results).hasSize(10);
  }

  /** It slept, and what it does not know was defined elsewhere meanwhile. */
  @Test
  void aRouterWhosePlaceIsTakenRefusesNothingAnyMore() {
    silence(1, 2, 3);
    long request = client.call("Nonsense");
    cluster.pass(SOON_MS);
    cluster.membership.depose(cluster.router.address());
    cluster.pass(SOON_MS);
    assertThat(client.result(request))
        .as("it has run nothing, and another one is asked")
        .isEqualTo(ErrorCode.NOT_LEADER);
    assertThat(client.goodbye.errorNumber()).isEqualTo(ErrorCode.NOT_LEADER.number());
  }

  @Test
  void withoutAnswersItWaitsNoLongerThanASecond() {
    silence(1, 2, 3);
    long request = client.call("Nonsense");
    cluster.pass(LeaderCheck.PATIENCE_US / 1_000 - SOON_MS);
    assertThat(client.results).isEmpty();
    cluster.pass(2 * SOON_MS);
    assertThat(client.result(request)).isEqualTo(ErrorCode.UNKNOWN_PROCEDURE);
  }
}
