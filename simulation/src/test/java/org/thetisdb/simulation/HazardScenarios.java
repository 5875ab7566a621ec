package org.thetisdb.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.core.placement.Mastership;
import org.thetisdb.core.wire.Message;
import org.thetisdb.core.wire.RouterToSite.Cut;
import org.thetisdb.core.wire.RouterToSite.FailoverSuccessor;
import org.thetisdb.core.wire.RouterToSite.Release;
import org.thetisdb.core.wire.RouterToSite.RouterHello;
import org.thetisdb.core.wire.SiteToRouter.Released;
import org.thetisdb.replication.log.LogBatchReader;
import org.thetisdb.replication.refresh.RefreshSink;
import org.thetisdb.replication.refresh.Refresher;

/**
 * Scenarios in which this design would lose or fork data if one rule were missing. Each is told
 * twice by {@code HazardsTest}: as it is, and without the rule; then its assertions must fail.
 */
final class HazardScenarios extends SiteFixture {
  private static final long LONG_US = 10 * STEP_US;

  /** A site shows what the log does not have yet, and dies. */
  void whatIsVisibleButNotInTheLogDoesNotGetOut() {
    Node first = nodes.get(1);
    log.goAway(LONG_US);
    first.answers.clear();
    first.send(raise(1, 5).build(first));
    first.send(call("Sum", 1, 1L, 2L).build(first));
    world.runFor(STEP_US);
    assertThat(first.answers).as("answers before the log has the commit").isEmpty();
    first.kill();
    log.loseInFlight(1);
    world.runFor(LONG_US);
    start(1);
    assertThat(valueOf(execute(1, raise(1, 1)))).isEqualTo(1L);
  }

  /** Two routers give the same partition away in the same term. */
  void aPartitionIsGivenAwayOnceInATerm() {
    execute(1, raise(1, 5));
    assertThat(released(1, new Release(9, List.of(new Mastership(P0, 1)), 2, 1))).isEmpty();
    assertThat(released(1, new Release(10, List.of(new Mastership(P0, 1)), 1, 1))).hasSize(1);
    assertThat(valueOf(execute(2, raise(1, 2).writes(P0, 1)))).isEqualTo(7L);
  }

  private List<?> released(int site, Release request) {
    return ((Released) ask(site, request)).refused();
  }

  /** The transfer is in the log, the site dies, the call comes again. */
  void aCallThatComesAgainDoesNotRunAgain() {
    CallBuilder call = raise(1, 5).session(77, 1);
    assertThat(valueOf(execute(1, call))).isEqualTo(5L);
    nodes.get(1).kill();
    start(1);
    assertThat(valueOf(execute(1, call.repetition(reports())))).isEqualTo(5L);
  }

  /** The router would go on with whatever the copy is answered, perhaps at another site. */
  void theCopyOfAMessageIsNoAttemptOfItsOwn() {
    Node first = nodes.get(1);
    first.answers.clear();
    Message message = raise(1, 5).session(77, 1).build(first);
    first.send(message);
    first.send(message);
    world.runFor(STEP_US);
    assertThat(first.answers).hasSize(1);
  }

  /** An append fails when its rows are visible already. */
  void aFailedAppendEndsTheIncarnation() {
    Node first = nodes.get(1);
    log.failNextAppend(1);
    first.answers.clear();
    first.send(raise(1, 5).build(first));
    world.runFor(STEP_US);
    assertThat(first.answers).isEmpty();
    assertThat(first.halted).isNotNull();
    start(1);
    long here = (Long) valueOf(execute(1, raise(1, 1)));
    cut();
    assertThat(valueOf(execute(2, call("Sum", 1, 1L, 2L)))).isEqualTo(here);
  }

  /** A third site hears of what came later first. */
  void whatCameLaterIsNotSeenWithoutWhatItDependsOn() {
    execute(1, raise(1, 5));
    ask(1, new Release(9, List.of(new Mastership(P0, 1)), 2, 1));
    assertThat(valueOf(execute(2, raise(1, 2).writes(P0, 1)))).isEqualTo(7L);
    List<Integer> origins = new ArrayList<>();
    Refresher third = new Refresher(3, commitsInto(origins), 1 << 20);
    third.addOrigin(1);
    third.addOrigin(2);
    logStream(third, 2);
    assertThat(origins).as("applied before site 1's log came").isEmpty();
    logStream(third, 1);
    assertThat(origins.get(origins.size() - 1)).isEqualTo(2);
  }

