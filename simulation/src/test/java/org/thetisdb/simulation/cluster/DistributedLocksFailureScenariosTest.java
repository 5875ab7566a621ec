package org.thetisdb.simulation.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.thetisdb.core.scheme.SchemeRegistry;
import org.thetisdb.core.testing.InTurn;
import org.thetisdb.core.wire.Message;
import org.thetisdb.core.wire.RouterToSite;
import org.thetisdb.core.wire.SiteToRouter;

/**
 * Scenarios of sites and routers that are lost as a call is refused a lock over sites (decision
 * 0091), and, with {@code -Dthetis.long=true}, at other steps of such a call. Three callers shift
 * between the same two counters.
 */
@InTurn(oneIn = 6)
final class DistributedLocksFailureScenariosTest extends EpochFailureFixture {
  private final List<Caller> rivals = new ArrayList<>();

  DistributedLocksFailureScenariosTest() {
    super(SchemeRegistry.EPOCH_S2PL);
  }

  static Stream<Arguments> moments() {
    return Stream.of(
            RouterToSite.LockInOrder.class,
            SiteToRouter.Locked.class,
            RouterToSite.AllLocked.class,
            RouterToSite.AbortInEpoch.class,
            SiteToRouter.RanInEpochView.class,
            RouterToSite.Install.class)
        .flatMap(moment -> Stream.of(Victim.values()).map(victim -> Arguments.of(moment, victim)));
  }

  @Override
  void beginCalls() {
    super.beginCalls();
    Caller first = shifters.remove(0);
    rivals.add(first);
    for (int i = 0; i < 2; i++) {
      Caller rival = new Caller(leader(), first.counter());
      rival.from = first.from;
      rivals.add(rival);
      rival.start();
    }
  }

  @Override
  void checkCounters() {
    rivals.forEach(Caller::stop);
    super.checkCounters();
    Caller[] all = rivals.toArray(Caller[]::new);
    long to = value(all[0].counter(), all);
    assertThat(value(all[0].from, all)).as("the other half").isEqualTo(-to);
    long committed = rivals.stream().mapToLong(caller -> caller.committed).sum();
    long others = rivals.stream().mapToLong(caller -> caller.others).sum();
    assertThat(to).isBetween(committed, committed + others);
  }

  @EnabledIfSystemProperty(named = "thetis.long", matches = "true")
  @ParameterizedTest
  @MethodSource("moments")
  void whatWasAcknowledgedIsThereOnce(Class<? extends Message> moment, Victim victim) {
    tellOf(moment, victim);
  }

  @ParameterizedTest
  @EnumSource(Victim.class)
  void whatWasAcknowledgedIsThereOnceThoughACallWasRefusedALock(Victim victim) {
    tellOf(SiteToRouter.Validated.class, victim);
  }
}
