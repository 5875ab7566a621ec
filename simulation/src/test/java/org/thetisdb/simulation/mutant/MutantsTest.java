package org.thetisdb.simulation.mutant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.List;
import java.util.OptionalLong;
import java.util.function.LongFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every mutant is caught within so many seeds. Those that caught one the last time are tried first;
 * {@link Witnesses} keeps them. Each takes some seconds, so a build tries those that the hash of
 * their name chooses, ten of 76 now and always the same; {@code -Dthetis.mutants-every=1} tries
 * all.
 */
@Tag("slow")
@Execution(ExecutionMode.CONCURRENT)
final class MutantsTest {
  private static final int SEEDS = Integer.getInteger("thetis.mutant-seeds", 200);

  private static final int EVERY = Integer.getInteger("thetis.mutants-every", 5);

  private static final Witnesses WITNESSES = Witnesses.read();

  private static final String ORIGIN_LOG = "replication.refresh.OriginLog";
  private static final String REFRESHER = "replication.refresh.Refresher";
  private static final String GROUP_COMMIT = "server.commit.GroupCommit";
  private static final String RUNNER = "server.txn.TransactionRunner";
  private static final String MASTERSHIP_GATE = "server.txn.MastershipGate";
  private static final String RESERVATIONS = "server.batch.Reservations";
  private static final String READ_RIGHTS = "server.txn.ReadRights";
  private static final String READ_LOCKS = "server.lock.ReadLocks";
  private static final String VALIDATION = "server.txn.Validation";
  private static final String EPOCH_RUNS = "server.txn.EpochRuns";
  private static final String PHYSICAL_TIME = "server.txn.PhysicalTime";
  private static final String PHASES = "server.txn.SitePhases";
  private static final String PHASE_TABLES = "router.phase.PhaseTables";
  private static final String PREPARED = "server.commit.PreparedRows";
  private static final String SNAPSHOT_GATE = "server.txn.SnapshotGate";
  private static final String RELEASES = "server.txn.Releases";
  private static final String STAND_IN = "server.txn.StandIn";
  private static final String MASTERSHIP = "server.mastership.MastershipTable";
  private static final String OUTCOMES = "server.commit.OutcomeTable";
  private static final String VECTOR = "core.id.VersionVector";
  private static final String CLIENT = "client.ClientCore";
  private static final String WRITER = "replication.log.SoleWriter";
  private static final String STARTUP = "server.site.Startup";
  private static final String EVENTS = "server.txn.RefreshEvents";
  private static final String SNAPSHOT = "server.txn.SiteSnapshot";
  private static final String ROSTER = "replication.membership.Roster";
  private static final String SITE_ENGINE = "server.txn.SiteEngine";
  private static final String TERM = "router.engine.LeadershipTerm";

  static Stream<Mutation> mutations() {
    return Stream.of(
            ofSites(),
            ofLogs(),
            ofMastership(),
            ofReads(),
            ofCheckpoints(),
            ofSitesThatCome(),
            ofSitesThatGo(),
            ofRoutersAndClients())
        .flatMap(some -> some);
  }

  private static Stream<Mutation> ofSites() {
    return Stream.of(
        Mutation.returns("Equation 1 is skipped", ORIGIN_LOG, "mayApply", true),
        Mutation.runsAtOnce("answers do not wait for the log", GROUP_COMMIT, "whenDurable", 1),
        Mutation.skipped("commits do not say what they depend on", GROUP_COMMIT, "dependOn"),
        Mutation.returns("what is overwritten need not be seen", RUNNER, "showsNewest", true),
        Mutation.returns("all sites master everything", MASTERSHIP, "isMasteredHere", true),
        Mutation.skipped("outcomes are not remembered", OUTCOMES, "record"),
        Mutation.withoutCalls("no place is kept for a batch", MASTERSHIP_GATE, "pin", "pin"),
        Mutation.returns("a stand-in does not wait for its fence", STAND_IN, "isReady", true),
        Mutation.returns("every cut is used at once", VECTOR, "covers", true));
  }

  private static Stream<Mutation> ofLogs() {
    return Stream.of(
        Mutation.does("what others wrote is not read back", WRITER, "arrived", "succeed")
            .and(Mutation.skipped("", REFRESHER, "noteOwnPosition")),
        Mutation.returns(
                "a fence is ignored by whom it fences", WRITER + "$ReadBack", "isIgnored", true)
            .and(Mutation.skipped("", REFRESHER, "noteOwnPosition")),
        Mutation.replacedByCall(
            "a failed append is acknowledged", GROUP_COMMIT + "$1", "onFailed", "onAppended", 0L),
        Mutation.advised(
            "a site serves before it has read its log",
            STARTUP,
            "serveIfRecovered",
            WrongTurns.FenceIsReached.class),
        Mutation.returns("refreshes are applied again", ORIGIN_LOG, "position", Long.MAX_VALUE),
        Mutation.withoutCalls("others' outcomes are not learned", EVENTS, "commit", "add"));
  }

