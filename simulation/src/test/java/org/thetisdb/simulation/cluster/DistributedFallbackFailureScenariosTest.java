package org.thetisdb.simulation.cluster;

import java.util.stream.Stream;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.thetisdb.core.config.ThetisSettings;
import org.thetisdb.core.scheme.SchemeRegistry;
import org.thetisdb.core.testing.InTurn;
import org.thetisdb.core.wire.Message;
import org.thetisdb.core.wire.RouterToSite;
import org.thetisdb.core.wire.SiteToRouter;

/**
 * Scenarios of sites and routers that are lost while those that lost in a batch over sites run
 * behind it (decision 0086): all callers that shift take from one counter, so all but one of each
 * batch fall back. One moment in each build, the others with {@code -Dthetis.long=true}.
 */
@InTurn(oneIn = 6)
final class DistributedFallbackFailureScenariosTest extends EpochFailureFixture {
  DistributedFallbackFailureScenariosTest() {
    super(
        SchemeRegistry.DIST_ARIA,
        ThetisSettings.builder().flag("batch.fallback", "always").build());
  }

  @Override
  long shiftedFrom(int id) {
    return 2_000;
  }

  static Stream<Arguments> moments() {
    return Stream.of(
            RouterToSite.LockInOrder.class,
            RouterToSite.AllLocked.class,
            RouterToSite.Install.class,
            RouterToSite.InstallBatch.class,
            SiteToRouter.RanInEpochView.class,
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
  void whatWasAcknowledgedIsThereOnceThoughALoserWaitedForItsLocks(Victim victim) {
    tellOf(SiteToRouter.Locked.class, victim);
  }
}
