package org.thetisdb.simulation.mutant;

import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.thetisdb.core.scheme.SchemeRegistry;
import org.thetisdb.simulation.cluster.Simulation;

/** Every mutant of a way to commit that only some schemes have is caught by a seed of theirs. */
@Tag("mutant")
final class CommitMutantsTest {
  private static final String RESERVATIONS = "server.scheme.batch.Reservations";
  private static final String READ_LOCKS = "server.lock.ReadLocks";
  private static final String VALIDATION = "server.scheme.twophase.Validation";
  private static final String EPOCH_RUNS = "server.scheme.epoch.EpochRuns";
  private static final String PHYSICAL_TIME = "server.scheme.epoch.PhysicalTime";
  private static final String PHASES = "server.scheme.star.SitePhases";
  private static final String PHASE_TABLES = "router.readmostly.PhaseTables";
  private static final String PREPARED = "server.commit.PreparedRows";
  private static final String PLANNED_ROWS = "server.execution.PlannedRows";
  private static final String RUNNER = "server.execution.TransactionRunner";
  private static final String READ_RIGHTS = "server.txn.ReadRights";
  private static final String GROUP_COMMIT = "server.commit.GroupCommit";

  /** Rules that only transactions over several sites need (hazard 19). */
  static Stream<Mutation> mutationsOfTwoPhases() {
    return Stream.of(
        Mutation.runsAtOnce(
            "a decision is told before the log has it", GROUP_COMMIT, "whenDurable", 1),
        Mutation.skipped(
            "a participant that restarts forgets what it prepared",
            "server.site.Recovery",
            "prepareAgain"),
        Mutation.returns("what is prepared is written by others", PREPARED, "isTaken", false),
        Mutation.withoutCalls(
                "what is prepared is read as of now", READ_RIGHTS, "of", "isWrittenByOther")
            .and(Mutation.withoutCalls("", READ_RIGHTS, "ofRange", "isAnyByOtherIn"))
            .and(Mutation.withoutCalls("", READ_RIGHTS, "of", "isWrittenByAny"))
            .and(Mutation.withoutCalls("", READ_RIGHTS, "ofRange", "isWrittenByAnyIn")),
        Mutation.returns("what others master need not be prepared", RUNNER, "isAllPrepared", true)
            .and(Mutation.skipped("", PLANNED_ROWS, "undecided")),
        Mutation.withYes(
            "what may be decided yet is given up",
            "server.scheme.twophase.Decisions",
            "onReached",
            "covers"));
  }

  @ParameterizedTest
  @MethodSource("mutationsOfTwoPhases")
  void isCaughtWithTwoPhases(Mutation mutation) {
    Catch.assertCaught(mutation, Simulation.under(SchemeRegistry.MULTI_MASTER)::run);
  }

  /** Rules that are met most where participants are asked for what is only read, too. */
  static Stream<Mutation> mutationsOfAllMasters() {
    return Stream.of(
        Mutation.skipped(
            "a coordinator need not have what its participants had",
            "router.twophase.DistributedAttempt",
            "see"),
        Mutation.skipped(
                "participants never hear that nothing comes of what they prepared",
                "router.twophase.OutcomeNews",
                "tell")
            .and(Mutation.skipped("", "router.twophase.OutcomeNews", "tellAborted")),
        Mutation.returns("what others master need not be prepared", RUNNER, "isAllPrepared", true));
  }

  @ParameterizedTest
  @MethodSource("mutationsOfAllMasters")
  void isCaughtWithAllMasters(Mutation mutation) {
    Catch.assertCaught(mutation, Simulation.under(SchemeRegistry.PARTITION_STORE)::run);
  }

  @Test
  void isCaughtWhenADistributedWriteOverwritesChangedRows() {
    Mutation mutation =
        Mutation.returns(
            "what a transaction found at other masters may have changed",
            "server.txn.RowsElsewhere",
            "isAsFound",
            true);
    Catch.assertCaught(
        mutation, Simulation.under(SchemeRegistry.PARTITION_STORE).withDefinitions(true)::run);
  }

  /** Rules that only batches without locks need. */
  static Stream<Mutation> mutationsOfBatches() {
    return Stream.of(
        Mutation.returns(
            "one of a batch reads what it overtakes", RESERVATIONS, "readsAfterWrite", false),
        Mutation.returns("who is overtaken has read", RESERVATIONS, "writesAfterRead", false));
  }

  @Test
  void isCaughtWhenTwoOfABatchUnderSnapshotsWriteOneRow() {
    Mutation mutation =
        Mutation.returns(
            "the second to write a row commits, too", RESERVATIONS, "writesAfterWrite", false);
    Catch.assertCaught(mutation, Simulation.under(SchemeRegistry.ARIA).withSnapshotEpochs()::run);
  }

