package org.thetisdb.simulation.mutant;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The ways in which a design like this one loses or forks data, and the rule that closes each.
 * Every scenario is told with the rule, and ends well, and without it, and is noticed to end badly.
 *
 * <p>Hazard 10 has tests of its own: {@code SerializableScenariosTest} tells each scenario at the
 * level of snapshots, too, where the rule is not kept. Of 12 there is what the engine has of it.
 */
@Tag("mutant")
final class HazardsTest {
  private static final String SCENARIOS = "simulation.HazardScenarios";
  private static final String WITH_CHECKPOINTS = SCENARIOS + "$WithCheckpoints";
  private static final String PHASE_SCENARIOS = "simulation.PhaseScenariosTest";
  private static final String TWO_PHASE_SCENARIOS = "simulation.TwoPhaseScenariosTest";
  private static final String PREPARED_ROWS = "server.commit.PreparedRows";
  private static final String SQL_SCENARIOS = "simulation.cluster.SqlHazardScenarios";
  private static final String LARGE_SCENARIOS = "simulation.cluster.LargeHazardScenarios";
  private static final String LARGE_ROWS = "sql.large.LargeRows";
  private static final String EXISTENCE = "server.execution.SiteExistence";
  private static final String GROUP_COMMIT = "server.commit.GroupCommit";
  private static final String WRITER = "replication.log.SoleWriter";

  private static void needs(String scenario, Mutation... withoutRule) {
    needs(SCENARIOS, scenario, withoutRule);
  }

  private static void needs(String fixture, String scenario, Mutation... withoutRule) {
    Catch.assertTold(fixture, scenario, withoutRule);
  }

  @Test
  void hazard1WhatIsVisibleButNotInTheLogDoesNotGetOut() {
    needs(
        "whatIsVisibleButNotInTheLogDoesNotGetOut",
        Mutation.runsAtOnce("answers do not wait", GROUP_COMMIT, "whenDurable", 1));
  }

  @Test
  void hazard2APartitionIsGivenAwayOnceInATerm() {
    needs(
        "aPartitionIsGivenAwayOnceInATerm",
        Mutation.returns("any release is made", "server.remastering.Releases", "isHere", true));
  }

  @Test
  void hazard2WhatIsNotGivenBackIsNotLentAgain() {
    needs(
        PHASE_SCENARIOS,
        "whoStandsInLendsNothingThatItsOwnLogHasNotGivenBack",
        Mutation.returns(
            "a failover successor does not wait for its log",
            "server.failover.FailoverSuccessor",
            "awaitsOwnLog",
            false));
  }

  @Test
  void hazard2WhoAloneCannotReachALeaderDoesNotTakeItsPlace() {
    needs(
        "simulation.cluster.RouterHazardScenarios",
        "whoAloneCannotReachALeaderDoesNotTakeItsPlace",
        Mutation.skipped("sites hear of nobody", "server.reader.LeaderSigns", "onHeard"),
        Mutation.returns("sites are not asked", "router.watch.LeaderWatch$Poll", "isSure", true));
  }

  @Test
  void hazard3ACallThatComesAgainDoesNotRunAgain() {
    needs(
        "aCallThatComesAgainDoesNotRunAgain",
        Mutation.skipped("outcomes are not kept", "server.commit.OutcomeTable", "record"),
        Mutation.skipped(
            "they are not looked at", "server.execution.TransactionRunner", "committedBefore"));
  }

  @Test
  void hazard3TheCopyOfAMessageIsNoAttemptOfItsOwn() {
    needs(
        "theCopyOfAMessageIsNoAttemptOfItsOwn",
        Mutation.returns("it is one", "server.admission.Admission", "isNew", true));
  }

  @Test
  void hazard3WhatARouterHasSleptOnIsNotRunBehindItsRepetition() {
    needs(
        "simulation.cluster.RouterHazardScenarios",
        "aSleptOnFirstAttemptIsNotRunBehindItsRepetition",
        Mutation.skipped(
            "connections of before stay open", "router.client.SessionOwners", "onUse"));
  }

