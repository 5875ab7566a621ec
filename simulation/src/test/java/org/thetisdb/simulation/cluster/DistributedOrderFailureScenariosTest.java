package org.thetisdb.simulation.cluster;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
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
 * Scenarios of sites and routers that are lost at each step of a call with ordered locks over sites
 * (decision 0086), with {@code -Dthetis.long=true}; in each build while one waits for a grant, and
 * of sites that are silent.
 */
@InTurn(oneIn = 6)
final class DistributedOrderFailureScenariosTest extends EpochFailureFixture {
  DistributedOrderFailureScenariosTest() {
    super(SchemeRegistry.DIST_CALVIN);
  }

  static Stream<Arguments> moments() {
    return Stream.of(
            RouterToSite.BeginEpochView.class,
            SiteToRouter.EpochViewBegun.class,
            RouterToSite.LockInOrder.class,
            RouterToSite.RunInEpochView.class,
            RouterToSite.AllLocked.class,
            SiteToRouter.RanInEpochView.class,
            RouterToSite.Install.class,
            RouterToSite.CommitEpoch.class,
            SiteToRouter.EpochCommitted.class,
            RouterToSite.EpochOver.class)
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
  void whatWasAcknowledgedIsThereOnceThoughACallWaitedForItsLocks(Victim victim) {
    tellOf(SiteToRouter.Locked.class, victim);
  }

  @Test
  void callsGoOnWhenAMemberIsSilentForAWhile() {
    tellOfSilence();
  }
}
