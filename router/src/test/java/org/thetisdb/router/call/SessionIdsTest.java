package org.thetisdb.router.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import org.junit.jupiter.api.Test;
import org.thetisdb.core.testing.VirtualTime;
import org.thetisdb.core.wire.RouterToClient.ServerHello;
import org.thetisdb.router.harness.FakeMembership;

/** A leader has session ids for as many connections as ever come. */
final class SessionIdsTest {
  private static final int CONNECTIONS = 3_000_000;

  private final VirtualTime time = new VirtualTime();
  private final FakeMembership membership = new FakeMembership();
  private final SessionIds ids = new SessionIds(membership.nextEpoch(), membership, time);

  @Test
  void threeMillionConnectionsHaveIdsOfTheirOwn() {
    long before = 0;
    for (int i = 0; i < CONNECTIONS; i++) {
      long base = ids.next();
      if (base <= before || base % ServerHello.SESSIONS_PER_BASE != 0) {
        fail("connection %d got id %d behind %d", i, base, before);
      }
      before = base;
      time.pass(0);
    }
  }

  @Test
  void noConnectionGetsAnIdOfThisOrTheNextLeader() {
    int last = 0;
    for (int i = 0; i < CONNECTIONS; i++) {
      long base = ids.next();
      time.pass(0);
      last = (int) (base >>> 40);
      if (SessionIds.isOwn(base)) {
        fail("connection %d got an id of the leader of epoch %d", i, last);
      }
    }
    SessionIds next = new SessionIds(membership.nextEpoch(), membership, time);
    assertThat((int) (next.next() >>> 40)).isGreaterThan(last);
  }

  @Test
  void withoutMembershipOnlyTheRestOfTheEpochIsGivenOut() {
    membership.epochsFail = true;
    long base = ids.next();
    int given = 0;
    while (base != SessionIds.NONE) {
      given++;
      base = ids.next();
      time.pass(0);
    }
    assertThat(given).isEqualTo((1 << 20) - 1);
    membership.epochsFail = false;
    assertThat(ids.next()).isEqualTo(SessionIds.NONE);
    time.pass(0);
    assertThat(ids.next()).isEqualTo(2L << 40 | 1L << 20);
  }
}