  @Test
  void hazard4AFailedAppendEndsTheIncarnation() {
    needs(
        "aFailedAppendEndsTheIncarnation",
        Mutation.replacedByCall(
            "it is acknowledged", GROUP_COMMIT + "$1", "onFailed", "onAppended", 0L));
  }

  @Test
  void hazard5WhatCameLaterIsNotSeenWithoutWhatItDependsOn() {
    needs(
        "whatCameLaterIsNotSeenWithoutWhatItDependsOn",
        Mutation.returns(
            "Equation 1 is skipped", "replication.refresh.OriginLog", "mayApply", true),
        Mutation.skipped("commits do not say it", GROUP_COMMIT, "dependOn"));
  }

  @Test
  void hazard6ACutOfARouterOfThePastIsNotTaken() {
    needs(
        "aCutOfARouterOfThePastIsNotTaken",
        Mutation.advised(
            "any router is followed",
            "server.snapshot.Cuts",
            "offer",
            WrongTurns.AnyRouterIsFollowed.class));
  }

  @Test
  void hazard7NothingIsOverwrittenThatTheSnapshotDoesNotShow() {
    needs(
        "nothingIsOverwrittenThatTheSnapshotDoesNotShow",
        Mutation.returns("any cut will do", "server.execution.PlannedRows", "showsNewest", true));
  }

  @Test
  void hazard8WhoWakesUpBehindAFenceAcknowledgesNothing() {
    needs(
        "whoWakesUpBehindAFenceAcknowledgesNothing",
        Mutation.does("nothing is read back", WRITER, "arrived", "succeed"));
  }

  @Test
  void hazard8WhoWakesUpBehindAFenceRefusesNobodyOnOldData() {
    needs(
        "whoWakesUpBehindAFenceRefusesNobodyOnOldData",
        Mutation.returns(
            "errors do not ask the lease",
            "server.execution.TransactionRunner",
            "mayBeStale",
            false),
        Mutation.returns(
            "the clock of people is not looked at",
            "replication.membership.LeaseTerm",
            "wallLeadUs",
            0L));
  }

  @Test
  void hazard9TheLastWriterWinsWhateverItsStamp() {
    needs(
        "theLastWriterWinsWhateverItsStamp",
        Mutation.advised(
            "stamps are the order",
            "store.slab.SlabRowStore",
            "install",
            WrongTurns.StampsAreTheOrder.class));
  }

  @Test
  void hazard11OneOfTwoSitesGetsAnAddress() {
    needs(
        SQL_SCENARIOS,
        "oneOfTwoSitesGetsAnAddress",
        Mutation.returns(
            "entries are not looked at", "sql.integrity.TableRules$Index", "isFree", true));
  }

  @Test
  void hazard11NoSaleOutlivesItsShop() {
    needs(
        SQL_SCENARIOS,
        "noSaleOutlivesItsShop",
        Mutation.withoutCalls(
                "parents are not locked", "sql.integrity.References", "requireParentNow", "put")
            .and(Mutation.skipped("", "sql.integrity.ForeignKeyRule", "planParent")));
  }

  @Test
  void hazard12ASilentSiteIsFencedOutAndTheOthersGoOn() {
    needs(
        "aSilentSiteIsFencedOutAndTheOthersGoOn",
        Mutation.returns("a fence is ignored", WRITER + "$ReadBack", "isIgnored", true));
  }

  @Test
  void hazard13AReleaseWaitsForHoldersUntilTheirTimeIsOver() {
    needs(
        "aReleaseWaitsForHoldersUntilTheirTimeIsOver",
        Mutation.returns("nobody is waited for", "server.remastering.Releases", "isFree", true));
  }

