package org.thetisdb.router.scheme.dynamast;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What commits more is kept, and what was in vain is tried more and more rarely. */
class RegimeControllerTest {
  private final RegimeWorld world = new RegimeWorld(7);

  @ParameterizedTest
  @CsvSource({"0.9, 0.2", "0.7, 0.5", "0.5, 0.1", "0.8, 0.03"})
  void whatWasSpreadIsGatheredWhereLessCommits(double part, double movedShare) {
    world.spreadPerS = part * world.togetherPerS;
    world.movedShare = movedShare;
    world.run(9);
    assertThat(world.spreads).isEqualTo(1);
    assertThat(world.isTogether()).as(world.controller.reason()).isTrue();
    assertThat(world.controller.gatherAt()).isEqualTo(2);
    assertThat(world.controller.reason()).contains("spread").contains("gathering at site 2");
  }

  @ParameterizedTest
  @ValueSource(doubles = {1.0, 1.1, 2.5})
  void whatIsSpreadStaysSoWhereAsMuchOrMoreCommits(double part) {
    world.noise = 0.005;
    world.spreadPerS = part * world.togetherPerS;
    world.movedShare = 0.1;
    world.run(120);
    assertThat(world.isTogether()).as(world.controller.reason()).isFalse();
    assertThat(world.spreads).isEqualTo(1);
    assertThat(world.controller.gatherAt()).isZero();
  }

  @Test
  void aLoadThatFallsIsNoReasonToGatherWhereNothingMoves() {
    world.spreadPerS = 0.4 * world.togetherPerS;
    world.movedShare = 0;
    world.run(120);
    assertThat(world.isTogether()).as(world.controller.reason()).isFalse();
  }

  @Test
  void whatUpdatesBringBackIsKeptTogether() {
    world.bringsBack = true;
    world.movedShare = 0.01;
    world.spreadPerS = 0.6 * world.togetherPerS;
    world.run(19);
    assertThat(world.spreads).isEqualTo(1);
    assertThat(world.controller.keepsTogether()).isTrue();
    assertThat(world.controller.reason()).contains("brought back");
  }

  @Test
  void trialsInVainComeMoreAndMoreRarely() {
    world.spreadPerS = 0.7 * world.togetherPerS;
    world.run(3_600);
    assertThat(world.spreads).isBetween(10, 18);
    world.shareTogether();
    world.run(3_600);
    assertThat(world.shareTogether()).isGreaterThan(0.985);
  }

  @Test
  void localityThatAppearsLaterIsFound() {
    world.spreadPerS = 0.7 * world.togetherPerS;
    world.run(30);
    assertThat(world.isTogether()).isTrue();
    world.spreadPerS = 2.5 * world.togetherPerS;
    world.movedShare = 0.01;
    world.run(90);
    assertThat(world.isTogether()).as(world.controller.reason()).isFalse();
  }

  @Test
  void whatIsKeptTogetherIsLetGoAfterAWhile() {
    world.spreadPerS = 0.7 * world.togetherPerS;
    world.run(10);
    world.hasClusters = false;
    assertThat(world.controller.keepsTogether()).isTrue();
    world.run(30);
    assertThat(world.controller.keepsTogether()).as("borders may come").isFalse();
  }

  @Test
  void localityThatABalancerSeesIsTriedAtOnce() {
    world.spreadPerS = 0.7 * world.togetherPerS;
    world.run(12);
    assertThat(world.isTogether()).isTrue();
    world.spreadPerS = 2.5 * world.togetherPerS;
    world.movedShare = 0.03;
    world.torn = 0.03;
    world.run(2);
    assertThat(world.isTogether()).as(world.controller.reason()).isFalse();
    world.run(30);
    assertThat(world.isTogether()).as(world.controller.reason()).isFalse();
    assertThat(world.spreads).isEqualTo(2);
  }

  @Test
  void localityThatGoesAwayIsFoundByWhatOneSiteDid() {
    world.spreadPerS = 2 * world.togetherPerS;
    world.movedShare = 0.01;
    world.run(30);
    assertThat(world.isTogether()).isFalse();
    world.spreadPerS = 0.8 * world.togetherPerS;
    world.movedShare = 0.1;
    world.run(8);
    assertThat(world.isTogether()).as(world.controller.reason()).isTrue();
  }

  @Test
  void whatWasFoundToGainIsNotTakenBackThoughMuchMoves() {
    world.spreadPerS = 1.3 * world.togetherPerS;
    world.movedShare = 0.2;
    world.run(110);
    assertThat(world.gatherings).as(world.controller.reason()).isZero();
    assertThat(world.isTogether()).isFalse();
  }