  /** Rules of mastership that moves. */
  static Stream<Mutation> ofMastership() {
    return Stream.of(
        Mutation.advised(
            "a grant comes before what the release depends on",
            ORIGIN_LOG,
            "mayApply",
            WrongTurns.ReleasesAtOnce.class),
        Mutation.returns("a site gives up what it does not master", RELEASES, "isHere", true)
            .and(Mutation.returns("", RELEASES, "isOnItsWay", false)),
        Mutation.withoutCalls(
            "a release is answered before the log has it", RELEASES, "release", "position"));
  }

  private static Stream<Mutation> ofReads() {
    return Stream.of(
        Mutation.withYes(
            "a session reads a cut older than what it saw", SNAPSHOT_GATE, "readAtCut", "covers"),
        Mutation.withYes("replicas are read outside a cut", READ_RIGHTS, "of", "isMasteredHere")
            .and(Mutation.withYes("", READ_RIGHTS, "ofRange", "allPartitions")),
        Mutation.advised(
            "versions go that a cut needs",
            "server.snapshot.Cuts",
            "watermark",
            WrongTurns.EverythingIsOld.class));
  }

  private static Stream<Mutation> ofCheckpoints() {
    return Stream.of(
        Mutation.runsAtOnce("a checkpoint has what the log has not", SNAPSHOT, "whenDurable", 0),
        Mutation.advised(
            "logs are trimmed too far", ROSTER, "needsLogs", WrongTurns.ForgetsTheLastSite.class),
        Mutation.returns(
            "a damaged checkpoint is loaded", "server.checkpoint.Blocks", "checksum", 0),
        Mutation.withoutCalls("checkpoints leave outcomes out", SNAPSHOT, "next", "step"),
        Mutation.skipped(
            "checkpoints leave mastership out", "server.checkpoint.CheckpointSlice", "moved"));
  }

  private static Stream<Mutation> ofSitesThatCome() {
    return Stream.of(
        Mutation.advised(
            "a site serves with half of its copy",
            "server.checkpoint.CheckpointVisitor$Forwarding",
            "row",
            WrongTurns.HalfACopy.class),
        Mutation.withoutCalls(
            "the log of a site that joins is not followed",
            "server.txn.SiteRefresh",
            "install",
            "accept"),
        Mutation.skipped("copies leave out who left", SNAPSHOT, "handOutLeft"));
  }

  private static Stream<Mutation> ofSitesThatGo() {
    return Stream.of(
        Mutation.advised(
                "a site leaves and hands over nothing that moved to it",
                MASTERSHIP,
                "movedTo",
                WrongTurns.HasNothing.class)
            .and(
                Mutation.advised(
                    "", "router.engine.Drain", "movedThere", WrongTurns.HasNothing.class)),
        Mutation.withoutCalls(
            "a site has left before the log says so", RELEASES, "leave", "position"),
        Mutation.withoutCalls("successors do not know that they are", SITE_ENGINE, "left", "leave"),
        Mutation.withoutCalls("routers do not learn who left", TERM, "onLeft", "leave"));
  }

  private static Stream<Mutation> ofRoutersAndClients() {
    return Stream.of(
        Mutation.withoutCalls("sessions forget what they saw", CLIENT, "answered", "saw"),
        Mutation.skipped("sessions use a number again", "client.SessionNumber", "advance"),
        Mutation.withoutCalls("cuts forget the newest reports", TERM, "onReport", "absorb"));
  }

  /** Rules that only interactive transactions need. */
  static Stream<Mutation> mutationsOfSql() {
    return Stream.of(
        Mutation.returns("a release does not wait for writers", RELEASES, "isFree", true),
        Mutation.returns(
            "rows are locked against nobody", "server.lock.RowLock", "isHeldAgainst", false),
        Mutation.runsAtOnce(
            "a router knows all definitions when it begins",
            "router.engine.CatalogGate",
            "pass",
            2),
        Mutation.returns(
            "what was read may have changed", "server.txn.ReadSet", "isUnchanged", true));
  }