  @Test
  void hazard14ALogIsNotCutWhileAnotherSiteNeedsIt() {
    needs(
        WITH_CHECKPOINTS,
        "aLogIsNotCutWhileAnotherSiteNeedsIt",
        Mutation.advised(
            "the last site does not count",
            "replication.membership.Roster",
            "needsLogs",
            WrongTurns.ForgetsTheLastSite.class));
  }

  @Test
  void hazard16WhatMayHaveBeenForgottenIsNotTakenForNeverSeen() {
    needs(
        "simulation.LongLifeScenariosTest",
        "whoMayHaveBeenForgottenIsNotRunAgainAndWhoComesLaterIs",
        Mutation.returns(
            "nothing is ever forgotten", "server.commit.ForgottenSessions", "contains", false),
        Mutation.skipped(
            "checkpoints do not say what was forgotten",
            "server.checkpoint.CheckpointSlice",
            "forgotten"));
  }

  @Test
  void hazard14ADamagedCheckpointIsPassedOver() {
    needs(
        WITH_CHECKPOINTS,
        "aDamagedCheckpointIsPassedOver",
        Mutation.returns("checksums are not compared", "server.checkpoint.Blocks", "checksum", 0));
  }

  @Test
  void hazard15NoRowPassesADefinitionThatCameMeanwhile() {
    needs(
        SQL_SCENARIOS,
        "noRowPassesAnIndexThatCameMeanwhile",
        Mutation.skipped("rules may change", "sql.integrity.KeptRules", "changedTable"));
  }

  @Test
  void hazard15NoRouterHearsOfADefinitionThatTheLogDoesNotHave() {
    needs(
        "simulation.SiteScenariosTest",
        "whatTheLogDoesNotHaveYetIsNotToldToRouters",
        Mutation.does(
            "it is told at once", "server.system.CatalogNews$Kind", "tellWhenDurable", "tell"));
  }

  @Test
  void hazard11AnAddressIsFreeOnceItsOwnerIsGone() {
    needs(
        SQL_SCENARIOS,
        "anAddressIsFreeOnceItsOwnerIsGone",
        Mutation.returns(
            "what a trial meets is the last word",
            "router.dispatch.CallAnswers",
            "failedOnOldRows",
            false));
  }

  @Test
  void hazard11WhatIsCheckedLaterIsChecked() {
    needs(
        SQL_SCENARIOS,
        "aSaleMayComeBeforeItsShopButNotWithoutIt",
        Mutation.returns("a COMMIT checks nothing", "sql.integrity.DeferredChecks", "isDue", false),
        Mutation.skipped("notes are forgotten", "sql.integrity.DeferredChecks", "note"));
  }

  @Test
  void hazard17NoSaleThatIsCheckedLaterOutlivesItsShop() {
    needs(
        SQL_SCENARIOS,
        "noSaleThatIsCheckedLaterOutlivesItsShop",
        Mutation.returns(
            "a COMMIT checks nothing", "sql.integrity.DeferredChecks", "isDue", false));
  }

  @Test
  void hazard17NoRowVanishesThatOthersRelyOn() {
    needs(
        SQL_SCENARIOS,
        "noSaleOutlivesItsShop",
        Mutation.skipped("rows vanish at any time", EXISTENCE, "onVanishing"));
    needs(
        SQL_SCENARIOS,
        "noSaleReliesOnAShopThatMayVanish",
        Mutation.returns("rights may change", "server.txn.ExistenceNotes", "changed", -1));
  }

  @Test
  void hazard17NoRowVanishesBeforeAllSitesKnowThatItMay() {
    needs(
        SQL_SCENARIOS,
        "noShopVanishesBeforeAllSitesKnowThatItMay",
        Mutation.returns(
            "sites need not say what they keep to",
            "router.definition.DefinitionBarrier",
            "position",
            0L));
  }

  @Test
  void hazard17NoRowVanishesByASnapshotFromBefore() {
    needs(
        SQL_SCENARIOS,
        "noShopVanishesByASnapshotFromBefore",
        Mutation.returns("any snapshot will do", EXISTENCE, "isSeen", true));
  }

