package org.thetisdb.simulation.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.thetisdb.client.CallOutcome;
import org.thetisdb.client.SessionCore;
import org.thetisdb.core.net.Connection;
import org.thetisdb.core.scheme.SchemeRegistry;
import org.thetisdb.core.value.ValueCodec;
import org.thetisdb.core.wire.ClientMessage.ChangeReplicas;
import org.thetisdb.core.wire.Message;
import org.thetisdb.core.wire.SiteToRouter.Executed;
import org.thetisdb.replication.membership.ClusterSettings.FirstMaster;
import org.thetisdb.simulation.SimulatedNetwork;

/**
 * Site 1 holds and masters everything, and has more to do than it can; sites 2 and 3 have nothing.
 * Each update reads one of a few counters that all updates read, so nothing can go elsewhere before
 * copies of these are there (decision 0172).
 */
@Tag("slow")
final class PlannedCopiesScenariosTest extends RouterFixture {
  private static final int SESSIONS = 24;
  private static final long FIRST_SHARED = 5_000;

  private final List<Matching> sessions = new ArrayList<>();
  private int ranElsewhere;

  PlannedCopiesScenariosTest() {
    super(1, SchemeRegistry.MORPHOSYS, 10, FirstMaster.FIRST_SITE, 1);
  }

  @Override
  long siteTaskUs() {
    return 100;
  }

  @Test
  void copiesComeToIdleSitesAndUpdatesFollowThem() {
    surroundings.network().watch(new Elsewhere());
    for (int i = 1; i <= SESSIONS; i++) {
      sessions.add(new Matching(100L * i));
    }
    sessions.forEach(Matching::next);
    runUntil(() -> replicas().contains("\"state\":\"held\""), "a copy is planned, and comes");
    runUntil(() -> ranElsewhere > 1_000, "updates run where the copies are");
    sessions.forEach(each -> each.stopped = true);
    world.runFor(LEASE_US);
    assertThat(sessions).allSatisfy(each -> assertThat(each.failed).isZero());
  }

  /** Most calls read two counters of their own and write nothing; few write another one. */
  @Test
  void copiesComeForCallsThatOnlyRead() {
    surroundings.network().watch(new Elsewhere());
    for (int i = 1; i <= SESSIONS; i++) {
      sessions.add(new Reading(100L * i));
    }
    sessions.forEach(Matching::next);
    runUntil(() -> replicas().contains("\"state\":\"held\""), "a copy is planned, and comes");
    runUntil(() -> ranElsewhere > 1_000, "calls run where the copies are");
    sessions.forEach(each -> each.stopped = true);
    world.runFor(LEASE_US);
    assertThat(sessions).allSatisfy(each -> assertThat(each.failed).isZero());
  }

  private String replicas() {
    CallOutcome[] told = new CallOutcome[1];
    new Caller(leader(), 0)
        .machine
        .core()
        .changeReplicas(ChangeReplicas.LIST, "", 0, outcome -> told[0] = outcome);
    world.runFor(100_000);
    return told[0] == null ? "" : String.valueOf(told[0].result());
  }

  private final class Elsewhere implements SimulatedNetwork.Watcher {
    @Override
    public void onSent(String from, Connection connection, Message message) {
      ranElsewhere += message instanceof Executed && !from.equals("site-1") ? 1 : 0;
    }

    @Override
    public void onClosed(Connection connection) {}
  }

  /** One session, which reads counters of its own, and raises one in every eighth call. */
  private final class Reading extends Matching {
    Reading(long counter) {
      super(counter);
    }

    @Override
    void call() {
      boolean writes = calls++ % 8 == 0;
      Object[] one = {counter + 50, 1L};
      Object[] two = {counter, counter + 10};
      session.call(
          writes ? "Raise" : "Sum", ValueCodec.encodeArguments(writes ? one : two), this::ended);
    }
  }

  /** One session, which matches its counter with shared ones again and again. */
  private class Matching {
    final SessionCore session = new Caller(leader(), 0).session;
    final long counter;
    long calls;
    private int failed;
    private boolean stopped;

    Matching(long counter) {
      this.counter = counter;
    }

    final void next() {
      call();
    }

    void call() {
      Object[] arguments = {FIRST_SHARED + 10 * (calls++ % 4), counter};
      session.call("Match", ValueCodec.encodeArguments(arguments), this::ended);
    }

    final void ended(CallOutcome outcome) {
      failed += outcome.isCommitted() ? 0 : 1;
      if (!stopped) {
        next();
      }
    }
  }
}