  @Test
  void thrashingIsGatheredForATrialThoughOneSiteWillBeCrowded() {
    world.spread();
    world.spreadPerS = 0.7 * world.togetherPerS;
    world.movedShare = 0.3;
    world.run(8);
    assertThat(world.controller.keepsTogether()).isTrue();
    assertThat(world.isTogether()).isTrue();
    assertThat(world.controller.reason()).contains("at one site").contains("stays at site 2");
  }

  @Test
  void aTrialOfGatheringInVainEndsAndIsRare() {
    world.spread();
    world.spreadPerS = 1.5 * world.togetherPerS;
    world.movedShare = 0.3;
    world.run(3_600);
    assertThat(world.gatherings).isBetween(5, 18);
    world.shareTogether();
    world.run(3_600);
    assertThat(world.shareTogether()).isLessThan(0.03);
  }

  @Test
  void thrashingWhereOneSiteCanDoAllIsGatheredWithoutATrial() {
    world.spread();
    world.crowds = false;
    world.hasClusters = false;
    world.movedShare = 0.3;
    world.run(4);
    assertThat(world.isTogether()).isTrue();
    assertThat(world.controller.isGathering()).isFalse();
  }

  @Test
  void aTrialWaitsForAPace() {
    world.run(0.9);
    assertThat(world.spreads).as("nobody could say what was gained").isZero();
    world.run(0.5);
    assertThat(world.spreads).isEqualTo(1);
  }

  @Test
  void aLoadThatGrowsDuringATrialIsPutRightByTheNext() {
    world.togetherPerS = 2_000;
    world.spreadPerS = 1_400;
    world.run(1.2);
    world.togetherPerS = 4_000; // more clients have come
    world.spreadPerS = 2_800;
    world.run(180);
    assertThat(world.isTogether()).as(world.controller.reason()).isTrue();
  }

  @Test
  void nothingIsTornForAMinuteBehindALoad() {
    assertThat(world.controller.tornAtMost(world.nowUs())).isGreaterThan(1);
    world.controller.onOtherWork(world.nowUs());
    assertThat(world.controller.tornAtMost(world.nowUs())).isEqualTo(MoveShares.TOO_MUCH);
    world.run(61);
    assertThat(world.controller.tornAtMost(world.nowUs())).isGreaterThan(1);
    world.controller.onOtherWork(world.nowUs());
    assertThat(world.controller.tornAtMost(world.nowUs()))
        .as("work changes often")
        .isGreaterThan(1);
  }

  @Test
  void aSiteThatJoinsIsReasonToTryAgain() {
    world.spreadPerS = 0.7 * world.togetherPerS;
    world.run(9);
    assertThat(world.controller.keepsTogether()).isTrue();
    world.sites++;
    world.run(2);
    assertThat(world.spreads).isEqualTo(2);
  }

  @Test
  void theLastSiteGoesAndNothingGathers() {
    world.spreadPerS = 0.7 * world.togetherPerS;
    world.run(9);
    world.controller.end(world.nowUs());
    assertThat(world.controller.gatherAt()).isZero();
    assertThat(world.controller.keepsTogether()).isFalse();
  }

  @Test
  void fewSlowUpdatesAreCountedForLonger() {
    world.togetherPerS = 150;
    world.spreadPerS = 60;
    world.noise = 0;
    world.run(25);
    assertThat(world.spreads).isEqualTo(1);
    assertThat(world.isTogether()).as(world.controller.reason()).isTrue();
  }

  /** Any two regimes that differ by a tenth or more, with noise. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
  void theBetterRegimeIsInForceNearlyAlways(long seed) {
    Random random = new Random(seed);
    RegimeWorld any = new RegimeWorld(seed);
    boolean spreadIsBetter = random.nextBoolean();
    double factor = 1.1 + random.nextDouble();
    any.togetherPerS = 500 + random.nextInt(4_000);
    any.spreadPerS = any.togetherPerS * (spreadIsBetter ? factor : 1 / factor);
    any.movedShare = 0.03 + 0.4 * random.nextDouble();
    any.noise = 0.05 * random.nextDouble();
    if (random.nextBoolean()) {
      any.spread();
    }
    any.run(300);
    any.shareTogether();
    any.run(600);
    double together = any.shareTogether();
    assertThat(spreadIsBetter ? 1 - together : together)
        .as("%s beside %s: %s", any.togetherPerS, any.spreadPerS, any.controller.reason())
        .isGreaterThan(0.95);
  }
}