  @Test
  void hazard17AParentThatJustCameIsFound() {
    needs(
        SQL_SCENARIOS,
        "aShopThatJustCameIsFound",
        Mutation.skipped("what is not here is nowhere", EXISTENCE, "onMissing"));
  }

  @Test
  void hazard15NoIndexIsReadInAStateBeforeItWasComplete() {
    needs(
        SQL_SCENARIOS,
        "noIndexIsReadInAStateBeforeItWasComplete",
        Mutation.returns(
                "an index serves any snapshot", "server.execution.SeenCatalogs", "wasReady", true)
            .and(Mutation.returns("", EXISTENCE, "isSeen", true)));
  }

  @Test
  void hazard22NothingIsLentWhereThereAreNoPhases() {
    needs(
        PHASE_SCENARIOS,
        "soIsWhatWasLentOnlyJustBefore",
        Mutation.skipped(
            "temporary ownerships outlive phases", "server.scheme.star.SitePhases", "follow"));
  }

  @Test
  void hazard19HalvesOfTwoPhaseCommit() {
    needs(
        TWO_PHASE_SCENARIOS,
        "nobodyWritesWhatIsPreparedUntilItIsSaidThatNothingComesOfIt",
        Mutation.returns("others may write it", PREPARED_ROWS, "isTaken", false));
    needs(
        TWO_PHASE_SCENARIOS,
        "aParticipantThatRestartsStillHoldsWhatItPrepared",
        Mutation.skipped("it forgets", "server.site.Recovery", "prepareAgain"));
    needs(
        TWO_PHASE_SCENARIOS,
        "aCoordinatorFindsAllRowsThatAreNotPreparedInOneRun",
        Mutation.returns(
            "they need not be prepared",
            "server.execution.TransactionRunner",
            "isAllPrepared",
            true));
  }

  @Test
  void hazard19WhoWaitForEachOtherOverSites() {
    needs(
        TWO_PHASE_SCENARIOS,
        "whoWaitsForARowThatAnotherHasPreparedIsToldOf",
        Mutation.skipped("no site tells", "server.gate.AwaitedParts", "onWait"));
    needs(
        TWO_PHASE_SCENARIOS,
        "whoWaitsForADecisionKeepsNobodyFromItsOtherRows",
        Mutation.returns(
            "they lock first", "server.stage.UndecidedRows", "awaitsDecisionUnlocked", false));
    needs(
        TWO_PHASE_SCENARIOS,
        "oneThatGivesWayIsAnsweredAndWaitsNoMore",
        Mutation.skipped("nobody gives way", "server.admission.Admission", "giveWay"));
  }

  @Test
  void hazard24PiecesStayAsLongAsARowHoldsThem() {
    needs(
        LARGE_SCENARIOS,
        "whatARowHoldsIsNotSwept",
        Mutation.skipped("nobody claims a value", LARGE_ROWS, "claim"));
    needs(
        LARGE_SCENARIOS,
        "aValueIsInOneRowAlone",
        Mutation.withoutCalls("a value may be in two rows", LARGE_ROWS, "claim", "get"));
    needs(
        LARGE_SCENARIOS,
        "whatWasGivenUpCanBeReadForAWhile",
        Mutation.returns("readers get no time", "sql.large.Sweep", "isDue", true));
  }

  @Test
  void hazard24PiecesGoWhenNoRowHoldsThem() {
    needs(
        LARGE_SCENARIOS,
        "whatNoRowHoldsIsSwept",
        Mutation.skipped("nobody gives a value up", LARGE_ROWS, "release"));
  }

  @Test
  void theEpochCoordinatorOfAnEpochCommitsOnlyWhatItMasters() {
    needs(
        "simulation.EpochScenariosTest",
        "theEpochCoordinatorRefusesWhatItDoesNotMasterAndAllBehindIt",
        Mutation.returns(
            "the epoch coordinator looks at nothing",
            "server.scheme.epoch.EpochCoordinator",
            "isHere",
            true));
  }
}
