package org.thetisdb.simulation.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.thetisdb.core.scheme.SchemeRegistry;
import org.thetisdb.core.testing.TestSet;
import org.thetisdb.core.wire.Message;
import org.thetisdb.core.wire.RouterToSite;
import org.thetisdb.core.wire.SiteToRouter;

/** Scenarios of sites and routers that are lost at each step of an epoch, under COCO. */
@Tag("slow")
final class EpochFailureScenariosTest extends EpochFailureFixture {
  EpochFailureScenariosTest() {
    super(SchemeRegistry.COCO_PT);
  }

  /** Every tenth one, others with each commit. */
  static Stream<Arguments> moments() {
    return TestSet.oneIn(20, allMoments()).stream();
  }

  private static List<Arguments> allMoments() {
    return Stream.of(
            RouterToSite.BeginEpochView.class,
            SiteToRouter.EpochViewBegun.class,
            RouterToSite.RunInEpochView.class,
            SiteToRouter.RanInEpochView.class,
            RouterToSite.Validate.class,
            SiteToRouter.Validated.class,
            RouterToSite.Install.class,
            RouterToSite.CommitEpoch.class,
            SiteToRouter.EpochCommitted.class,
            RouterToSite.EpochOver.class)
        .flatMap(moment -> Stream.of(Victim.values()).map(victim -> Arguments.of(moment, victim)))
        .toList();
  }

  @ParameterizedTest
  @MethodSource("moments")
  void whatWasAcknowledgedIsThereOnce(Class<? extends Message> moment, Victim victim) {
    tellOf(moment, victim);
  }

  @Test
  void anEpochIsLostTwiceInARow() {
    beginCalls();
    loseAt(RouterToSite.CommitEpoch.class, () -> sites.get(0));
    world.runFor(700_000);
    loseAt(RouterToSite.Install.class, () -> sites.get(2));
    runUntilLost();
    runUntilAllGoOn();
    checkCounters();
  }

  @Test
  void callsGoOnWithTheMembersThatAreLeft() {
    beginCalls();
    world.runFor(200_000);
    sites.get(2).process().kill();
    world.runFor(2_000_000);
    int before = raisers.stream().mapToInt(caller -> caller.committed).sum();
    world.runFor(500_000);
    int after = raisers.stream().mapToInt(caller -> caller.committed).sum();
    assertThat(after - before).as("calls in half a second").isGreaterThan(CALLERS * 10);
    sites.get(2).start();
    world.runFor(1_000_000);
    checkCounters();
  }
}