  private void logStream(Refresher refresher, int site) {
    List<byte[]> entries = log.entries(site);
    for (int offset = 0; offset < entries.size(); offset++) {
      refresher.onEntry(site, offset, entries.get(offset));
    }
  }

  private static RefreshSink commitsInto(List<Integer> origins) {
    return new RefreshSink() {
      @Override
      public void apply(int origin, LogBatchReader record) {
        if (!record.isFence() && record.kind() == LogBatchReader.Kind.COMMIT) {
          origins.add(origin);
        }
      }

      @Override
      public void advanced(VersionVector applied) {
        // Only the order counts here.
      }

      @Override
      public void failed(RuntimeException reason) {
        throw reason;
      }
    };
  }

  /** A router that was followed by another one wakes and draws a cut. */
  void aCutOfARouterOfThePastIsNotTaken() {
    Node first = nodes.get(1);
    first.send(new RouterHello("scenarios", 2));
    world.runFor(STEP_US);
    VersionVector newest = first.hello.cut();
    execute(1, raise(1, 5));
    VersionVector later = reports();
    assertThat(later).isNotEqualTo(newest);
    first.send(new Cut(1, 1_000, later));
    first.send(new RouterHello("scenarios", 2));
    world.runFor(STEP_US);
    assertThat(first.hello.cut()).isEqualTo(newest);
  }

  /** An update must run at a cut that is older than the row which it writes. */
  void nothingIsOverwrittenThatTheSnapshotDoesNotShow() {
    execute(1, raise(1, 5));
    execute(2, raise(101, 10));
    Node first = nodes.get(1);
    first.answers.clear();
    first.send(call("RaiseBy", 1, 1L, 101L).writes(P0, 0).build(first));
    world.runFor(STEP_US);
    cut();
    assertThat(valueOf(first.answers.get(0))).isEqualTo(15L);
  }

  /** A machine was suspended; another incarnation has begun when it wakes. */
  void whoWakesUpBehindAFenceAcknowledgesNothing() {
    execute(1, raise(1, 5));
    Node sleeper = nodes.get(1);
    sleeper.process.pause(LONG_US);
    sleeper.answers.clear();
    sleeper.send(raise(1, 100).build(sleeper));
    start(1);
    assertThat(valueOf(execute(1, raise(1, 2)))).isEqualTo(7L);
    world.runFor(LONG_US);
    assertThat(sleeper.answers).isEmpty();
    assertThat(sleeper.halted).isNotNull();
    assertThat(valueOf(execute(1, raise(1, 0)))).isEqualTo(7L);
  }

  /**
   * Site 1 and an old router are on a machine that is suspended, and its clock stands still. When
   * they wake, a counter has long been raised elsewhere.
   */
  void whoWakesUpBehindAFenceRefusesNobodyOnOldData() {
    execute(1, raise(1, 5));
    Node sleeper = nodes.get(1);
    sleeper.process.suspend(LONG_US);
    log.holdBack(2);
    sleeper.answers.clear();
    sleeper.send(raise(1, -100).build(sleeper));
    nodes.get(2).send(new FailoverSuccessor(1));
    world.runFor(STEP_US);
    ask(2, new Release(9, List.of(new Mastership(P0, 1)), 2, 1, 1));
    assertThat(valueOf(execute(2, raise(1, 1_000).writes(P0, 1)))).isEqualTo(1_005L);
    world.runFor(LONG_US);
    assertThat(sleeper.answers).as("\"would fall below 0\"").isEmpty();
  }

  /** A row goes from a site with high stamps to one with low ones. */
  void theLastWriterWinsWhateverItsStamp() {
    for (int i = 0; i < 30; i++) {
      execute(1, raise(1, 1), 3_000);
    }
    ask(1, new Release(9, List.of(new Mastership(P0, 1)), 2, 1));
    assertThat(valueOf(execute(2, raise(1, 2).writes(P0, 1)))).isEqualTo(32L);
    cut();
    assertThat(valueOf(execute(1, call("Sum", 1, 1L, 2L)))).isEqualTo(32L);
    assertThat(valueOf(execute(2, call("Sum", 1, 1L, 2L)))).isEqualTo(32L);
  }

