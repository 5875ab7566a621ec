package org.thetisdb.router.twophase;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.core.scheme.SchemeRegistry;
import org.thetisdb.core.wire.RouterToSite.Execute;
import org.thetisdb.core.wire.SiteToRouter;
import org.thetisdb.core.wire.SiteToRouter.Executed;
import org.thetisdb.core.wire.SiteToRouter.Replan;
import org.thetisdb.router.harness.Cluster;
import org.thetisdb.router.harness.FakeClient;
import org.thetisdb.router.harness.FakeSite;

/**
 * Participants are told at once what was aborted, and never what home may have decided (hazard 30).
 */
final class AbortedAttemptsTest {
  private final Cluster cluster = new Cluster();
  private final FakeClient client;
  private final List<FakeSite> asked = new ArrayList<>();
  private final List<Execute> calls = new ArrayList<>();

  AbortedAttemptsTest() {
    cluster.scheme = SchemeRegistry.PARTITION_STORE;
    cluster.start();
    client = cluster.client();
    cluster.sites.forEach(site -> site.onPart = execute -> answer(site, execute));
  }

  /** The participant prepares; the coordinator says nothing yet. */
  private SiteToRouter answer(FakeSite site, Execute execute) {
    asked.add(site);
    calls.add(execute);
    return asked.size() == 1 ? site.commit(execute) : null;
  }

  private FakeSite participant() {
    return asked.get(0);
  }

  private FakeSite coordinator() {
    return asked.get(1);
  }

  @Test
  void whatAParticipantRefusesIsAborted() {
    cluster.sites.forEach(
        site ->
            site.onPart =
                execute -> {
                  asked.add(site);
                  return refusal(execute);
                });
    long request = client.call("Transfer", 12L, 22L);
    cluster.pass(10);
    assertThat(client.result(request)).isEqualTo(ErrorCode.MEMORY_FULL);
    assertThat(participant().aborted).hasSize(1);
    assertThat(participant().aborted.get(0).doomed()).isEmpty();
  }

  @Test
  void whatTheCoordinatorGivesBackIsAborted() {
    client.call("Transfer", 12L, 22L);
    cluster.pass(10);
    assertThat(participant().aborted).isEmpty();
    coordinator().say(new Replan(calls.get(1).attemptId(), VersionVector.ZERO, List.of(), null));
    cluster.pass(1);
    assertThat(participant().aborted).hasSize(1);
  }

  @Test
  void whatTheCoordinatorRefusesIsAborted() {
    client.call("Transfer", 12L, 22L);
    cluster.pass(10);
    coordinator().say(refusal(calls.get(1)));
    cluster.pass(1);
    assertThat(participant().aborted).hasSize(1);
  }

  @Test
  void whatTheCoordinatorMayHaveCommittedIsNotToldAsAborted() {
    long request = client.send(7, 1, false, 50, "Transfer", 12L, 22L);
    cluster.pass(10);
    int before = participant().undecided.size();
    cluster.pass(5_000);
    assertThat(client.result(request)).isEqualTo(ErrorCode.OUTCOME_UNKNOWN);
    coordinator().say(coordinator().commit(calls.get(1)));
    cluster.pass(200);
    assertThat(participant().aborted).isEmpty();
    assertThat(participant().undecided).hasSizeGreaterThan(before);
  }

  private static Executed refusal(Execute execute) {
    return new Executed(
        execute.attemptId(), ErrorCode.MEMORY_FULL.number(), "no", VersionVector.ZERO, new byte[0]);
  }
}
