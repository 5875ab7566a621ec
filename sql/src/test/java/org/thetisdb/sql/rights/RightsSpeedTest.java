package org.thetisdb.sql.rights;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A check of rights is made at each run of each statement. */
@Tag("speed")
class RightsSpeedTest {
  private static final int OBJECTS = 1_000;
  private static final int CHECKS = 2_000_000;

  /** Ten times what a rested machine needs. */
  private static final long MOST_NS = 500;

  private static Rights rights() {
    List<GrantDef> grants = new ArrayList<>();
    for (int i = 0; i < OBJECTS; i++) {
      Securable table = Securable.of(Securable.Kind.TABLE, 16 + i);
      grants.add(GrantDef.initial(100 + i, table).with(5, Privilege.SELECT.bit()));
    }
    return new Rights(List.of(new RoleDef(5, "bob", true, null, List.of())), grants);
  }

  private static Accesses lookUp() {
    return Accesses.of(
        List.of(
            new Access(Securable.PUBLIC_SCHEMA, Privilege.USAGE.bit(), "t", null, null),
            new Access(
                Securable.of(Securable.Kind.TABLE, 517), Privilege.SELECT.bit(), "t", null, null)));
  }

  /** What a view of somebody else reads by its owner's rights. */
  private static Accesses throughView() {
    Securable view = Securable.of(Securable.Kind.VIEW, 3);
    Securable table = Securable.of(Securable.Kind.TABLE, 517);
    return Accesses.of(List.of(new Access(table, Privilege.SELECT.bit(), "t", view, null)));
  }

  @Test
  void aCheckTakesNanosecondsAndMakesNothing() {
    assertCheap(lookUp());
  }

  @Test
  void soDoesOneThroughAView() {
    assertCheap(throughView());
  }

  private static void assertCheap(Accesses accesses) {
    UserRights bob = rights().user("bob");
    check(bob, accesses); // so that it is compiled
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long bestNs = Long.MAX_VALUE;
    long leastBytes = Long.MAX_VALUE;
    for (int round = 0; round < 5; round++) {
      long bytes = threads.getCurrentThreadAllocatedBytes();
      long beganNs = System.nanoTime();
      check(bob, accesses);
      bestNs = Math.min(bestNs, (System.nanoTime() - beganNs) / CHECKS);
      leastBytes = Math.min(leastBytes, threads.getCurrentThreadAllocatedBytes() - bytes);
    }
    System.out.println("a check of rights takes " + bestNs + " ns");
    assertThat(bestNs).isLessThan(MOST_NS);
    assertThat(leastBytes / CHECKS).isZero();
  }

  private static void check(UserRights rights, Accesses accesses) {
    for (int i = 0; i < CHECKS; i++) {
      rights.require(accesses);
    }
  }
}
