package org.thetisdb.simulation.mutant;

import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.thetisdb.simulation.cluster.Simulation;
import org.thetisdb.simulation.cluster.Simulations;

/**
 * Every mutant is caught within so many seeds. Those that caught one the last time are tried first;
 * {@link ObservationsOfAll} keeps them.
 */
@Tag("mutant")
final class MutantsTest {
  private static final String ORIGIN_LOG = "replication.refresh.OriginLog";
  private static final String REFRESHER = "replication.refresh.Refresher";
  private static final String GROUP_COMMIT = "server.commit.GroupCommit";
  private static final String PLANNED_ROWS = "server.execution.PlannedRows";
  private static final String MASTERSHIP_GATE = "server.gate.MastershipGate";
  private static final String READ_RIGHTS = "server.txn.ReadRights";
  private static final String SNAPSHOT_GATE = "server.gate.SnapshotGate";
  private static final String RELEASES = "server.remastering.Releases";
  private static final String SUCCESSOR = "server.failover.FailoverSuccessor";
  private static final String MASTERSHIP = "server.mastership.MastershipTable";
  private static final String OUTCOMES = "server.commit.OutcomeTable";
  private static final String VECTOR = "core.id.VersionVector";
  private static final String CLIENT = "client.ClientCore";
  private static final String WRITER = "replication.log.SoleWriter";
  private static final String STARTUP = "server.site.Startup";
  private static final String EVENTS = "server.refresh.RefreshEvents";
  private static final String SNAPSHOT = "server.checkpointing.SiteSnapshot";
  private static final String ROSTER = "replication.membership.Roster";
  private static final String SITE_ENGINE = "server.site.SiteEngine";
  private static final String TERM = "router.engine.TermEvents";

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
        Mutation.returns("what is overwritten need not be seen", PLANNED_ROWS, "showsNewest", true),
        Mutation.returns("all sites master everything", MASTERSHIP, "isMasteredHere", true),
        Mutation.skipped("outcomes are not remembered", OUTCOMES, "record"),
        Mutation.withoutCalls("no place is kept for a batch", MASTERSHIP_GATE, "pin", "pin"),
        Mutation.returns(
            "a failover successor does not wait for its fence", SUCCESSOR, "isReady", true),
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
        Mutation.withYes("replicas are read outside a cut", READ_RIGHTS, "ofFree", "isHere")
            .and(Mutation.withYes("", READ_RIGHTS, "ofFreeRange", "allPartitions")),
        Mutation.advised(
            "versions go that a cut needs",
            "server.snapshot.Cuts",
            "watermark",
            WrongTurns.EverythingIsOld.class));
  }

  private static Stream<Mutation> ofCheckpoints() {
    return Stream.of(
        Mutation.runsAtOnce("a checkpoint has what the log has not", SNAPSHOT, "whenDurable", 1),
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
            "server.refresh.SiteRefresh",
            "tell",
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
                    "", "router.balance.Drain", "movedThere", WrongTurns.HasNothing.class)),
        Mutation.withoutCalls(
            "a site has left before the log says so", RELEASES, "leave", "position"),
        Mutation.withoutCalls("successors do not know that they are", SITE_ENGINE, "left", "leave"),
        Mutation.withoutCalls("routers do not learn who left", TERM, "onLeft", "leave"));
  }

  private static Stream<Mutation> ofRoutersAndClients() {
    return Stream.of(
        Mutation.withoutCalls("sessions forget what they saw", CLIENT, "answered", "saw"),
        Mutation.skipped("sessions use a number again", "client.link.SessionNumber", "advance"),
        Mutation.withoutCalls("cuts forget the newest reports", TERM, "onReport", "absorb"));
  }

  /** Rules that only interactive transactions need. */
  static Stream<Mutation> mutationsOfSql() {
    return Stream.of(
        Mutation.returns("a release does not wait for writers", RELEASES, "isFree", true),
        Mutation.returns(
            "rows are locked against nobody", "server.lock.RowLock", "isHeldAgainst", false),
        Mutation.runsAtOnce(
            "a router knows all definitions when it begins", "router.sql.CatalogGate", "pass", 2),
        Mutation.returns(
            "what was read may have changed", "server.txn.ReadSet", "isUnchanged", true));
  }

  /** Rules that only changes of the scheme need. */
  static Stream<Mutation> mutationsOfSchemeChanges() {
    return Stream.of(
        Mutation.skipped(
            "routers do not learn which scheme is in force", "router.term.SchemeInForce", "learn"),
        Mutation.skipped(
            "calls that waited for a change wait on", "router.dispatch.CallRouter", "openGate"));
  }

  @ParameterizedTest
  @MethodSource("mutationsOfSchemeChanges")
  void isCaughtWhileTheSchemeChanges(Mutation mutation) {
    Catch.assertCaught(
        mutation, (seed, tracer) -> Simulations.ofSchemeChanges(seed).run(seed, tracer));
  }

  @ParameterizedTest
  @MethodSource("mutations")
  void isCaught(Mutation mutation) {
    Catch.assertCaught(mutation, Simulation.asDrawn()::run);
  }

  @ParameterizedTest
  @MethodSource("mutationsOfSql")
  void isCaughtWithSql(Mutation mutation) {
    Catch.assertCaught(mutation, Simulation.asDrawn().withSql(true)::run);
  }

  @Test
  void isCaughtWhenACommitDoesNotCheckWhatWasDeferred() {
    Mutation mutation =
        Mutation.returns(
            "a COMMIT checks no foreign keys", "sql.integrity.DeferredChecks", "isDue", false);
    Catch.assertCaught(mutation, Simulation.asDrawn().withForeignKeys()::run);
  }
}