  @Test
  void isCaughtWhenABatchWritesLockedRows() {
    Mutation mutation =
        Mutation.returns(
            "a batch writes what others have locked",
            "server.scheme.batch.Batches",
            "isFree",
            true);
    Catch.assertCaught(mutation, Simulation.under(SchemeRegistry.ARIA).withDefinitions(true)::run);
  }

  @ParameterizedTest
  @MethodSource("mutationsOfBatches")
  void isCaughtWithBatches(Mutation mutation) {
    Catch.assertCaught(mutation, Simulation.under(SchemeRegistry.ARIA)::run);
  }

  /** Rules that only phases need. */
  static Stream<Mutation> mutationsOfPhases() {
    return Stream.of(
        Mutation.returns("a site leaves though it has lent", PHASES, "isBound", false),
        Mutation.returns("what was lent is not given back", PHASES, "mustGiveBack", false),
        Mutation.returns(
                "what all sites read is written in any phase", PHASE_TABLES, "isOpen", true)
            .and(Mutation.returns("", "server.mastership.MastershipTable", "isOpen", true)),
        Mutation.returns(
            "calls do not wait for what is lent to their site", PHASES, "isAwaited", false),
        Mutation.returns(
            "calls in phases read what others master",
            "server.stage.ExecutableFinder",
            "areCallsSerializable",
            false));
  }

  @ParameterizedTest
  @MethodSource("mutationsOfPhases")
  void isCaughtWithPhases(Mutation mutation) {
    Catch.assertCaught(mutation, Simulation.under(SchemeRegistry.STAR)::run);
  }

  /** Rules that only strict two-phase locking over sites needs. */
  static Stream<Mutation> mutationsOfReadLocks() {
    return Stream.of(
        Mutation.returns(
            "a row that is locked to be read is written", READ_LOCKS, "isKeyHeld", false),
        Mutation.returns(
            "rows come into a range that is locked", READ_LOCKS, "isInHeldRange", false),
        Mutation.returns(
            "what others are about to write is locked to be read", PLANNED_ROWS, "mayShare", true),
        Mutation.returns(
            "what others master is read without a lock", READ_RIGHTS, "isLocked", true),
        Mutation.returns(
            "only rows that are written are locked",
            "server.stage.ExecutableFinder",
            "areCallsSerializable",
            false));
  }

  @ParameterizedTest
  @MethodSource("mutationsOfReadLocks")
  void isCaughtWithReadLocks(Mutation mutation) {
    Catch.assertCaught(mutation, Simulation.under(SchemeRegistry.DIST_S2PL)::run);
  }

  /** Rules that only validation over sites needs. */
  static Stream<Mutation> mutationsOfValidation() {
    return Stream.of(
        Mutation.returns(
            "a participant does not validate",
            "server.scheme.twophase.NoWaitStage",
            "isValid",
            true),
        Mutation.returns("versions are not compared", VALIDATION, "isAsSeenNow", true),
        Mutation.returns(
            "the coordinator does not validate what it has", VALIDATION, "isStillAsSeen", true),
        Mutation.returns(
            "what is validated is written before the decision", READ_LOCKS, "isKeyHeld", false),
        Mutation.returns(
            "what others master is read without their word",
            "server.txn.ReadRights",
            "isLocked",
            true));
  }

  @ParameterizedTest
  @MethodSource("mutationsOfValidation")
  void isCaughtWithValidation(Mutation mutation) {
    Catch.assertCaught(mutation, Simulation.under(SchemeRegistry.DIST_OCC)::run);
  }

  /** Rules that only epochs need. */
  static Stream<Mutation> mutationsOfEpochs() {
    return Stream.of(
        Mutation.returns("primaries do not compare versions", PHYSICAL_TIME, "isVersion", true),
        Mutation.returns(
            "what is locked in an epoch view is written", PHYSICAL_TIME, "isFree", true),
        Mutation.withYes(
            "an epoch view begins before all that was acknowledged is there",
            EPOCH_RUNS,
            "onReached",
            "covers"),
        Mutation.runsAtOnce(
            "an epoch is told before the log has it", GROUP_COMMIT, "whenDurable", 1));
  }

  @ParameterizedTest
  @MethodSource("mutationsOfEpochs")
  void isCaughtWithEpochs(Mutation mutation) {
    Catch.assertCaught(mutation, Simulation.under(SchemeRegistry.COCO_PT)::run);
  }

  @Test
  void isCaughtWhenAnEpochChangesLockedRows() {
    Mutation mutation =
        Mutation.skipped(
            "who has locked a row goes on when an epoch has changed it",
            "server.scheme.epoch.EpochCoordinator",
            "endHolders");
    Catch.assertCaught(
        mutation, Simulation.under(SchemeRegistry.COCO_PT).withDefinitions(true)::run);
  }
}
