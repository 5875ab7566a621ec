package org.thetisdb.router.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.router.config.UserLimits;

/** One user or one machine takes more than its share, and the others have room. */
class UserLoadsTest {
  private final UserLoads loads = new UserLoads(new UserLimits(2, 2, 3, 1_000, 4));

  private static void assertRefused(Runnable work, String who) {
    assertThatThrownBy(work::run)
        .isInstanceOfSatisfying(
            ThetisException.class,
            error -> assertThat(error.code()).isEqualTo(ErrorCode.TOO_MANY_CONNECTIONS))
        .hasMessageContaining(who);
  }

  private static boolean isTaken(UserLoads.Load load, int bytes) {
    ThetisException refused = load.begin(bytes);
    assertThat(refused == null || refused.code() == ErrorCode.USER_OVERLOADED).isTrue();
    return refused == null;
  }

  @Test
  void anAddressHasSoManyConnections() {
    loads.enter("10.0.0.7");
    loads.enter("10.0.0.7");
    assertRefused(() -> loads.enter("10.0.0.7"), "10.0.0.7");
    loads.enter("10.0.0.8");
    loads.leave("10.0.0.7");
    loads.enter("10.0.0.7");
  }

  @Test
  void aUserHasSoManyConnections() {
    UserLoads.Load first = loads.connect("ann");
    assertThat(loads.connect("ann")).isSameAs(first);
    assertRefused(() -> loads.connect("ann"), "ann");
    assertThat(loads.connect("bob")).isNotSameAs(first);
    first.disconnect();
    assertThat(loads.connect("ann")).isSameAs(first);
  }

  @Test
  void itsRequestsCountOverAllOfThem() {
    UserLoads.Load load = loads.connect("ann");
    assertThat(isTaken(load, 10) && isTaken(load, 10) && isTaken(load, 10)).isTrue();
    assertThat(isTaken(loads.connect("ann"), 10)).isFalse();
    load.end(10);
    assertThat(isTaken(load, 10)).isTrue();
  }

  @Test
  void soDoTheirBytesButOneAloneIsTaken() {
    UserLoads.Load load = loads.connect("ann");
    assertThat(isTaken(load, 5_000)).isTrue();
    assertThat(isTaken(load, 1)).isFalse();
    load.end(5_000);
    assertThat(isTaken(load, 600) && isTaken(load, 400)).isTrue();
    assertThat(isTaken(load, 1)).isFalse();
  }

  @Test
  void whoComesAgainHasWhatStillRuns() {
    UserLoads.Load load = loads.connect("ann");
    assertThat(isTaken(load, 1_000)).isTrue();
    load.disconnect();
    assertThat(isTaken(loads.connect("ann"), 1)).isFalse();
  }
}