  /** Rules that only transactions over several sites need (hazard 19). */
  static Stream<Mutation> mutationsOfTwoPhases() {
    return Stream.of(
        Mutation.runsAtOnce(
            "a decision is told before the log has it", GROUP_COMMIT, "whenDurable", 1),
        Mutation.skipped(
            "a participant that restarts forgets what it prepared",
            "server.txn.Recovery",
            "prepareAgain"),
        Mutation.returns("what is prepared is written by others", PREPARED, "isTaken", false),
        Mutation.withoutCalls(
                "what is prepared is read as of now", READ_RIGHTS, "of", "isWrittenByOther")
            .and(Mutation.withoutCalls("", READ_RIGHTS, "ofRange", "isAnyByOtherIn")),
        Mutation.returns("what others master need not be prepared", RUNNER, "isAllPrepared", true)
            .and(Mutation.returns("", RUNNER, "awaitsDecision", false)),
        Mutation.withYes(
            "what may be decided yet is given up", "server.txn.Decisions", "onReached", "covers"));
  }

  @ParameterizedTest
  @MethodSource("mutationsOfTwoPhases")
  void isCaughtWithTwoPhases(Mutation mutation) {
    MutantLoader mutant = new MutantLoader(mutation);
    assertCaught(mutation, mutant::runWithTwoPhases);
  }

  /** Rules that are met most where participants are asked for what is only read, too. */
  static Stream<Mutation> mutationsOfAllMasters() {
    return Stream.of(
        Mutation.skipped(
            "a coordinator need not have what its participants had",
            "router.engine.DistributedAttempt",
            "see"),
        Mutation.skipped(
            "participants never hear that nothing comes of what they prepared",
            "router.engine.TwoPhaseCommit",
            "tell"),
        Mutation.returns("what others master need not be prepared", RUNNER, "isAllPrepared", true));
  }

  @ParameterizedTest
  @MethodSource("mutationsOfAllMasters")
  void isCaughtWithAllMasters(Mutation mutation) {
    MutantLoader mutant = new MutantLoader(mutation);
    assertCaught(mutation, mutant::runWithAllMasters);
  }

  @Test
  void isCaughtWhenATransactionOverSitesOverwritesWhatOthersHaveChanged() {
    Mutation mutation =
        Mutation.returns(
            "what a transaction found at other masters may have changed",
            "server.txn.RowsElsewhere",
            "isAsFound",
            true);
    MutantLoader mutant = new MutantLoader(mutation);
    assertCaught(mutation, mutant::runWithAllMastersAndSql);
  }

  /** Rules that only batches without locks need. */
  static Stream<Mutation> mutationsOfBatches() {
    return Stream.of(
        Mutation.returns(
            "one of a batch reads what it overtakes", RESERVATIONS, "readsAfterWrite", false),
        Mutation.returns("who is overtaken has read", RESERVATIONS, "writesAfterRead", false));
  }

  @Test
  void isCaughtWhenABatchWritesWhatInteractiveTransactionsHaveLocked() {
    Mutation mutation =
        Mutation.returns(
            "a batch writes what others have locked", "server.txn.Batches", "isFree", true);
    MutantLoader mutant = new MutantLoader(mutation);
    assertCaught(mutation, mutant::runWithBatchesAndSql);
  }

  /** Rules that only changes of the scheme need. */
  static Stream<Mutation> mutationsOfSchemeChanges() {
    return Stream.of(
        Mutation.skipped(
            "routers do not learn which scheme is in force",
            "router.engine.SchemeInForce",
            "learn"),
        Mutation.skipped(
            "calls that waited for a change wait on", "router.engine.CallRouter", "openGate"));
  }

  @ParameterizedTest
  @MethodSource("mutationsOfSchemeChanges")
  void isCaughtWhileTheSchemeChanges(Mutation mutation) {
    MutantLoader mutant = new MutantLoader(mutation);
    assertCaught(mutation, mutant::runWithSchemeChanges);
  }

