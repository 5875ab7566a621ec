package org.thetisdb.simulation.cluster;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.thetisdb.core.scheme.SchemeRegistry;
import org.thetisdb.core.testing.InTurn;
import org.thetisdb.core.wire.Message;
import org.thetisdb.core.wire.RouterToSite;
import org.thetisdb.core.wire.SiteToRouter;

/**
 * Scenarios of sites and routers that are lost at each step of a batch over sites (decision 0074),
 * with {@code -Dthetis.long=true}; and of one that is silent, in each build.
 */
@InTurn(oneIn = 6)
final class DistributedBatchFailureScenariosTest extends EpochFailureFixture {
  DistributedBatchFailureScenariosTest() {
    super(SchemeRegistry.DIST_ARIA);
  }

  static Stream<Arguments> moments() {
    return Stream.of(
            RouterToSite.BeginEpochView.class,
            SiteToRouter.EpochViewBegun.class,
            RouterToSite.RunInEpochView.class,
            SiteToRouter.RanInEpochView.class,
            RouterToSite.Reserve.class,
            RouterToSite.CheckBatch.class,
            SiteToRouter.BatchChecked.class,
            RouterToSite.InstallBatch.class,
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

  @Test
  void callsGoOnWhenAMemberIsSilentForAWhile() {
    tellOfSilence();
  }
}
