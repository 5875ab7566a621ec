package org.thetisdb.core.scheme;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumSet;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.config.BasicSettings;
import org.thetisdb.core.config.ThetisSettings;
import org.thetisdb.core.scheme.SchemeSpec.ConcurrencyControl;
import org.thetisdb.core.scheme.SchemeSpec.Dispatch;
import org.thetisdb.core.scheme.SchemeSpec.Isolation;
import org.thetisdb.core.scheme.SchemeSpec.Layout;
import org.thetisdb.core.scheme.SchemeSpec.PlacementPolicy;
import org.thetisdb.core.scheme.SchemeSpec.SiteCommit;

/** Schemes as values. */
class SchemeRegistryTest {
  @Test
  void eachSchemeIsChosenByItsName() {
    for (SchemeSpec scheme : SchemeRegistry.all()) {
      assertThat(
              ThetisSettings.builder()
                  .flag("scheme", scheme.name())
                  .build()
                  .get(BasicSettings.SCHEME))
          .isSameAs(scheme);
    }
  }

  @Test
  void noTwoSchemesHaveOneName() {
    assertThat(new SchemeRegistry.Names()).doesNotHaveDuplicates();
  }

  @Test
  void aClusterThatIsNotToldOtherwiseHasTheFirst() {
    assertThat(ThetisSettings.builder().build().get(BasicSettings.SCHEME))
        .isSameAs(SchemeRegistry.all().get(0));
  }

  /**
   * What a scheme says of itself is written down by hand, and follows from its parts all the same.
   */
  @Test
  void whatEachSchemeSaysOfItselfFitsItsParts() {
    for (SchemeSpec scheme : SchemeRegistry.all()) {
      boolean serializable = scheme.claims() == Isolation.SERIALIZABLE;
      boolean fixed =
          EnumSet.of(
                  PlacementPolicy.FIXED, PlacementPolicy.FIXED_BY_TRACE, PlacementPolicy.BY_CLUMPS)
              .contains(scheme.placement());
      boolean oneMaster = scheme.placement() == PlacementPolicy.ONE_SITE;
      boolean asksAll = scheme.dispatch() == Dispatch.WITH_ALL_MASTERS;
      boolean byPhase = scheme.dispatch() == Dispatch.BY_PHASE;
      boolean learnsCosts = scheme.placement() == PlacementPolicy.LEARNED_COST;
      boolean brings = scheme.dispatch() == Dispatch.WHERE_ALL_IS_MASTERED;
      boolean inFragments = scheme.dispatch() == Dispatch.IN_FRAGMENTS;
      boolean inEpochs = scheme.dispatch() == Dispatch.IN_EPOCHS;
      boolean twoPhase = scheme.commit() == SiteCommit.TWO_PHASE;
      boolean rowLocks = scheme.concurrency() == ConcurrencyControl.ROW_LOCKS;
      boolean batches = scheme.concurrency() == ConcurrencyControl.BATCH_RESERVATIONS;
      expect(
          scheme,
          Trait.READS_ANYWHERE,
          !serializable
              && EnumSet.of(Dispatch.ONE_SITE, Dispatch.WITH_PARTICIPANTS)
                  .contains(scheme.dispatch()));
      expect(scheme, Trait.READS_AT_MASTERS, asksAll || byPhase || inFragments);
      expect(scheme, Trait.LOCKS_READS_AT_MASTERS, asksAll && !rowLocks);
      expect(scheme, Trait.PREPARES_READS, twoPhase && rowLocks);
      expect(scheme, Trait.ASKS_MASTERS, twoPhase);
      expect(scheme, Trait.LENDS_MASTERS, byPhase);
      expect(scheme, Trait.SPREADS_CALLS, inEpochs);
      expect(
          scheme,
          Trait.LOGS_BY_EPOCHS,
          scheme.commit() == SiteCommit.EPOCH && scheme.dispatch() == Dispatch.AT_PRIMARY);
      expect(scheme, Trait.CHOOSES_ISOLATION, inEpochs || batches);
      expect(
          scheme,
          Trait.LEARNS_PLACEMENT,
          EnumSet.of(PlacementPolicy.FOLLOWS_TRANSACTIONS, PlacementPolicy.LEARNED_COST)
              .contains(scheme.placement()));
      expect(scheme, Trait.ONE_MASTER, oneMaster);
      expect(scheme, Trait.MASTERS_STAY, fixed);
      expect(scheme, Trait.NEEDS_PLACEMENT, scheme.placement() == PlacementPolicy.FIXED_BY_TRACE);
      expect(scheme, Trait.MOVES_CLUMPS, scheme.placement() == PlacementPolicy.BY_CLUMPS);
      expect(scheme, Trait.HAS_GRID, fixed || brings);
      expect(scheme, Trait.NEEDS_RANGES, oneMaster && serializable);
      expect(scheme, Trait.MOVES_ROWS, brings || learnsCosts);
      assertThat(scheme.livesOn(Layout.FULL)).isTrue();
      assertThat(scheme.livesOn(Layout.PARTIAL))
          .as(scheme + " where sites hold a part of the rows")
          .isEqualTo(brings || learnsCosts || byPhase || (asksAll && !serializable));
    }
  }

  private static void expect(SchemeSpec scheme, Trait trait, boolean has) {
    assertThat(scheme.has(trait)).as(scheme + " " + trait).isEqualTo(has);
  }

  @Test
  void peopleReadAllPartsOfAScheme() {
    assertThat(SchemeRegistry.LEAP.parts())
        .isEqualTo(
            "strong session snapshot isolation; every site holds every row; mastership follows"
                + " each transaction to its client's site; a transaction runs at one site, which"
                + " masters all that it meets; rows that it writes are locked; it commits with one"
                + " record in that site's log");
    assertThat(SchemeRegistry.LEAP.parts(2))
        .contains("; 2 of the first sites hold every row, and the others what they master; ");
  }
}