  /** A silent site is fenced out; what it does when it speaks again counts for nobody. */
  void aSilentSiteIsFencedOutAndTheOthersGoOn() {
    execute(1, raise(1, 5));
    Node silent = nodes.get(1);
    silent.process.pause(LONG_US);
    log.holdBack(2); // it cannot learn from others that it is over
    silent.answers.clear();
    silent.send(raise(1, 100).build(silent));
    nodes.get(2).send(new FailoverSuccessor(1));
    world.runFor(STEP_US);
    ask(2, new Release(9, List.of(new Mastership(P0, 1)), 2, 1, 1));
    assertThat(valueOf(execute(2, raise(1, 2).writes(P0, 1)))).isEqualTo(7L);
    world.runFor(LONG_US);
    assertThat(silent.answers).isEmpty();
    assertThat(silent.halted).isNotNull();
    assertThat(valueOf(execute(2, raise(1, 0).writes(P0, 1)))).isEqualTo(7L);
  }

  /** A call waits with its rows in hand while somebody wants their partition. */
  void aReleaseWaitsForHoldersUntilTheirTimeIsOver() {
    execute(1, raise(1, 5));
    execute(2, raise(101, 10));
    Node first = nodes.get(1);
    first.answers.clear();
    first.send(call("RaiseBy", 1, 1L, 101L).writes(P0, 0).build(first));
    first.send(new Release(9, List.of(new Mastership(P0, 1)), 2, 1));
    world.runFor(STEP_US);
    assertThat(first.answers).as("while the call may still write").isEmpty();
    world.runFor(30 * STEP_US);
    assertThat(first.answers).hasSize(2);
    assertThat(errorOf(first.answers.get(0))).isEqualTo(ErrorCode.TIMED_OUT.number());
    assertThat(((Released) first.answers.get(1)).refused()).isEmpty();
  }

  private static int errorOf(Message answer) {
    return ((org.thetisdb.core.wire.SiteToRouter.Executed) answer).errorNumber();
  }

  /** Site 1 has checkpoints; site 2 has none yet, is down, and needs all logs. */
  static final class WithCheckpoints extends SiteFixture {
    private static final long INTERVAL_US = 1_000_000;

    WithCheckpoints() {
      super(64L << 20, 64L << 20, INTERVAL_US / 1000, 1);
    }

    void aLogIsNotCutWhileAnotherSiteNeedsIt() {
      nodes.get(2).kill();
      for (int round = 0; round < 4; round++) {
        execute(1, raise(1, 1));
        world.runFor(INTERVAL_US);
      }
      assertThat(checkpoints.get(1).list()).hasSize(2);
      assertThat(log.beginning(1)).isZero();
      start(2);
      cut();
      assertThat(valueOf(execute(2, call("Sum", 1, 1L, 2L)))).isEqualTo(4L);
    }

    void aDamagedCheckpointIsPassedOver() {
      execute(1, raise(1, 5));
      world.runFor(3 * INTERVAL_US);
      execute(1, raise(1, 1));
      world.runFor(3 * INTERVAL_US);
      var all = checkpoints.get(1).list();
      var newest = all.get(all.size() - 1);
      byte[] bytes = checkpoints.get(1).bytes(newest);
      int row = lastIndexOf(bytes, (byte) 6);
      bytes[row] = 99;
      checkpoints.get(1).replace(newest, bytes);
      nodes.get(1).kill();
      start(1);
      assertThat(valueOf(execute(1, raise(1, 1)))).isEqualTo(7L);
    }

    /** The byte of the counter's value: the only place where six stands behind seven zeros. */
    private static int lastIndexOf(byte[] bytes, byte value) {
      for (int i = bytes.length - 1; i >= 7; i--) {
        boolean zeros = true;
        for (int j = i - 7; j < i; j++) {
          zeros &= bytes[j] == 0;
        }
        if (zeros && bytes[i] == value) {
          return i;
        }
      }
      throw new AssertionError("the checkpoint does not hold the counter");
    }
  }
}
