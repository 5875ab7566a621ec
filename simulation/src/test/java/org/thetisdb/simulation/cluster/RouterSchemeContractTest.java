package org.thetisdb.simulation.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.core.scheme.SchemeSpec;
import org.thetisdb.core.scheme.Trait;
import org.thetisdb.core.testing.TestSet;
import org.thetisdb.core.wire.RouterToSite;
import org.thetisdb.core.wire.RouterToSite.InEpochView;
import org.thetisdb.core.wire.RouterToSite.SchemeRequest;
import org.thetisdb.core.wire.RouterToSite.SetPhase;
import org.thetisdb.core.wire.SiteToRouter;
import org.thetisdb.core.wire.SiteToRouter.AskForSign;
import org.thetisdb.core.wire.SiteToRouter.SchemeReport;
import org.thetisdb.router.call.PendingCall;
import org.thetisdb.router.scheme.RouterScheme;
import org.thetisdb.router.site.SiteLink;
import org.thetisdb.simulation.turns.Turns;

/**
 * What each scheme's part at a router keeps to, in a cluster of real sites: those that are shipped,
 * and one that was added; some of them in each commit.
 */
@Tag("slow")
final class RouterSchemeContractTest {
  private static final SiteToRouter STRANGE =
      new SchemeReport("nobody", VersionVector.ZERO, new byte[0]);

  /** One in so many is run for a change. */
  private static final int PARTS = 20;

  private static List<SchemeSpec> all() {
    return Turns.FAMILIES.atRouters().schemes().all();
  }

  static List<SchemeSpec> schemes() {
    return TestSet.oneIn(PARTS, all());
  }

  static List<SchemeSpec> changeable() {
    return schemes().stream().filter(scheme -> !scheme.has(Trait.NEEDS_PLACEMENT)).toList();
  }

  private static SchemeFixture under(SchemeSpec scheme) {
    return new SchemeFixture(scheme, Turns.FAMILIES);
  }

  @ParameterizedTest
  @MethodSource("schemes")
  void eachCallHasOneAnswerAndThenNothingIsUnderWay(SchemeSpec scheme) {
    SchemeFixture fixture = under(scheme);
    fixture.begin();
    fixture.run(100_000);
    fixture.callAndCallOff();
    fixture.run(100_000);
    fixture.stop();
    fixture.assertSettles();
    fixture.assertNothingIsLost();
    boolean saysWhatIsUnderWay =
        scheme.has(Trait.SPREADS_CALLS)
            || scheme.has(Trait.LENDS_MASTERS)
            || scheme.equals(Turns.SPEC);
    assertThat(fixture.wasUnsettled()).as("something was under way").isEqualTo(saysWhatIsUnderWay);
  }

  @ParameterizedTest
  @MethodSource("schemes")
  void theCallsOfALostSiteAreRepeatedOrTold(SchemeSpec scheme) {
    SchemeFixture fixture = under(scheme);
    fixture.begin();
    for (SiteMachine site : fixture.sites) {
      fixture.run(30_000);
      site.restartAfter(200_000);
      fixture.run(500_000);
    }
    fixture.stop();
    fixture.assertSettles();
    fixture.assertNothingIsLost();
  }

  @ParameterizedTest
  @MethodSource("schemes")
  void whatIsShutAndOpenedLosesNoCall(SchemeSpec scheme) {
    SchemeFixture fixture = under(scheme);
    fixture.begin();
    for (int i = 0; i < 20; i++) {
      fixture.run(3_000);
      fixture.part().shut();
      fixture.run(i % 2 == 0 ? 200 : 5_000);
      fixture.part().open();
    }
    fixture.stop();
    fixture.assertSettles();
    fixture.assertNothingIsLost();
  }

  @ParameterizedTest
  @MethodSource("changeable")
  void itIsLeftAndTakenAgain(SchemeSpec scheme) {
    SchemeFixture fixture = under(scheme);
    SchemeSpec other = all().get(scheme.equals(all().get(0)) ? 1 : 0);
    fixture.begin();
    for (int i = 0; i < 2; i++) {
      fixture.run(50_000);
      fixture.change(other);
      fixture.run(50_000);
      fixture.change(scheme);
    }
    fixture.run(50_000);
    fixture.stop();
    fixture.assertSettles();
    fixture.assertNothingIsLost();
  }

  /** Its own messages come from timers and from answers of sites: both end. */
  @ParameterizedTest
  @MethodSource("schemes")
  void whatIsClosedSaysNothingMore(SchemeSpec scheme) {
    SchemeFixture fixture = under(scheme);
    fixture.begin();
    fixture.run(50_000);
    fixture.stop();
    fixture.parts.forEach(RouterScheme::close);
    List<RouterToSite> said = new ArrayList<>();
    fixture.hear(
        message -> {
          if (message instanceof InEpochView
              || message instanceof SetPhase
              || message instanceof SchemeRequest) {
            said.add(message);
          }
        });
    fixture.run(500_000);
    assertThat(said).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("schemes")
  void whatItDoesNotKnowItRefuses(SchemeSpec scheme) {
    RouterScheme part = under(scheme).part();
    assertThat(part.on((SiteLink) null, STRANGE)).isFalse();
    assertThatThrownBy(() -> part.on((PendingCall) null, new AskForSign()))
        .isInstanceOf(RuntimeException.class);
  }

  @ParameterizedTest
  @MethodSource("schemes")
  void itIsOfOneFamilyAndEachTermHasAPartOfItsOwn(SchemeSpec scheme) {
    SchemeFixture fixture = under(scheme);
    RouterScheme first = fixture.part();
    fixture.parts.clear();
    fixture.router.restartAfter(1_000);
    fixture.runUntil(() -> !fixture.parts.isEmpty(), "another term begins");
    assertThat(fixture.part()).isNotSameAs(first);
  }
}