  @ParameterizedTest
  @MethodSource("mutationsOfBatches")
  void isCaughtWithBatches(Mutation mutation) {
    MutantLoader mutant = new MutantLoader(mutation);
    assertCaught(mutation, mutant::runWithBatches);
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
            "server.txn.ExecutableFinder",
            "areCallsSerializable",
            false));
  }

  @ParameterizedTest
  @MethodSource("mutationsOfPhases")
  void isCaughtWithPhases(Mutation mutation) {
    MutantLoader mutant = new MutantLoader(mutation);
    assertCaught(mutation, mutant::runWithPhases);
  }

  /** Rules that only strict two-phase locking over sites needs. */
  static Stream<Mutation> mutationsOfReadLocks() {
    return Stream.of(
        Mutation.returns(
            "a row that is locked to be read is written", READ_LOCKS, "isKeyHeldByOther", false),
        Mutation.returns(
            "rows come into a range that is locked", READ_LOCKS, "isInRangeOfOther", false),
        Mutation.returns(
            "what others are about to write is locked to be read", RUNNER, "maySharePlan", true),
        Mutation.returns(
            "what others master is read without a lock", READ_RIGHTS, "isLocked", true),
        Mutation.returns(
            "only rows that are written are locked",
            "server.txn.ExecutableFinder",
            "areCallsSerializable",
            false));
  }

  @ParameterizedTest
  @MethodSource("mutationsOfReadLocks")
  void isCaughtWithReadLocks(Mutation mutation) {
    MutantLoader mutant = new MutantLoader(mutation);
    assertCaught(mutation, mutant::runWithReadLocks);
  }

  /** Rules that only validation over sites needs. */
  static Stream<Mutation> mutationsOfValidation() {
    return Stream.of(
        Mutation.returns(
            "a participant does not validate", "server.txn.CallStages", "isValid", true),
        Mutation.returns("versions are not compared", VALIDATION, "isAsSeenNow", true),
        Mutation.returns(
            "the coordinator does not validate what it has", VALIDATION, "isStillAsSeen", true),
        Mutation.returns(
            "what is validated is written before the decision",
            READ_LOCKS,
            "isKeyHeldByOther",
            false),
        Mutation.returns(
            "what others master is read without their word",
            "server.txn.ReadRights",
            "isLocked",
            true));
  }

  @ParameterizedTest
  @MethodSource("mutationsOfValidation")
  void isCaughtWithValidation(Mutation mutation) {
    MutantLoader mutant = new MutantLoader(mutation);
    assertCaught(mutation, mutant::runWithValidation);
  }

  /** Rules that only epochs need. */
  static Stream<Mutation> mutationsOfEpochs() {
    return Stream.of(
        Mutation.returns("primaries do not compare versions", PHYSICAL_TIME, "isVersion", true),
        Mutation.returns("what is locked in an era is written", PHYSICAL_TIME, "isFree", true),
        Mutation.withYes(
            "an era begins before all that was acknowledged is there",
            EPOCH_RUNS,
            "onReached",
            "covers"),
        Mutation.runsAtOnce(
            "an epoch is told before the log has it", GROUP_COMMIT, "whenDurable", 1));
  }

  @ParameterizedTest
  @MethodSource("mutationsOfEpochs")
  void isCaughtWithEpochs(Mutation mutation) {
    MutantLoader mutant = new MutantLoader(mutation);
    assertCaught(mutation, mutant::runWithEpochs);
  }

  @Test
  void isCaughtWhenAnEpochChangesWhatAnInteractiveTransactionHasLocked() {
    Mutation mutation =
        Mutation.skipped(
            "who has locked a row goes on when an epoch has changed it",
            "server.txn.EpochKeeper",
            "endHolders");
    MutantLoader mutant = new MutantLoader(mutation);
    assertCaught(mutation, mutant::runWithEpochsAndSql);
  }

  @ParameterizedTest
  @MethodSource("mutations")
  void isCaught(Mutation mutation) {
    MutantLoader mutant = new MutantLoader(mutation);
    assertCaught(mutation, mutant::run);
  }

  @ParameterizedTest
  @MethodSource("mutationsOfSql")
  void isCaughtWithSql(Mutation mutation) {
    MutantLoader mutant = new MutantLoader(mutation);
    assertCaught(mutation, mutant::runWithSql);
  }

  @Test
  void isCaughtWhenACommitDoesNotCheckWhatWasDeferred() {
    Mutation mutation =
        Mutation.returns(
            "a COMMIT checks no foreign keys", "sql.integrity.DeferredChecks", "isDue", false);
    MutantLoader mutant = new MutantLoader(mutation);
    assertCaught(mutation, mutant::runWithDefinitions);
  }

  static void assertCaught(Mutation mutation, LongFunction<List<String>> run) {
    assumeTrue(Math.floorMod(mutation.name().hashCode(), EVERY) == 0, "not in each build");
    OptionalLong caughtBy =
        WITNESSES.seeds(mutation, SEEDS).filter(seed -> !run.apply(seed).isEmpty()).findFirst();
    assertThat(caughtBy)
        .as("%s: nothing was noticed in %d seeds", mutation.name(), SEEDS)
        .isPresent();
    WITNESSES.note(mutation, caughtBy.getAsLong());
  }
}
