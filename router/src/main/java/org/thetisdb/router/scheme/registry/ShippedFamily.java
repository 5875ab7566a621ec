package org.thetisdb.router.scheme.registry;

import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import org.thetisdb.core.config.StrategySettings.Strategy;
import org.thetisdb.core.scheme.SchemeSpec;
import org.thetisdb.core.scheme.SchemeSpec.Dispatch;
import org.thetisdb.core.scheme.SchemeSpec.PlacementPolicy;
import org.thetisdb.core.scheme.SchemeSpec.SiteCommit;
import org.thetisdb.router.estimate.CallLoad;
import org.thetisdb.router.estimate.CallWork;
import org.thetisdb.router.routing.Scheme;
import org.thetisdb.router.routing.SingleMasterScheme;
import org.thetisdb.router.scheme.FollowedWork;
import org.thetisdb.router.scheme.OneSiteScheme;
import org.thetisdb.router.scheme.OneSiteWork;
import org.thetisdb.router.scheme.RouterFamily;
import org.thetisdb.router.scheme.RouterScheme;
import org.thetisdb.router.scheme.SchemeParts;
import org.thetisdb.router.scheme.StrategyParts;
import org.thetisdb.router.scheme.dynamast.DynaMastScheme;
import org.thetisdb.router.scheme.dynamast.paper.PaperScheme;
import org.thetisdb.router.scheme.epoch.EpochCalls;
import org.thetisdb.router.scheme.epoch.EpochWork;
import org.thetisdb.router.scheme.fixed.FixedScheme;
import org.thetisdb.router.scheme.fixed.FixedWork;
import org.thetisdb.router.scheme.fixed.MultiMasterScheme;
import org.thetisdb.router.scheme.fixed.PartitionStoreScheme;
import org.thetisdb.router.scheme.fragments.FragmentScheme;
import org.thetisdb.router.scheme.leap.LeapScheme;
import org.thetisdb.router.scheme.leap.LeapWork;
import org.thetisdb.router.scheme.star.PhasedCalls;
import org.thetisdb.router.scheme.star.PhasedScheme;
import org.thetisdb.router.scheme.star.PhasedWork;

/**
 * The families that are shipped. Their strategies follow from the placement of a scheme. Immutable.
 */
final class ShippedFamily implements RouterFamily {
  /** Schemes that have nothing but a strategy: a call runs at the site that this says. */
  static final RouterFamily ONE_SITE =
      new ShippedFamily(
          ShippedFamily::runsAtOneSite,
          parts -> new OneSiteScheme(parts, ShippedFamily::runsAtOneSite));

  static final RouterFamily FIXED = new ShippedFamily(FixedScheme::isServed, FixedScheme::new);

  /** What has no fragments goes the way of the family that has none. */
  static final RouterFamily FRAGMENTS =
      new ShippedFamily(
          FragmentScheme::isServed,
          parts -> new FragmentScheme(parts, new FixedScheme(parts, FragmentScheme::isServed)));

  static final RouterFamily PHASES =
      new ShippedFamily(scheme -> scheme.dispatch() == Dispatch.BY_PHASE, PhasedCalls::new);

  static final RouterFamily EPOCHS =
      new ShippedFamily(scheme -> scheme.dispatch() == Dispatch.IN_EPOCHS, EpochCalls::new);

  private final Predicate<SchemeSpec> has;
  private final Function<SchemeParts, RouterScheme> begin;

  private ShippedFamily(Predicate<SchemeSpec> has, Function<SchemeParts, RouterScheme> begin) {
    this.has = has;
    this.begin = begin;
  }

  @Override
  public boolean has(SchemeSpec scheme) {
    return has.test(scheme);
  }

  @Override
  public RouterScheme begin(SchemeParts parts) {
    return begin.apply(parts);
  }

  private static boolean runsAtOneSite(SchemeSpec scheme) {
    return scheme.placement() != PlacementPolicy.LEARNED_COST && hasNoOtherWay(scheme);
  }

  private static boolean hasNoOtherWay(SchemeSpec scheme) {
    return switch (scheme.dispatch()) {
      case ONE_SITE, AT_PRIMARY, WHERE_ALL_IS_MASTERED -> scheme.commit() != SiteCommit.TWO_PHASE;
      case WITH_PARTICIPANTS, WITH_ALL_MASTERS, BY_PHASE, IN_EPOCHS, IN_FRAGMENTS, OWN -> false;
    };
  }

  @Override
  public Scheme strategy(SchemeSpec scheme, StrategyParts parts) {
    return switch (scheme.placement()) {
      case FOLLOWS_TRANSACTIONS -> dynamast(parts);
      case FOLLOWS_EACH_TRANSACTION ->
          new LeapScheme(
              parts.placement(),
              parts.cluster(),
              parts.measures(),
              parts.random(),
              parts.config().readMostly());
      case ONE_SITE ->
          new SingleMasterScheme(
              parts.placement(),
              parts.cluster(),
              parts.random(),
              scheme.dispatch() == Dispatch.AT_PRIMARY);
      case FIXED, FIXED_BY_TRACE, BY_CLUMPS -> fixed(scheme, parts);
      case LEARNED_COST, OWN ->
          throw new IllegalArgumentException(scheme + " has a strategy of its own");
    };
  }

  @Override
  public List<CallWork> describe(SchemeSpec scheme, CallLoad load) {
    return switch (scheme.placement()) {
      case FOLLOWS_TRANSACTIONS -> FollowedWork.of(load);
      case FOLLOWS_EACH_TRANSACTION -> LeapWork.of(load);
      case ONE_SITE ->
          scheme.dispatch() == Dispatch.IN_EPOCHS
              ? EpochWork.of(scheme, load)
              : OneSiteWork.of(scheme, load);
      case FIXED, FIXED_BY_TRACE, BY_CLUMPS ->
          scheme.dispatch() == Dispatch.BY_PHASE ? PhasedWork.of(load) : FixedWork.of(scheme, load);
      case LEARNED_COST, OWN ->
          throw new IllegalArgumentException(scheme + " describes its calls itself");
    };
  }

  private static Scheme dynamast(StrategyParts parts) {
    return parts.config().strategy().strategy() == Strategy.AUTO
        ? new DynaMastScheme(
            parts.config().strategy(),
            parts.config().sampling(),
            parts.placement(),
            parts.cluster(),
            parts.measures(),
            parts.random())
        : new PaperScheme(
            parts.config().strategy(),
            parts.config().sampling(),
            parts.placement(),
            parts.cluster(),
            parts.random());
  }

  private static Scheme fixed(SchemeSpec scheme, StrategyParts parts) {
    return switch (scheme.dispatch()) {
      case ONE_SITE, AT_PRIMARY, WHERE_ALL_IS_MASTERED, WITH_PARTICIPANTS, IN_EPOCHS, OWN ->
          new MultiMasterScheme(
              parts.placement(), parts.cluster(), parts.measures(), parts.random());
      case WITH_ALL_MASTERS, IN_FRAGMENTS ->
          new PartitionStoreScheme(
              parts.placement(),
              parts.cluster(),
              parts.measures(),
              parts.random(),
              scheme.locksReadsAtMasters(),
              parts.config().readMostly());
      case BY_PHASE ->
          new PhasedScheme(parts.placement(), parts.cluster(), parts.measures(), parts.random());
    };
  }
}
