package org.thetisdb.simulation.cluster;

import java.util.stream.Stream;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.thetisdb.core.scheme.SchemeRegistry;
import org.thetisdb.core.wire.Message;
import org.thetisdb.core.wire.RouterToSite;
import org.thetisdb.core.wire.SiteToRouter;

/**
 * Stories of sites and routers that are lost as a call is refused a lock over sites (decision
 * 0091), and, with {@code -Dthetis.long=true}, at other steps of such a call.
 */
final class SpreadLocksFailureStoriesTest extends EpochFailureStage {
  SpreadLocksFailureStoriesTest() {
    super(SchemeRegistry.EPOCH_S2PL);
  }

  static Stream<Arguments> moments() {
    return Stream.of(
            RouterToSite.LockInOrder.class,
            SiteToRouter.Locked.class,
            RouterToSite.AllLocked.class,
            RouterToSite.Forget.class,
            SiteToRouter.RanInEra.class,
            RouterToSite.Install.class)
        .flatMap(moment -> Stream.of(Victim.values()).map(victim -> Arguments.of(moment, victim)));
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
